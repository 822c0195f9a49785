import SceneModel

/// A finding of a check, in the form that all output formats use.
public struct CheckFinding: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case conflict, ambiguity, mismatch, outside, overlap, truncation, target, expectation, endless, law, undecided,
      mistake

    /// The kinds that give exit status 1 by default, because they are wrong whatever the author intended. Ambiguity is not one of them.
    public static let failing = Set(allCases).subtracting([.ambiguity, .undecided, .mistake])

    /// The kinds that every check looks for. The others come from the laws of screens, which are checked on request.
    public static let ofFiles = Set(allCases).subtracting([.outside, .overlap, .truncation, .target])

    /// The rule that the finding breaks, as a sentence, for SARIF.
    public var meaning: String {
      switch self {
      case .conflict: "Required constraints cannot all hold"
      case .ambiguity: "The constraints leave a view a choice"
      case .mismatch: "A view is not where it was recorded"
      case .outside: "A view leaves its superview"
      case .overlap: "Views cover each other that do not on the file's own canvas"
      case .truncation: "A text is cut, or has no room left"
      case .target: "A control is smaller than a finger"
      case .expectation: "An expectation of a document is not met"
      case .endless: "Reactions start themselves without an end"
      case .law: "A law of layout is broken"
      case .undecided: "A law that the document names cannot be judged"
      case .mistake: "A file cannot be read as it stands"
      }
    }
  }

  /// The codes of findings for which the kind is not specific enough. Mistakes and laws have codes of their own; for all other findings the kind is
  /// the code.
  package enum Code: String {
    case frameWithoutEffect = "frame-without-effect"
    case textCut = "text-cut"
    case noRoom = "no-room"
  }

  public var kind: Kind
  /// The stable code of the problem. Nil in records that older versions wrote.
  public private(set) var code: String?
  /// The facts in the message, by name, in the words of the document. A baseline recognises the finding by its code, its element, the found value and
  /// these, not by the message. Nil if there are none.
  public var fields: [String: String]?
  /// The path as it was given.
  public var file: String
  /// The line, from 1; 0 if it is not known.
  public var line: Int
  /// The root of the scene in a file that may have several.
  public var root: String?
  /// The line of code that made the view or constraint, in a scene recorded from code. Two findings that differ only in it are the same.
  public var source: SourcePlace?
  /// The view in a developer's words: class, label or text, then kind and id.
  public var element: String
  /// The problem, in a sentence.
  public var message: String
  /// The size of the problem, as a sentence. Two findings that differ only in it are the same, because it differs between devices.
  public var detail: String?
  public var expected: String?
  public var found: String?
  /// The facts that the message assumes, in words. Two findings that differ only in them are the same.
  public var assumed: [String]
  /// The first thing to do.
  public var fix: String?
  /// The devices on which the finding occurs; empty for all.
  public var places: [String]
  /// The first state of the screen's story in which the finding occurs, with the steps that lead to it; nil: from the start. Two findings that
  /// differ only in it are the same.
  public var state: String?

  public init(
    _ kind: Kind, code: String? = nil, fields: [String: String]? = nil, file: String, line: Int = 0,
    root: String? = nil, source: SourcePlace? = nil, element: String = "", message: String, detail: String? = nil,
    expected: String? = nil, found: String? = nil, assumed: [String] = [], fix: String? = nil, places: [String] = []
  ) {
    (self.code, self.fields) = (code ?? kind.rawValue, fields)
    (self.kind, self.file, self.line, self.root, self.source) = (kind, file, line, root, source)
    (self.element, self.detail) = (element, detail)
    (self.message, self.expected, self.found, self.assumed) = (message, expected, found, assumed)
    (self.fix, self.places) = (fix, places)
  }

  /// The text by which findings are compared: kind, file, root, element, message and found value. Line, device and the other properties are left out,
  /// because they often change without a change of the finding.
  public var identity: String {
    ([kind.rawValue, file, root ?? "", element, message, found ?? ""]).map(\.onOneLine).joined(separator: "\t")
  }

  /// The place, such as `Main.storyboard:42`, without a line if there is none. For a recorded screen it is the line of code.
  public var place: String { shownPlace.text }

  /// The line of code that is shown as the finding's place, or the line of the checked file if there is none.
  var shownPlace: SourcePlace { source ?? ownPlace }

  /// The place in the file that was checked.
  var ownPlace: SourcePlace { SourcePlace(file: file, line: line) }

  /// The message with the size of the problem, the expected value and the assumptions, on one line. The code is at the end, unless it is the same as
  /// the kind or the element, which outputs print before the sentence.
  public var sentence: String {
    let shown = code.flatMap { $0 == kind.rawValue || $0 == element ? nil : " [\($0)]" } ?? ""
    let assumed = assumed.map { " Assumed: \($0)." }.joined() + shown
    let message = message + (detail.map { ": \($0)" } ?? "")
    guard let found else { return message + assumed }
    return "\(message): \(found)\(expected.map { " instead of \($0)" } ?? "")\(assumed)"
  }
}

