import LayoutPlugin
import SceneModel

/// An engine's description of itself, as it answers `hello`.
package struct EngineManifest: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case layout, solver
  }

  package var engine, version: String
  package var kind: Kind
  package var promise: EnginePromise

  package init(engine: String, version: String, kind: Kind, promise: EnginePromise) {
    (self.engine, self.version, self.kind, self.promise) = (engine, version, kind, promise)
  }

  init(_ members: [JSONValue.Member]) throws(JSONValue.Mistake) {
    (engine, version) = ("", "")
    var promise = EnginePromise()
    var kind: Kind?
    promise.claims = []
    promise.ties = .any
    promise.tolerance = EngineManifest.usualTolerance
    for member in members {
      let (name, value) = (member.name, member.value)
      switch name {
      case "engine": engine = try value.text(name)
      case "version": version = try value.text(name)
      case "kind":
        kind = Kind(rawValue: try value.text(name))
        if kind == nil { throw JSONValue.Mistake("has a kind that is neither \"layout\" nor \"solver\"") }
      case "claims":
        for item in try value.list(name) {
          let text = try item.text(name)
          guard let claim = EngineClaim(rawValue: text) else {
            throw JSONValue.Mistake("claims \"\(text)\", which is not in the protocol")
          }
          promise.claims?.insert(claim)
        }
      case "levels": promise.levels = try value.numbers(name)
      case "weights": promise.weights = try value.numbers(name)
      case "ties":
        promise.ties = EnginePromise.Ties(rawValue: try value.text(name))
        if promise.ties == nil { throw JSONValue.Mistake("has ties other than \"any\", \"present\" and \"canonical\"") }
      case "grid":
        for part in try value.members(name, allowing: ["place", "size"]) {
          let step = try part.value.magnitude(part.name)
          if part.name == "place" { promise.placeGrid = step } else { promise.sizeGrid = step }
        }
      case "tolerance": promise.tolerance = try value.magnitude(name)
      case "range":
        let ends = try value.numbers(name, count: 2)
        guard ends[0] > 0, ends[0] <= ends[1] else { throw JSONValue.Mistake("has a range that is none") }
        promise.range = ends[0]...ends[1]
      case "edits":
        guard let count = Int(exactly: try value.number(name)), count > 0 else {
          throw JSONValue.Mistake("has a number of edits that is not 1 or more")
        }
        promise.edits = count
      case "limits": for item in try value.list(name) { promise.limits.append(try item.text(name)) }
      default: throw JSONValue.Mistake("has the member \"\(name)\", which is not in the protocol")
      }
    }
    guard !engine.isEmpty, let kind, members.contains(where: { $0.name == "version" }) else {
      throw JSONValue.Mistake("lacks one of \"engine\", \"version\" and \"kind\"")
    }
    guard !engine.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw JSONValue.Mistake("has a name with a control character")
    }
    if let mistake = promise.levelMistake { throw JSONValue.Mistake("has \(mistake)") }
    (self.kind, self.promise) = (kind, promise)
  }

  /// The default tolerance of an answer, in points.
  private static let usualTolerance = 1e-6

  var line: String {
    var members = [
      "\"engine\":\(JSONValue.quoted(engine))", "\"version\":\(JSONValue.quoted(version))",
      "\"kind\":\"\(kind.rawValue)\"",
    ]
    let claims = EngineClaim.allCases.filter(promise.claims).map { "\"\($0.rawValue)\"" }
    members.append("\"claims\":\(EngineRequest.list(claims))")
    if !promise.levels.isEmpty {
      members.append("\"levels\":\(EngineRequest.list(promise.levels.map(TextNumber.spell)))")
    }
    if !promise.weights.isEmpty {
      members.append("\"weights\":\(EngineRequest.list(promise.weights.map(TextNumber.spell)))")
    }
    members.append("\"ties\":\"\((promise.ties ?? .any).rawValue)\"")
    if promise.placeGrid > 0 || promise.sizeGrid > 0 {
      let (place, size) = (TextNumber.spell(promise.placeGrid), TextNumber.spell(promise.sizeGrid))
      members.append("\"grid\":{\"place\":\(place),\"size\":\(size)}")
    }
    if let tolerance = promise.tolerance { members.append("\"tolerance\":\(TextNumber.spell(tolerance))") }
    if let range = promise.range {
      members.append("\"range\":\(EngineRequest.numbers(range.lowerBound, range.upperBound))")
    }
    if let edits = promise.edits { members.append("\"edits\":\(edits)") }
    if !promise.limits.isEmpty {
      members.append("\"limits\":\(EngineRequest.list(promise.limits.map(JSONValue.quoted)))")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The manifest as the contract defines it.
  package var manifest: Manifest {
    var capabilities: Capabilities = promise.ties == .canonical ? [.canonical] : []
    if promise.claims(.conflicts) { capabilities.insert(.conflictSets) }
    var manifest = Manifest(name: engine, version: version, capabilities: capabilities)
    manifest.promise = promise
    return manifest
  }
}

extension JSONValue {
  func magnitude(_ name: String) throws(Mistake) -> Double {
    let value = try number(name)
    guard value >= 0 else { throw Mistake("has a negative \"\(name)\"") }
    return value
  }
}
