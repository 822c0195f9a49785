import LayoutPlugin
import SceneModel

/// A sentence that must be true of every document on every engine, with the function that judges it.
///
///     let law = Law.named("solver.incremental-equals-fresh")
///     law?.judge(.solver(script), .reference)      // .holds
public struct Law: Sendable {
  /// The cost of judging one document.
  public enum Cost: Hashable, Sendable {
    /// Microseconds on a small document: it can judge every input of a fuzzer.
    case cheap
    /// The document is run a second time, to compare. A fuzzer picks one of these laws for some of its inputs.
    case comparing
    /// The document is solved exactly. Such a law judges a sample of a fuzzer's inputs.
    case exact
  }

  /// The law's name: a sentence that makes sense in a bug's title, such as `solver.rejected-edit-changes-nothing`.
  public var name: String
  /// The law in one line.
  public var summary: String
  /// The cost of judging a document. It decides how often a fuzzer uses the law.
  public var cost: Cost
  /// The capabilities that an engine must claim; the law does not apply to other engines.
  public private(set) var claims: Capabilities = []
  /// The features that an engine must have; the law does not apply to other engines.
  public internal(set) var features: Set<EngineClaim> = []
  /// Whether the law runs engines in several threads at once. `FuzzTarget.inOneThread` leaves such laws out.
  public private(set) var usesThreads = false
  /// Whether the law asks an engine the same thing repeatedly. A violation may then occur by chance, and not occur again.
  public internal(set) var isAboutRepetition = false
  /// Whether the law is only about engines that count their work.
  public internal(set) var isAboutCountedWork = false
  /// Whether the law compares bits, which not every engine promises.
  public internal(set) var isAboutBits = false
  /// Whether the law is only about engines behind the C table.
  public internal(set) var isAboutTheTable = false
  /// Judges a document on an engine of a plugin. It is pure, apart from the engine that it makes.
  public var judge: @Sendable (Document, Plugin) -> Verdict
  /// The function that judges scripts, for laws that share their runs of the engine with others.
  private var judgeScript: (@Sendable (ScriptTrial) -> Verdict)?
  private var judgeScene: (make: SceneLayoutMaker, judge: @Sendable (SceneTrial) -> Verdict)?
  private var judgeTimeline: (@Sendable (TimelineTrial) -> Verdict)?
  private var judgeFrames: (@Sendable (FrameTrial) -> Verdict)?
  private var judgePlay: (performing: PlayTrial.Performing, judge: @Sendable (PlayTrial) -> Verdict)?

  /// Makes a law about any document, on any engine.
  public init(
    name: String, summary: String, cost: Cost, judge: @escaping @Sendable (Document, Plugin) -> Verdict
  ) {
    self.name = name
    self.summary = summary
    self.cost = cost
    self.judge = judge
  }

  /// Makes a law about solver scripts, for engines with these claims. For a scene it judges the script that playing the scene sends.
  init(
    _ name: String, _ summary: String, cost: Cost, claims: Capabilities = [],
    script judge: @escaping @Sendable (ScriptTrial) -> Verdict
  ) {
    let script = { @Sendable (trial: ScriptTrial) -> Verdict in
      if let missing = claims.unclaimed(by: trial.plugin) { return .undecided(.notClaimed, missing) }
      // One mistake should break one law. So for an engine that violated its contract, the other laws are undecided, and do not call it again.
      if name != Law.contractName, trial.notes.violation != nil {
        return .undecided(
          .anotherLaw, "the engine violates its contract, which another law judges: \(Law.contractName)")
      }
      return judge(trial)
    }
    self.init(name: name, summary: summary, cost: cost) { document, plugin in
      switch document {
      case .solver(let played): return script(ScriptTrial(played, plugin))
      case .scene(let scene):
        guard let caused = scene.solverScript(on: plugin) else { return .undecided("the scene cannot be laid out") }
        return script(ScriptTrial(caused, plugin))
      case .timeline: return .undecided("the law is about solver scripts")
      }
    }
    self.claims = claims
    judgeScript = script
  }

  /// Makes a law about timelines.
  init(
    _ name: String, _ summary: String, cost: Cost, timeline: @escaping @Sendable (TimelineTrial) -> Verdict
  ) {
    self.init(name: name, summary: summary, cost: cost) { document, plugin in
      guard case .timeline(let played) = document else { return .undecided("the law is about timelines") }
      return timeline(TimelineTrial(played, plugin))
    }
    judgeTimeline = timeline
  }

