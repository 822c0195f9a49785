import SceneModel

/// The problems of one layout, each once, with their measurements.
public struct ScreenTroubles: Sendable {
  public internal(set) var all: Set<ScreenTrouble> = []
  /// The distance by which a view leaves its superview, for views that do.
  public internal(set) var overhangs: [ItemID: Overhang] = [:]

  /// The views with a one-line text that is wider than the view.
  package internal(set) var narrow: Set<ItemID> = []

  /// Adds the problems of another layout. For each edge the larger overhang is kept.
  mutating func formUnion(_ other: ScreenTroubles) {
    all.formUnion(other.all)
    narrow.formUnion(other.narrow)
    for (view, overhang) in other.overhangs {
      if overhangs[view] == nil { overhangs[view] = overhang } else { overhangs[view]?.formMaximum(overhang) }
    }
  }

  /// Removes the problems that satisfy a condition.
  mutating func removeAll(where isMeant: (ScreenTrouble) -> Bool) {
    all = all.filter { !isMeant($0) }
  }

  public func overhang(of trouble: ScreenTrouble) -> Overhang? {
    if case .outside(let view) = trouble { overhangs[view] } else { nil }
  }
}

extension ScreenStates {
  /// The problems of all states together.
  public var troubles: ScreenTroubles {
    var all = ScreenTroubles()
    for state in states { all.formUnion(state.troubles) }
    return all
  }
}
