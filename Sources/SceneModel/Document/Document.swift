/// A file of this project: a scene, or what lies under one: a solver script, a timeline.
public enum Document: Hashable, Sendable {
  case scene(Scene)
  case solver(SolverScript)
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

  public var text: String {
    switch self {
    case .scene(let scene): scene.text
    case .solver(let script): script.text
    case .timeline(let timeline): timeline.text
    }
  }

  public var compact: [UInt8] {
    switch self {
    case .scene(let scene): scene.compact
    case .solver(let script): script.compact
    case .timeline(let timeline): timeline.compact
    }
  }

  public var digest: Digest { Digest(of: compact) }

  public var weight: Weight {
    switch self {
    case .scene(let scene): scene.weight
    case .solver(let script): script.weight
    case .timeline(let timeline): timeline.weight
    }
  }

  public var normalForm: Document {
    switch self {
    case .scene(let scene): .scene(scene.normalForm)
    case .solver(let script): .solver(script.normalForm)
    case .timeline(let timeline): .timeline(timeline.normalForm)
    }
  }

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
  public var digest: Digest { Digest(of: compact) }
}

extension SolverScript {
  public var digest: Digest { Digest(of: compact) }
}