  /// Makes a law about scenes on layout engines.
  init(
    frames name: String, _ summary: String, cost: Cost, judge frames: @escaping @Sendable (FrameTrial) -> Verdict
  ) {
    self.init(name: name, summary: summary, cost: cost) { document, plugin in
      guard case .scene(let played) = document else { return .undecided("the law is about scenes") }
      guard plugin.makeLayoutEngine != nil else {
        return .undecided(.notClaimed, "\(plugin.manifest.name) is no layout engine")
      }
      return frames(FrameTrial(played, plugin))
    }
    judgeFrames = frames
  }

  /// Makes a law about scenes in a player; `performing` performs each step.
  init(
    _ name: String, _ summary: String, cost: Cost, playing performing: @escaping PlayTrial.Performing,
    play: @escaping @Sendable (PlayTrial) -> Verdict
  ) {
    self.init(name: name, summary: summary, cost: cost) { document, plugin in
      guard case .scene(let scene) = document else { return .undecided("the law is about scenes") }
      return play(PlayTrial(scene, plugin, performing))
    }
    judgePlay = (performing, play)
  }

  /// Makes a law about scenes, for engines with these claims.
  init(
    _ name: String, _ summary: String, cost: Cost, claims: Capabilities = [], _ make: @escaping SceneLayoutMaker,
    scene judge: @escaping @Sendable (SceneTrial) -> Verdict
  ) {
    let scene = { @Sendable (trial: SceneTrial) -> Verdict in
      if let missing = claims.unclaimed(by: trial.plugin) { return .undecided(.notClaimed, missing) }
      let verdict = judge(trial)
      // One mistake should break one law, as for scripts.
      if case .broken = verdict, name != Law.sceneContractName, trial.violation != nil {
        return .undecided(
          .anotherLaw, "the engine violates its contract, which another law judges: \(Law.sceneContractName)")
      }
      return verdict
    }
    self.init(name: name, summary: summary, cost: cost) { document, plugin in
      guard case .scene(let played) = document else { return .undecided("the law is about scenes") }
      return scene(SceneTrial(played, plugin, make))
    }
    self.claims = claims
    judgeScene = (make, scene)
  }

  /// The law marked as one that repeats the same request.
  var repeating: Law {
    var law = self
    law.isAboutRepetition = true
    return law
  }

  /// Returns the law, limited to engines with these features.
  func needing(_ features: Set<EngineClaim>) -> Law {
    var law = self
    law.features = features
    return law
  }

  var withThreads: Law {
    var law = self
    (law.usesThreads, law.isAboutBits) = (true, true)
    return law
  }

  /// Every law of the judge, in a fixed order.
  public static let all: [Law] = scriptLaws + layoutLaws() + frameLaws + timelineLaws + playerLaws()

  /// The laws about solver scripts.
  public static let scriptLaws: [Law] = solverLaws + [roomLaw] + scriptCostLaws + scriptRepetitionLaws

  /// The laws about timelines.
  public static let timelineLaws: [Law] =
    samplingLaws + timelineByteLaws() + motionLaws + storyLaws() + timelineRepetitionLaws

  /// Returns the law of a name; `nil` when there is none. The names are those of bug titles and of `--law`.
  public static func named(_ name: String) -> Law? { all.first { $0.name == name } }

  /// Returns the laws' verdicts on a document, in the laws' order. Laws about one kind of document share the engine's runs.
  public static func verdicts(of laws: [Law], on document: Document, with plugin: Plugin) -> [Verdict] {
    let trial = Trial(document, plugin, of: laws)
    return laws.map(trial.verdict)
  }

  fileprivate func judge(on trial: Trial) -> Verdict {
    if let script = trial.script, let judgeScript { return judgeScript(script) }
    if let scene = trial.scene, let judgeScene { return judgeScene.judge(scene) }
    if let frames = trial.frames, let judgeFrames { return judgeFrames(frames) }
    if let play = trial.play, let judgePlay { return judgePlay.judge(play) }
    if let timeline = trial.timeline, let judgeTimeline { return judgeTimeline(timeline) }
    return judge(trial.document, trial.plugin)
  }

  fileprivate var isAboutScripts: Bool { judgeScript != nil }
  fileprivate var makeLayout: SceneLayoutMaker? { judgeScene?.make }
  fileprivate var isAboutFrames: Bool { judgeFrames != nil }
  fileprivate var performing: PlayTrial.Performing? { judgePlay?.performing }
}

