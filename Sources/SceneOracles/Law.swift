import LayoutPlugin
import SceneModel

/// A sentence that must be true of every document on every engine, and the function that judges it.
///
///     let law = Law.named("solver.incremental-equals-fresh")
///     law?.judge(.solver(script), .reference)      // .holds
public struct Law: Sendable {
  public enum Cost: Hashable, Sendable {
    /// Microseconds on a small document: runs on every input of a fuzzer.
    case cheap
    /// Solves exactly: runs on a sample of inputs.
    case exact
  }

  /// A sentence that makes sense in a bug's title, such as `solver.rejected-edit-changes-nothing`.
  public var name: String
  /// What must hold, in one line.
  public var summary: String
  public var cost: Cost
  public var judge: @Sendable (Document, Plugin) -> Verdict
  /// The same for one that shares its runs of the engine with other laws.
  private var judgeTrial: (@Sendable (ScriptTrial) -> Verdict)?

  public init(
    name: String, summary: String, cost: Cost, judge: @escaping @Sendable (Document, Plugin) -> Verdict
  ) {
    self.name = name
    self.summary = summary
    self.cost = cost
    self.judge = judge
  }

  /// A law about solver scripts.
  init(
    _ name: String, _ summary: String, cost: Cost, script: @escaping @Sendable (ScriptTrial) -> Verdict
  ) {
    self.init(name: name, summary: summary, cost: cost) { document, plugin in
      guard case .solver(let played) = document else { return .undecided("the law is about solver scripts") }
      return script(ScriptTrial(played, plugin))
    }
    judgeTrial = script
  }

  /// Every law that the judge knows, in a fixed order.
  public static let all: [Law] = solverLaws

  public static func named(_ name: String) -> Law? { all.first { $0.name == name } }

  /// The laws' verdicts in their order. Laws about solver scripts share the engine's runs, so many cheap ones cost
  /// little more than one.
  public static func verdicts(of laws: [Law], on document: Document, with plugin: Plugin) -> [Verdict] {
    var trial: ScriptTrial?
    if case .solver(let script) = document { trial = ScriptTrial(script, plugin) }
    return laws.map { law in
      if let trial, let judge = law.judgeTrial { judge(trial) } else { law.judge(document, plugin) }
    }
  }
}

public enum Verdict: Hashable, Sendable {
  case holds
  /// What is wrong, for a person.
  case broken(String)
  /// Why nothing can be said: the law is about another kind of document, or the engine does not claim this much.
  case undecided(String)
}
