import SceneModel

/// Proposes simpler documents, those with the largest change first. It uses no chance: the same document always gives the same proposals in the
/// same order.
public struct ReductionPass: Sendable {
  public var name: String
  public var proposals: @Sendable (Document) -> AnySequence<Document>

  public init(_ name: String, proposals: @escaping @Sendable (Document) -> AnySequence<Document>) {
    self.name = name
    self.proposals = proposals
  }

  /// Every pass, boldest first.
  public static let all: [ReductionPass] = scripts + scenes + timelines

  /// A pass over solver scripts; `propose` may return any number of proposals; they are taken one by one.
  static func script<S: Sequence<SolverScript> & SendableMetatype>(
    _ name: String, _ propose: @escaping @Sendable (SolverScript) -> S
  ) -> ReductionPass {
    ReductionPass(name) { document in
      guard case .solver(let script) = document else { return AnySequence([]) }
      return AnySequence(propose(script).lazy.map { .solver($0) })
    }
  }

  static func scene<S: Sequence<Scene> & SendableMetatype>(
    _ name: String, _ propose: @escaping @Sendable (Scene) -> S
  ) -> ReductionPass {
    ReductionPass(name) { document in
      guard case .scene(let scene) = document else { return AnySequence([]) }
      return AnySequence(propose(scene).lazy.compactMap(\.withoutDanglingSteps).map { .scene($0) })
    }
  }
}

/// Returns the ranges to remove from a list of `count` elements: everything, halves, quarters, and so on down to single elements.
func chunks(of count: Int) -> [Range<Int>] {
  var ranges: [Range<Int>] = []
  var size = count
  while size > 0 {
    for start in stride(from: 0, to: count, by: size) { ranges.append(start..<min(start + size, count)) }
    size /= 2
  }
  return ranges
}

/// Simpler numbers to try in place of `value`, the simplest first.
func plainer(than value: Double) -> [Double] {
  var tries: [Double] = [0, 1, 10, 100, value.rounded(), (value / 10).rounded() * 10, (value / 100).rounded() * 100]
  if abs(value) > 4 { tries += [(value / 2).rounded(), -4, 4] }
  if value < 0 { tries.append(-value) }
  return tries.filter { $0.isFinite && $0 != value }
}
