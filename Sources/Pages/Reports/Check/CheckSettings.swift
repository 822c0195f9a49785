import SceneImport
import SceneModel
import Yams

/// The settings of checks in `layoutlab.yml`, so that a project is checked in the same way everywhere.
///
/// ```yaml
/// check:
///     files: [App, Modules]
///     exclude: [Pods]
///     fail-on: [conflict, ambiguity]
///     baseline: accepted.txt
/// ```
public struct CheckSettings: Hashable, Sendable {
  public var files: [String] = []
  public var exclude: [String] = []
  public var only: Set<CheckFinding.Kind>?
  public var failOn: Set<CheckFinding.Kind>?
  public var baseline: String?
  /// The devices, written as for the option `--device`.
  public var devices: String?
  /// The user's own devices: their descriptions, by name.
  public private(set) var ownDevices: [String: String] = [:]
  /// The range of widths, written as for the option `--widths`.
  public var widths: String?
  /// Whether the laws of screens are checked. The properties below it are the variations, written as for the options of these names.
  public var screens = false
  public var textSizes, directions, lengthen, pseudoLanguages: String?

  public init() {}

  private static let keys = [
    "files", "exclude", "only", "fail-on", "baseline", "devices", "own-devices", "widths", "screens", "text-sizes",
    "directions",
    "lengthen", "pseudo-languages",
  ]

  /// Returns device names with commas between them, as `--device` takes them; custom devices are written out in full.
  public func spellingOut(_ names: String) -> String {
    names.split(separator: ",", omittingEmptySubsequences: false).map { name in
      let landscape = name.hasSuffix("-landscape") ? "-landscape" : ""
      let plain = String(name.dropLast(landscape.count))
      return ownDevices[plain].map { "\(plain)=\($0)\(landscape)" } ?? String(name)
    }.joined(separator: ",")
  }

  /// Reads the part `check` of a settings file; the other parts belong to other verbs. Mistakes name their line.
  public init(yaml: String, file: String) throws(TextError) {
    let root: Node?
    do { root = try Yams.compose(yaml: yaml) } catch {
      throw CheckSettings.mistake(in: error, file: file)
    }
    guard let root else { return }
    let reader = Reader(file: file)
    for (key, value) in try reader.entries(of: root, "the file") where key.text == "check" {
      let entries = try reader.entries(of: value, "check")
      for (key, value) in entries where key.text == "own-devices" {
        ownDevices = try reader.ownDevices(of: value, key.text)
      }
      for (key, value) in entries {
        switch key.text {
        case "files": files = try reader.words(of: value, key.text)
        case "exclude": exclude = try reader.words(of: value, key.text)
        case "only": only = try reader.kinds(of: value, key.text)
        case "fail-on": failOn = try reader.kinds(of: value, key.text)
        case "baseline": baseline = try reader.word(of: value, key.text)
        case "devices": devices = try reader.devices(of: value, key.text, self).joined(separator: ",")
        case "own-devices": break
        case "widths": widths = try reader.word(of: value, key.text)
        case "screens": screens = try reader.flag(of: value, key.text)
        case "text-sizes": textSizes = try reader.words(of: value, key.text).joined(separator: ",")
        case "directions": directions = try reader.words(of: value, key.text).joined(separator: ",")
        case "lengthen": lengthen = try reader.words(of: value, key.text).joined(separator: ",")
        case "pseudo-languages": pseudoLanguages = try reader.words(of: value, key.text).joined(separator: ",")
        default:
          let near = didYouMean(key.text, among: CheckSettings.keys)
          throw TextError(
            file: file, line: key.line, code: .unknownWord, problem: "\"check\" has no \"\(key.text)\"",
            hint: near.isEmpty ? "It has \(CheckSettings.keys.joined(separator: ", "))." : near)
        }
      }
    }
  }

