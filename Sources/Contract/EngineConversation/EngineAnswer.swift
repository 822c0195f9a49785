import LayoutPlugin
import SceneModel

/// A line from an engine, read strictly.
package enum EngineAnswer: Hashable, Sendable {
  /// The answer to `hello`.
  case manifest(EngineManifest)
  case layout(LayoutAnswer)
  case changes([Change])
  /// The mean time of each list in nanoseconds, and the clock that measured it.
  case times([Double], clock: String)

  /// A variable and its value.
  package struct Change: Hashable, Sendable {
    package var variable: Variable
    package var value: Double
    package init(_ variable: Variable, _ value: Double) { (self.variable, self.value) = (variable, value) }
  }

  /// The line, without its end.
  package var line: String {
    switch self {
    case .manifest(let manifest): return manifest.line
    case .changes(let changes):
      let members = changes.map { "\"\($0.variable.id)\":\(TextNumber.spell($0.value))" }
      return "{\"changes\":{\(members.joined(separator: ","))}}"
    case .times(let times, let clock):
      return "{\"ns\":\(EngineRequest.list(times.map(TextNumber.spell))),\"clock\":\(JSONValue.quoted(clock))}"
    case .layout(.frames(let frames, let conflict)):
      let members = frames.sorted { $0.key < $1.key }.map { id, frame in
        "\"\(id.rawValue)\":\(EngineRequest.numbers(frame.x, frame.y, frame.width, frame.height))"
      }
      let ids = EngineRequest.list(conflict.map { "\($0.rawValue)" })
      return "{\"frames\":{\(members.joined(separator: ","))}\(conflict.isEmpty ? "" : ",\"conflict\":\(ids)")}"
    case .layout(.conflict(let ids)): return "{\"conflict\":\(EngineRequest.list(ids.map { "\($0.rawValue)" }))}"
    case .layout(.refused(let why)): return "{\"refused\":\(JSONValue.quoted(why))}"
    case .layout(.unsupported(let why)): return "{\"unsupported\":\(JSONValue.quoted(why))}"
    case .layout(.fault(let why)): return "{\"fault\":\(JSONValue.quoted(why))}"
    }
  }

  /// Reads an answer from a line.
  ///
  /// - Throws: what is wrong with the line, in words that complete a sentence whose subject is the line.
  init(_ line: [UInt8]) throws(JSONValue.Mistake) {
    let value: JSONValue
    do { value = try JSONValue(line) } catch { throw JSONValue.Mistake("is no JSON object: \(error)") }
    guard case .object(var members) = value else { throw JSONValue.Mistake("is no JSON object") }
    members.removeAll { $0.name.hasPrefix("x-") }
    func allow(_ names: String...) throws(JSONValue.Mistake) {
      if let other = members.first(where: { !names.contains($0.name) }) {
        throw JSONValue.Mistake("has the member \"\(other.name)\", which is not in the protocol")
      }
    }
    let names = Set(members.map(\.name))
    if names.contains("engine") {
      self = .manifest(try EngineManifest(members))
    } else if let frames = value["frames"] {
      try allow("frames", "conflict")
      self = .layout(.frames(try frames.frames(), conflict: try value["conflict"]?.constraintIDs() ?? []))
    } else if let changes = value["changes"] {
      try allow("changes")
      self = .changes(try changes.changes())
    } else if let conflict = value["conflict"] {
      try allow("conflict")
      self = .layout(.conflict(try conflict.constraintIDs()))
    } else if let why = value["refused"] {
      try allow("refused")
      self = .layout(.refused(try why.text("refused")))
    } else if let why = value["unsupported"] {
      try allow("unsupported")
      self = .layout(.unsupported(try why.text("unsupported")))
    } else if let why = value["fault"] {
      try allow("fault")
      self = .layout(.fault(try why.text("fault")))
    } else if let times = value["ns"] {
      try allow("ns", "clock")
      guard let clock = value["clock"], ["cpu", "wall"].contains(try clock.text("clock")) else {
        throw JSONValue.Mistake("has no clock \"cpu\" or \"wall\"")
      }
      self = .times(try times.numbers("ns"), clock: try clock.text("clock"))
    } else {
      throw JSONValue.Mistake(
        members.isEmpty ? "is empty" : "has none of the members that an answer has, but \"\(members[0].name)\"")
    }
  }
}

extension JSONValue {
  /// The number, or a word for a value that JSON cannot express.
  var text: String {
    guard case .number(let value) = self else { return "null" }
    return value.isFinite ? TextNumber.spell(value) : "null"
  }

  func text(_ name: String) throws(Mistake) -> String {
    guard case .string(let text) = self else { throw Mistake("has a member \"\(name)\" that is no text") }
    return text
  }

  func number(_ name: String) throws(Mistake) -> Double {
    guard case .number(let number) = self else { throw Mistake("has a \"\(name)\" that is no number") }
    return number == 0 ? 0 : number
  }

  func list(_ name: String) throws(Mistake) -> [JSONValue] {
    guard case .array(let items) = self else { throw Mistake("has a \"\(name)\" that is no list") }
    return items
  }

  func numbers(_ name: String, count: Int? = nil) throws(Mistake) -> [Double] {
    var numbers: [Double] = []
    for item in try list(name) { numbers.append(try item.number(name)) }
    if let count, numbers.count != count {
      throw Mistake("has a \"\(name)\" of \(numbers.count) numbers, not \(count)")
    }
    return numbers
  }

  func members(_ name: String, allowing names: Set<String>) throws(Mistake) -> [Member] {
    guard case .object(let members) = self else { throw Mistake("has a \"\(name)\" that is no object") }
    if let other = members.first(where: { !names.contains($0.name) }) {
      throw Mistake("has \"\(other.name)\" in \"\(name)\", which is not in the protocol")
    }
    return members
  }

  func id(_ name: String) throws(Mistake) -> UInt32 {
    guard case .number(let number) = self, let id = UInt32(exactly: number) else {
      throw Mistake("has a \"\(name)\" that is no id")
    }
    return id
  }

  fileprivate func constraintIDs() throws(Mistake) -> [LayoutConstraint.ID] {
    var ids: [LayoutConstraint.ID] = []
    for item in try list("conflict") { ids.append(LayoutConstraint.ID(try item.id("conflict"))) }
    return ids
  }

  fileprivate func frames() throws(Mistake) -> [ItemID: Rect] {
    guard case .object(let members) = self else { throw Mistake("has \"frames\" that are no object") }
    var frames: [ItemID: Rect] = [:]
    frames.reserveCapacity(members.count)
    for member in members {
      let numbers = try member.value.numbers(member.name, count: 4)
      guard let id = UInt32(member.name) else { throw Mistake("has a frame of \"\(member.name)\", which is no id") }
      frames[ItemID(id)] = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    return frames
  }

  fileprivate func changes() throws(Mistake) -> [EngineAnswer.Change] {
    guard case .object(let members) = self else { throw Mistake("has \"changes\" that are no object") }
    var changes: [EngineAnswer.Change] = []
    for member in members {
      guard let id = UInt32(member.name) else { throw Mistake("changes \"\(member.name)\", which is no variable") }
      changes.append(.init(Variable(id), try member.value.number(member.name)))
    }
    return changes
  }
}
