import SceneModel

/// The troubles of one layout, each once, with what is measured of them.
public struct ScreenTroubles: Sendable {
  public internal(set) var all: Set<ScreenTrouble> = []
  /// Of each view that leaves its superview.
  public internal(set) var overhangs: [ItemID: Overhang] = [:]

  public func overhang(of trouble: ScreenTrouble) -> Overhang? {
    if case .outside(let view) = trouble { overhangs[view] } else { nil }
  }
}