  private static func mistake(in error: any Error, file: String) -> TextError {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
      .composer(_, let problem, let mark, _)?:
      TextError(file: file, line: mark.line, code: .wrongFormat, problem: problem, hint: "It is no YAML as it stands.")
    default:
      TextError(file: file, line: 0, code: .wrongFormat, problem: "it is no YAML", hint: "Write KEY: VALUE lines.")
    }
  }

  private struct Reader {
    let file: String

    func line(_ node: Node) -> Int { node.mark?.line ?? 0 }

    func entries(of node: Node, _ what: String) throws(TextError) -> [(key: (text: String, line: Int), value: Node)] {
      guard let mapping = node.mapping else {
        throw TextError(
          file: file, line: line(node), code: .wrongKind, problem: "\(what) is no list of keys",
          hint: "Write KEY: VALUE lines.")
      }
      var entries: [(key: (text: String, line: Int), value: Node)] = []
      for (key, value) in mapping { entries.append(((key.scalar?.string ?? "", line(key)), value)) }
      return entries
    }

    func word(of node: Node, _ key: String) throws(TextError) -> String {
      guard let text = node.scalar?.string, !text.isEmpty else {
        throw TextError(
          file: file, line: line(node), code: .wrongKind, problem: "\"\(key)\" is no word", hint: "Write \(key): VALUE."
        )
      }
      return text
    }

    func flag(of node: Node, _ key: String) throws(TextError) -> Bool {
      guard let flag = node.bool else {
        throw TextError(
          file: file, line: line(node), code: .wrongKind, problem: "\"\(key)\" is neither yes nor no",
          hint: "Write \(key): true.")
      }
      return flag
    }

    func words(of node: Node, _ key: String) throws(TextError) -> [String] {
      guard let sequence = node.sequence else { return [try word(of: node, key)] }
      var words: [String] = []
      for node in sequence { words.append(try word(of: node, key)) }
      return words
    }

    /// Reads the user's own devices, each with all its values.
    func ownDevices(of node: Node, _ key: String) throws(TextError) -> [String: String] {
      var own: [String: String] = [:]
      for (name, value) in try entries(of: node, key) {
        let spelling = try word(of: value, name.text)
        guard !name.text.contains(where: { ",:=".contains($0) }), Device(spelling: "\(name.text)=\(spelling)") != nil
        else {
          throw TextError(
            file: file, line: line(value), code: .wrongFormat, problem: "\"\(spelling)\" spells no device",
            hint:
              "Write NAME: 900x700@2x:safe=24/0/20/0:landscape=0/24/20/24:classes=regular/regular:idiom=pad, all but the size as needed."
          )
        }
        own[name.text] = spelling
      }
      return own
    }

    func devices(of node: Node, _ key: String, _ settings: CheckSettings) throws(TextError) -> [String] {
      var names: [String] = []
      for node in node.sequence.map({ Array($0) }) ?? [node] {
        for name in try word(of: node, key).split(separator: ",").map(String.init) {
          let spelled = settings.spellingOut(name)
          guard name == "all" || Device(spelling: spelled) != nil else {
            throw TextError(
              file: file, line: line(node), code: .unknownName, problem: "\"\(name)\" is no device",
              hint: Device.hint(for: name, besides: settings.ownDevices.keys.sorted()))
          }
          names.append(spelled)
        }
      }
      return names
    }

    func kinds(of node: Node, _ key: String) throws(TextError) -> Set<CheckFinding.Kind> {
      var kinds: Set<CheckFinding.Kind> = []
      for word in try words(of: node, key) {
        guard let kind = CheckFinding.Kind(rawValue: word) else {
          let known = CheckFinding.Kind.allCases.map(\.rawValue)
          let near = didYouMean(word, among: known)
          throw TextError(
            file: file, line: line(node), code: .unknownWord, problem: "\"\(word)\" is no kind of finding",
            hint: near.isEmpty ? "Kinds are \(known.joined(separator: ", "))." : near)
        }
        kinds.insert(kind)
      }
      return kinds
    }
  }
}
