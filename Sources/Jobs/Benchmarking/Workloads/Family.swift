import SceneModel

/// A kind of workload that comes in sizes. The same size always gives the same system.
public struct Family: Sendable {
  /// The first part of a workload's name.
  public var name: String
  public var summary: String
  /// The sizes that are measured, ascending.
  public var sizes: [Int]
  /// The sizes at which a Cassowary engine still answers within seconds. Larger ones are not measured with it.
  public var peerSizes: [Int]
  /// Whether the cost should grow linearly with the size. It is false for `tiers`, which is not a screen.
  public var hasGrowthGoal: Bool
  public let solver: @Sendable (Int) -> SolverWorkload
  /// Makes the layout of a given size as a scene for the kernel; nil if the family is for solvers only.
  public let scene: (@Sendable (Int) -> SceneWorkload)?

  public static let all: [Family] = [chain, tree, grid, feed, stackedFeed, inequalities, tiers]

  /// The measured sizes whose systems have at most `mostConstraints` constraints.
  public func sizes(within mostConstraints: Int) -> [Int] {
    mostConstraints == .max ? sizes : Array(sizes.prefix { solver($0).constraintCount <= mostConstraints })
  }

  public static func named(_ name: String) -> Family? { all.first { $0.name == name } }
}
