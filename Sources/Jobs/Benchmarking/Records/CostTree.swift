/// The cost of calls in two builds, from the outermost function inwards, as a differential flame graph draws it.
public struct CostTree: Hashable, Sendable, Codable {
  /// The function's name, as people write it.
  public var name: String
  /// The instructions of the function at this place in the tree, including its callees, before and after.
  public var before, after: Double
  /// The functions that the function calls, the most expensive first.
  public var children: [CostTree]

  /// The share of the total cost below which functions are left out.
  private static let smallest = 0.005
  private static let deepest = 40

  /// Makes the tree of two dumps. Callgrind counts calls by caller, not by stack. So a function has the same mix of callees below each of its
  /// callers, in proportion to its cost there.
  public init(_ before: CallgrindDump, _ after: CallgrindDump) {
    let (one, two) = (Sums(before), Sums(after))
    let names = Set(before.functions.keys).union(after.functions.keys)
    let called = one.called.union(two.called)
    let outermost = names.subtracting(called)
    let whole = max(Double(before.instructions), Double(after.instructions), 1)

    func node(_ name: String, _ a: Double, _ b: Double, within stack: Set<String>) -> CostTree {
      let stack = stack.union([name])
      var children: [CostTree] = []
      if stack.count < Self.deepest {
        for callee in one.callees(of: name).union(two.callees(of: name)).subtracting(stack) {
          let (x, y) = (one.share(of: callee, in: name, a), two.share(of: callee, in: name, b))
          if max(x, y) >= Self.smallest * whole { children.append(node(callee, x, y, within: stack)) }
        }
      }
      return CostTree(name: name, before: a, after: b, children: CostTree.sorted(children))
    }
    let roots = outermost.isEmpty ? Set(names.max { two.whole($0) < two.whole($1) }.map { [$0] } ?? []) : outermost
    let children = roots.filter { max(one.whole($0), two.whole($0)) >= Self.smallest * whole }
      .map { node($0, one.whole($0), two.whole($0), within: []) }
    self.init(
      name: "all", before: Double(before.instructions), after: Double(after.instructions),
      children: CostTree.sorted(children))
  }

  init(name: String, before: Double, after: Double, children: [CostTree]) {
    (self.name, self.before, self.after, self.children) = (name, before, after, children)
  }

  private static func sorted(_ trees: [CostTree]) -> [CostTree] {
    trees.sorted { ($1.after, $0.name) < ($0.after, $1.name) }
  }

  /// All names in the tree.
  var names: Set<String> { children.reduce(into: [name]) { $0.formUnion($1.names) } }

  /// Returns the same tree with other names.
  func renamed(_ names: [String: String]) -> CostTree {
    CostTree(
      name: names[name] ?? name, before: before, after: after, children: children.map { $0.renamed(names) })
  }

  /// The costs of functions in one dump, including their callees.
  private struct Sums {
    let dump: CallgrindDump
    let called: Set<String>

    init(_ dump: CallgrindDump) {
      self.dump = dump
      called = Set(dump.calls.flatMap { caller, callees in callees.keys.filter { $0 != caller } })
    }

    func whole(_ name: String) -> Double {
      Double(dump.functions[name] ?? 0) + Double(dump.calls[name]?.values.reduce(0, +) ?? 0)
    }

    func callees(of name: String) -> Set<String> { Set(dump.calls[name]?.keys.map { $0 } ?? []) }

    /// Returns a callee's share of its caller's cost.
    func share(of callee: String, in caller: String, _ cost: Double) -> Double {
      let whole = whole(caller)
      return whole > 0 ? cost * Double(dump.calls[caller]?[callee] ?? 0) / whole : 0
    }
  }
}
