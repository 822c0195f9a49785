/// A document of this project: a scene, a solver script or a timeline.
public enum Document: Hashable, Sendable {
  /// A view tree with its steps.
  case scene(Scene)
  /// The transactions for a solver.
  case solver(SolverScript)
  /// Layers with their animations.
  case timeline(Timeline)

  /// Reads the text form of any kind of document; the first word says which.
  ///
  /// - Throws: a `TextError` that names `file` and the line.
  public init(text: String, file: String = "document") throws(TextError) {
    var lines: SceneLines?
    try self.init(text: text, file: file, lines: &lines)
  }

  /// Reads the text form of any kind of document. If `lines` is not nil, it receives the lines that declare the parts of a scene; for another kind it
  /// becomes nil.
  ///
  /// - Throws: a `TextError` that names `file` and the line.
  public init(text: String, file: String, lines sceneLines: inout SceneLines?) throws(TextError) {
    let wantsLines = sceneLines != nil
    sceneLines = nil
    var lines = try TextLines(text, file: file)
    let line = try lines.next()
    switch line?.peek?.text {
    case "scene" where wantsLines:
      var found = SceneLines()
      self = .scene(try Scene(text: text, file: file, lines: &found))
      sceneLines = found
    case "scene": self = .scene(try Scene(text: text, file: file))
    case "solver": self = .solver(try SolverScript(text: text, file: file))
    case "timeline": self = .timeline(try Timeline(text: text, file: file))
    case let word:
      throw TextError(
        file: file, line: line?.number ?? 0, code: word == nil ? .endsEarly : .wrongFormat,
        problem: word.map { "\"\($0.prefix(40))\" starts no document" } ?? "the file is empty",
        hint: "The first line is \"scene 1\", \"solver 1\" or \"timeline 1\".")
    }
  }

  /// Reads the compact form of any kind of document.
  ///
  /// - Throws: a `CompactError` if the bytes are not a document. Time and memory are linear in their number.
  public init(compact: [UInt8]) throws(CompactError) {
    if compact.starts(with: SolverScript.magic) {
      self = .solver(try SolverScript(compact: compact))
    } else if compact.starts(with: Timeline.magic) {
      do {
        self = .timeline(try Timeline(compact: compact))
      } catch {
        throw CompactError(
          offset: error.offset ?? compact.count, code: error.offset == nil ? .impossible : .wrongFormat,
          problem: error.problem)
      }
    } else {
      self = .scene(try Scene(compact: compact))
    }
  }

  /// The document in text form.
  public var text: String {
    switch self {
    case .scene(let scene): scene.text
    case .solver(let script): script.text
    case .timeline(let timeline): timeline.text
    }
  }

  /// The document in compact form.
  public var compact: [UInt8] {
    switch self {
    case .scene(let scene): scene.compact
    case .solver(let script): script.compact
    case .timeline(let timeline): timeline.compact
    }
  }

  /// The digest of the compact form; equal documents have equal digests.
  public var digest: Digest { Digest(of: compact) }

  /// The document's size, which the minimiser makes smaller.
  public var weight: Weight {
    switch self {
    case .scene(let scene): scene.weight
    case .solver(let script): script.weight
    case .timeline(let timeline): timeline.weight
    }
  }

  /// The document with names, ids and numbers replaced by canonical ones: findings with equal normal forms count as the same bug.
  public var normalForm: Document {
    switch self {
    case .scene(let scene): .scene(scene.normalForm)
    case .solver(let script): .solver(script.normalForm)
    case .timeline(let timeline): .timeline(timeline.normalForm)
    }
  }

  /// The law that the document broke, and the day on which this was found; `nil` for a document that is neither a finding nor a
  /// regression.
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

  /// The file name's extension for this kind of document, without the dot: `scene`, `solver` or `timeline`.
  public var fileExtension: String {
    switch self {
    case .scene: "scene"
    case .solver: "solver"
    case .timeline: "timeline"
    }
  }
}

extension Scene {
  /// The digest of the compact form.
  public var digest: Digest { Digest(of: compact) }
}

extension SolverScript {
  /// The digest of the compact form.
  public var digest: Digest { Digest(of: compact) }
}
