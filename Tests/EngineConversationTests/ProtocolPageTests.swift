import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles
import Testing

@testable import EngineConversation

/// The page of the protocol, its schema and the code that speaks it.
@Suite struct ProtocolPageTests {
  private static let guides = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Guides")

  private static func page() throws -> [(isRequest: Bool, line: String)] {
    let text = try String(contentsOf: guides.appending(path: "engine-protocol.md"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      guard let first = line.first, first == "→" || first == "←" else { return nil }
      return (first == "→", String(line.dropFirst(2)))
    }
  }

  private static func schema() throws -> LineSchema {
    try LineSchema(contentsOf: guides.appending(path: "engine-protocol.schema.json"))
  }

  @Test("Each line of the page is of the schema, and is read as the protocol has it")
  func page() throws {
    let (page, schema) = (try Self.page(), try Self.schema())
    #expect(page.count > 15)
    var kind = EngineManifest.Kind.layout
    for (isRequest, line) in page {
      #expect(try schema.accepts(line, as: isRequest ? "request" : "answer"), "\(line)")
      let bytes = Array(line.utf8)
      if isRequest {
        // Our own spelling of the same request is the page's.
        #expect(try EngineRequest(bytes, for: kind).line == line)
      } else if case .manifest(let manifest) = try EngineAnswer(bytes) {
        kind = manifest.kind
      }
    }
  }

  @Test("Requests made of random documents are of the schema, and are read as what they were")
  func requests() throws {
    let schema = try Self.schema()
    let target = FuzzTarget.frames().within(.ofKernel)
    for number in 0..<120 {
      guard case .scene(let scene) = target.project(target.varied(number, seed: 2)) else { continue }
      var start = scene
      start.steps = []
      for request in [EngineRequest.open(start)] + scene.batches.map({ EngineRequest.edit($0) }) {
        #expect(try schema.accepts(request.line, as: "request"), "\(request.line)")
        #expect(try EngineRequest(Array(request.line.utf8), for: .layout).line == request.line)
      }
      for transaction in SolverScript.varied(number, seed: 2).transactions
      where transaction.edits.allSatisfy(\.isFinite) {
        let request = EngineRequest.apply(transaction.edits)
        #expect(try EngineRequest(Array(request.line.utf8), for: .solver) == request)
      }
    }
  }

  @Test(
    "What is no answer is refused",
    arguments: [
      "", "{}", "[]", "null", "{\"frames\":{\"1\":[1,2,3]}}", "{\"frames\":{\"1\":[1,2,3,NaN]}}",
      "{\"frames\":{\"1\":[1,2,3,1e999]}}",
      "{\"frames\":{\"one\":[1,2,3,4]}}", "{\"frames\":{},\"frames\":{}}", "{\"frames\":{}} {}",
      "{\"frames\":{},\"extra\":1}",
      "{\"changes\":{\"1\":\"2\"}}", "{\"conflict\":[1.5]}", "{\"fault\":7}", "{\"ns\":[1]}", "{\"fault\":\"\\ud800",
      "{\"engine\":\"e\",\"version\":\"1\"}",
      "{\"engine\":\"e\",\"version\":\"1\",\"kind\":\"layout\",\"claims\":[\"all\"]}",
      "{\"engine\":\"e\",\"version\":\"1\",\"kind\":\"layout\",\"levels\":[750]}", "{\"frames\":{\"1\":[01,2,3,4]}}",
      "{\"frames\":{\"1\":[+1,2,3,4]}}",
    ])
  func wrongAnswers(line: String) {
    #expect(throws: JSONValue.Mistake.self) { try EngineAnswer(Array(line.utf8)) }
  }

  @Test("Nesting without end is refused, not followed")
  func deep() {
    #expect(throws: JSONValue.Mistake.self) { try JSONValue([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)) }
  }

  @Test("Members that begin with x- are ignored")
  func extensions() throws {
    let line = "{\"frames\":{\"1\":[1,2,3,4]},\"x-pivots\":3}"
    #expect(
      try EngineAnswer(Array(line.utf8))
        == .layout(.frames([ItemID(1): Rect(x: 1, y: 2, width: 3, height: 4)], conflict: [])))
  }

