import SceneModel
import Yams

/// Reads the nodes of a YAML text. Errors have the number of their line.
struct YAMLReader {
  let file: String

  func mistake(_ code: MistakeCode, _ node: Node, _ problem: String, _ hint: String) -> TextError {
    TextError(file: file, line: node.mark?.line ?? 0, code: code, problem: problem, hint: hint)
  }

  func root(_ yaml: String) throws(TextError) -> Node {
    do {
      if let node = try Yams.compose(yaml: yaml) { return node }
    } catch {
      throw TextError(
        file: file, line: 0, code: .wrongFormat, problem: "it is no YAML: \(error)", hint: "Write KEY: VALUE lines.")
    }
    throw TextError(file: file, line: 0, code: .endsEarly, problem: "it is empty", hint: "Write KEY: VALUE lines.")
  }

  func fields(of node: Node, _ what: String, _ keys: [String]) throws(TextError) -> [String: Node] {
    guard let mapping = node.mapping else {
      throw mistake(.wrongKind, node, "\(what) is no list of keys", "Write KEY: VALUE lines.")
    }
    var fields: [String: Node] = [:]
    for (key, value) in mapping {
      let name = key.scalar?.string ?? ""
      guard keys.contains(name) else {
        let near = didYouMean(name, among: keys)
        throw mistake(
          .unknownWord,
          key, "\(what) has no \"\(name)\"", near.isEmpty ? "It has \(keys.joined(separator: ", "))." : near)
      }
      fields[name] = value
    }
    return fields
  }

  func list(_ node: Node?, _ key: String) throws(TextError) -> [Node] {
    guard let node else { return [] }
    guard let sequence = node.sequence else {
      throw mistake(.wrongKind, node, "\"\(key)\" is no list", "Write - before each entry.")
    }
    return Array(sequence)
  }

  func word(_ node: Node, _ key: String) throws(TextError) -> String {
    guard let text = node.scalar?.string, !text.isEmpty else {
      throw mistake(.wrongKind, node, "\"\(key)\" is no word", "Write \(key): VALUE.")
    }
    return text
  }

  func required(_ node: Node?, _ key: String, at place: Node) throws(TextError) -> String {
    guard let node else { throw mistake(.valueMissing, place, "\"\(key)\" is missing", "Write \(key): VALUE.") }
    return try word(node, key)
  }

  func number(_ node: Node, _ key: String, _ range: ClosedRange<Int>) throws(TextError) -> Int {
    guard let number = node.int, range.contains(number) else {
      throw mistake(
        .outside,
        node, "\"\(key)\" is no number from \(range.lowerBound) to \(range.upperBound)",
        "Write \(key): \(range.lowerBound).")
    }
    return number
  }

  func engine(_ node: Node?) throws(TextError) -> String {
    guard let node else { return CampaignFile.ours }
    let name = try word(node, "engine")
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "." }) else {
      throw mistake(
        .wrongFormat,
        node, "\"\(name)\" is no name of an engine",
        "Write a name here, and say on the command line where it is: --engine NAME=./libNAME.so or NAME=cmd:COMMAND.")
    }
    return name
  }
}
