/// A file of this project: a scene, or what lies under one: a solver script, a timeline.
public enum Document: Hashable, Sendable {
  /// A scene with its steps.
  case scene(Scene)
  /// A solver's transactions.
  case solver(SolverScript)
  /// Animations over time.
  case timeline(Timeline)

  /// Reads any text form, told apart by the first word.
  public init(text: String, file: String = "document") throws(TextError) {
    var lines = try TextLines(text, file: file)
    let line = try lines.next()
    switch line?.peek?.text {
    case "scene": self = .scene(try Scene(text: text, file: file))
    case "solver": self = .solver(try SolverScript(text: text, file: file))
    case "timeline": self = .timeline(try Timeline(text: text, file: file))
    case let word:
      throw TextError(
        file: file, line: line?.number ?? 0,
        problem: word.map { "\"\($0.prefix(40))\" starts no document" } ?? "the file is empty",
        hint: "The first line is \"scene 1\", \"solver 1\" or \"timeline 1\".")
    }
  }

  /// Reads the compact form of any kind of document; throws where the bytes are none.
  public init(compact: [UInt8]) throws(CompactError) {
    if compact.starts(with: SolverScript.magic) {
      self = .solver(try SolverScript(compact: compact))
    } else if compact.starts(with: Timeline.magic) {
      do {
        self = .timeline(try Timeline(compact: compact))
      } catch {
        throw CompactError(offset: error.offset ?? compact.count, problem: error.problem)
      }
    } else {
      self = .scene(try Scene(compact: compact))
    }
  }

  /// The text form.
  public var text: String {
    switch self {
    case .scene(let scene): scene.text
    case .solver(let script): script.text
    case .timeline(let timeline): timeline.text
    }
  }

  /// The compact form, as fuzzers keep it.
  public var compact: [UInt8] {
    switch self {
    case .scene(let scene): scene.compact
    case .solver(let script): script.compact
    case .timeline(let timeline): timeline.compact
    }
  }

  /// Of the compact form: equal documents have equal ones.
  public var digest: Digest { Digest(of: compact) }

  /// How large it is, for whoever makes it smaller.
  public var weight: Weight {
    switch self {
    case .scene(let scene): scene.weight
    case .solver(let script): script.weight
    case .timeline(let timeline): timeline.weight
    }
  }

  /// The same with names and numbers in their usual order.
  public var normalForm: Document {
    switch self {
    case .scene(let scene): .scene(scene.normalForm)
    case .solver(let script): .solver(script.normalForm)
    case .timeline(let timeline): .timeline(timeline.normalForm)
    }
  }

  /// Where it comes from, where it is a finding or a regression.
  public var provenance: Provenance? {
    get {
      switch self {
      case .scene(let scene): scene.provenance
      case .solver(let script): script.provenance
      case .timeline(let timeline): timeline.provenance
      }
    }
    set {
      switch self {
      case .scene(var scene):
        scene.provenance = newValue
        self = .scene(scene)
      case .solver(var script):
        script.provenance = newValue
        self = .solver(script)
      case .timeline(var timeline):
        timeline.provenance = newValue
        self = .timeline(timeline)
      }
    }
  }

  /// The file name's ending for this kind of document, without the dot.
  public var fileExtension: String {
    switch self {
    case .scene: "scene"
    case .solver: "solver"
    case .timeline: "timeline"
    }
  }
}

extension Scene {
  /// Of the compact form.
  public var digest: Digest { Digest(of: compact) }
}

extension SolverScript {
  /// Of the compact form.
  public var digest: Digest { Digest(of: compact) }
}