extension String {
  var onOneLine: String { String(map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
}

/// The result of a check: each finding once, and the checked files.
public struct CheckAnswer: Sendable {
  public private(set) var findings: [CheckFinding] = []
  /// The checked files as given, in order.
  public private(set) var files: [String] = []
  public var scenes = 0
  /// The number of findings that the baseline accepts.
  public private(set) var accepted = 0
  /// The accepted mistakes. The faulty parts were not read, so they have no findings.
  public private(set) var acceptedMistakes: [CheckFinding] = []
  /// The lines of the baseline that match no finding.
  public private(set) var stale: [CheckBaseline.Entry] = []
  private var staleIn = ""
  /// The files of which some part could not be judged. They do not count as correct, even without findings.
  public private(set) var unjudged: Set<String> = []
  private var places: [String: Int] = [:]

  public init() {}

  /// Replaces each finding's line of code by what the closure returns for it, such as the same line with a complete path.
  public mutating func resolveSources(_ path: (SourcePlace) -> SourcePlace) {
    for index in findings.indices { findings[index].source = findings[index].source.map(path) }
  }

  public mutating func leaveUnjudged(_ file: String) { unjudged.insert(file) }

  public mutating func add(file: String) { if files.last != file { files.append(file) } }

  /// Adds a finding. If it is known already, its places are merged.
  public mutating func add(_ finding: CheckFinding) {
    if let known = places[finding.identity] {
      for place in finding.places where !findings[known].places.contains(place) { findings[known].places.append(place) }
    } else {
      places[finding.identity] = findings.count
      findings.append(finding)
    }
  }

  /// Removes the findings that are not of these kinds, and those that the baseline accepts. `judged` are the kinds that the run could find.
  public mutating func keep(
    _ kinds: Set<CheckFinding.Kind>, accepted baseline: CheckBaseline?,
    judged: Set<CheckFinding.Kind> = Set(CheckFinding.Kind.allCases)
  ) {
    let asked = findings.filter { kinds.contains($0.kind) }
    if let baseline {
      stale = baseline.stale(besides: findings, in: files, of: kinds.intersection(judged))
      staleIn = baseline.file
    }
    findings = asked.filter { baseline?.contains($0) != true }
    accepted = asked.count - findings.count
    acceptedMistakes = asked.filter { $0.kind == .mistake && baseline?.contains($0) == true }
    for mistake in acceptedMistakes { leaveUnjudged(mistake.file) }
    places = Dictionary(uniqueKeysWithValues: findings.enumerated().map { ($1.identity, $0) })
  }

  /// The stale lines of the baseline, as text; nil if there are none.
  public var staleText: String? {
    guard !stale.isEmpty else { return nil }
    let shown = 20
    var lines = ["\(staleIn): \(counted(stale.count, "line")) without a finding. Delete those that are fixed:"]
    lines += stale.prefix(shown).map { "    line \($0.line): \($0.text)" }
    if stale.count > shown { lines.append("    and \(stale.count - shown) more: --json lists them") }
    return lines.joined(separator: "\n")
  }

  /// The accepted mistakes, as text; nil if there are none.
  public var unreadText: String? {
    guard !acceptedMistakes.isEmpty else { return nil }
    let files = Set(acceptedMistakes.map(\.file)).sorted()
    return "not read, and accepted: \(counted(acceptedMistakes.count, "mistake")) in \(CheckAnswer.list(files))"
  }

  public var fineFiles: [String] {
    let troubled = unjudged.union(findings.map(\.file))
    return files.filter { !troubled.contains($0) }
  }
}