  @Test("A promise that cannot be is refused behind the C table, too: levels fall, weights are as many")
  func promises() {
    var promise = EnginePromise()
    promise.levels = [1000, 750, 250]
    #expect(promise.levelMistake == nil)
    promise.weights = [100, 1]
    #expect(promise.levelMistake == nil)
    promise.weights = [100]
    #expect(promise.levelMistake != nil)
    (promise.levels, promise.weights) = ([1000, 250, 750], [])
    #expect(promise.levelMistake != nil)
  }
}

/// As much of JSON Schema as the protocol's needs.
private struct LineSchema {
  private let definitions: [String: Any]

  init(contentsOf file: URL) throws {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    definitions = try #require(object?["$defs"] as? [String: Any])
  }

  func accepts(_ line: String, as name: String) throws -> Bool {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
    return accepts(value, definitions[name] as? [String: Any] ?? [:])
  }

  private func accepts(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let reference = schema["$ref"] as? String {
      let name = reference.replacing("#/$defs/", with: "")
      guard let definition = definitions[name] as? [String: Any] else { return false }
      return accepts(value, definition)
    }
    func all(_ key: String) -> [[String: Any]] { schema[key] as? [[String: Any]] ?? [] }
    if schema["oneOf"] != nil, all("oneOf").count(where: { accepts(value, $0) }) != 1 { return false }
    if schema["anyOf"] != nil, !all("anyOf").contains(where: { accepts(value, $0) }) { return false }
    if let constant = schema["const"], !isSame(value, constant) { return false }
    if let choices = schema["enum"] as? [Any], !choices.contains(where: { isSame(value, $0) }) { return false }
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      if !types.contains(where: { isOf($0, value) }) { return false }
    }
    if let number = (value as? NSNumber)?.doubleValue {
      if let least = schema["minimum"] as? Double, number < least { return false }
      if let least = schema["exclusiveMinimum"] as? Double, number <= least { return false }
      if let most = schema["maximum"] as? Double, number > most { return false }
    }
    if let list = value as? [Any] { return accepts(list: list, schema) }
    if let object = value as? [String: Any] { return accepts(object: object, schema) }
    return true
  }

  private func accepts(list: [Any], _ schema: [String: Any]) -> Bool {
    if let least = schema["minItems"] as? Int, list.count < least { return false }
    if let most = schema["maxItems"] as? Int, list.count > most { return false }
    let prefix = schema["prefixItems"] as? [[String: Any]] ?? []
    for (item, own) in zip(list, prefix) where !accepts(item, own) { return false }
    if let rest = schema["items"] as? [String: Any] {
      return list.dropFirst(prefix.count).allSatisfy { accepts($0, rest) }
    }
    return true
  }

  private func accepts(object: [String: Any], _ schema: [String: Any]) -> Bool {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    if let required = schema["required"] as? [String], required.contains(where: { object[$0] == nil }) { return false }
    let ignoresOwn = schema["patternProperties"] != nil
    for (name, value) in object {
      if let own = properties[name] {
        if !accepts(value, own) { return false }
      } else if ignoresOwn, name.hasPrefix("x-") {
        continue
      } else if let rest = schema["additionalProperties"] as? [String: Any] {
        if !accepts(value, rest) { return false }
      } else if schema["additionalProperties"] as? Bool == false {
        return false
      }
    }
    return true
  }

  private func isSame(_ a: Any, _ b: Any) -> Bool {
    if let a = a as? String { return a == b as? String }
    return (a as? NSNumber).map { $0 == b as? NSNumber } ?? false
  }

  private func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    case "number": value is NSNumber
    default: true
    }
  }
}