/// A document that some laws judge. Laws about one kind of document share the engine's runs, so judging by many cheap laws costs little more than
/// judging by one. The laws about scenes must all be about one kernel, and those about players about one way to perform steps.
public final class Trial {
  fileprivate let document: Document
  fileprivate let plugin: Plugin
  /// How often the plugin's engines were told to give up before this trial.
  private let cancellations: Int
  fileprivate private(set) var script: ScriptTrial?
  fileprivate private(set) var scene: SceneTrial?
  fileprivate private(set) var timeline: TimelineTrial?
  fileprivate private(set) var play: PlayTrial?
  fileprivate private(set) var frames: FrameTrial?

  /// Makes a trial of a document by these laws.
  public init(_ document: Document, _ plugin: Plugin, of laws: [Law]) {
    self.document = document
    self.plugin = plugin
    cancellations = plugin.cancellations()
    switch document {
    case .timeline(let played): timeline = TimelineTrial(played, plugin)
    case .solver(let played): script = ScriptTrial(played, plugin)
    case .scene(let played):
      if let make = laws.lazy.compactMap(\.makeLayout).first { scene = SceneTrial(played, plugin, make) }
      if let performing = laws.lazy.compactMap(\.performing).first { play = PlayTrial(played, plugin, performing) }
      if plugin.makeLayoutEngine != nil, laws.contains(where: \.isAboutFrames) { frames = FrameTrial(played, plugin) }
      if laws.contains(where: \.isAboutScripts), let caused = played.solverScript(on: plugin) {
        script = ScriptTrial(caused, plugin)
      }
    }
  }

  /// Returns the verdict of one of the laws.
  public func verdict(of law: Law) -> Verdict {
    let verdict = law.judge(on: self)
    if case .broken = verdict, plugin.cancellations() > cancellations {
      return .undecided(.noAnswer, "the engine was told to give up: its time was over")
    }
    return verdict
  }

  /// Whether laws that compare layouts can judge the document. They cannot judge a scene with a conflict, a scene that cannot be played, or an engine
  /// that is not canonical.
  public var isComparable: Bool { scene?.isComparable ?? true }

  /// Whether the engine refused a transaction of a solver script.
  public var hasRefusals: Bool { script.map { !$0.notes.refusals.isEmpty } ?? false }
}

extension Capabilities {
  /// Returns in words the first of these claims that a plugin does not make; nil if it makes them all.
  func unclaimed(by plugin: Plugin) -> String? {
    let missing = subtracting(plugin.manifest.capabilities)
    let words: [(Capabilities, String)] = [
      (.canonical, "canonical ties"), (.uniqueness, "to tell uniqueness"), (.certifying, "to certify"),
      (.conflictSets, "conflict sets"),
    ]
    return words.first { missing.contains($0.0) }.map { "\(plugin.manifest.name) does not claim \($0.1)" }
  }
}

/// The verdict of a law on one document and one engine.
public enum Verdict: Hashable, Sendable {
  /// The law applies to the document, and the engine keeps it.
  case holds
  /// The law is broken; the message says how.
  case broken(VerdictMessage)
  /// The law cannot be judged, and the reason says why: it does not apply to the document, or the engine lacks a claim that the law
  /// needs.
  case undecided(Undecided)

  /// The code of the reason why the law cannot be judged; nil if it can.
  package var undecided: Undecided.Code? { if case .undecided(let reason) = self { reason.code } else { nil } }

  package static func undecided(_ code: Undecided.Code, _ text: String) -> Verdict { .undecided(Undecided(code, text)) }
}

/// The reason why a law cannot be judged: a stable code, and text for people.
public struct Undecided: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The stable code of a reason. `Guides/codes.md` lists all.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// The document has nothing that the law is about.
    case notApplicable = "not-applicable"
    /// The engine does not offer, claim or promise what the law is about.
    case notClaimed = "not-claimed"
    /// The engine, or the process that runs it, gave no answer.
    case noAnswer = "no-answer"
    /// Another law judges what is wrong here.
    case anotherLaw = "another-law"
    /// The answer is beyond what the judge can decide.
    case outOfReach = "out-of-reach"
  }

  /// The stable code.
  public var code: Code
  /// The reason, in a clause.
  public var description: String

  /// Makes a reason from its code and a clause.
  public init(_ code: Code, _ text: String) { (self.code, description) = (code, text) }

  /// Makes the reason that the law is not about the document.
  public init(stringLiteral text: String) { self.init(.notApplicable, text) }
}
