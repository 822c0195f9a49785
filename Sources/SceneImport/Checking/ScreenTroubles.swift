import SceneModel

/// The troubles of one layout, each once, with what is measured of them.
public struct ScreenTroubles: Sendable {
  public internal(set) var all: Set<ScreenTrouble> = []
  /// Of each view that leaves its superview.
  public internal(set) var overhangs: [ItemID: Overhang] = [:]

  /// Adds those of another layout; of an overhang the most of each edge is kept.
  mutating func formUnion(_ other: ScreenTroubles) {
    all.formUnion(other.all)
    for (view, overhang) in other.overhangs {
      if overhangs[view] == nil { overhangs[view] = overhang } else { overhangs[view]?.formMaximum(overhang) }
    }
  }

  public func overhang(of trouble: ScreenTrouble) -> Overhang? {
    if case .outside(let view) = trouble { overhangs[view] } else { nil }
  }
}

extension ScreenStates {
  /// The troubles of all states together.
  public var troubles: ScreenTroubles {
    var all = ScreenTroubles()
    for state in states { all.formUnion(state.troubles) }
    return all
  }
}
