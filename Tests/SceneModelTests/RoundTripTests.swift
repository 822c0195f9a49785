import SceneModel
import Testing

@Suite struct RoundTripTests {
  @Test("A scene's text and bytes give it back, and give back each other", arguments: 0..<400)
  func scenes(seed: UInt64) throws {
    let scene = RandomScene.scene(seed: seed)
    try #require(scene.structuralMistake == nil)
    let fromText = try Scene(text: scene.text)
    #expect(fromText == scene)
    let fromBytes = try Scene(compact: scene.compact)
    #expect(fromBytes == scene)
    #expect(fromBytes.text == scene.text)
    #expect(fromText.compact == scene.compact)
    #expect(fromText.digest == scene.digest)
    #expect(try Document(text: scene.text) == .scene(scene))
    #expect(try Document(compact: scene.compact) == .scene(scene))
  }

  @Test("A solver script's text and bytes give it back, and give back each other", arguments: 0..<400)
  func scripts(seed: UInt64) throws {
    let script = randomScript(seed: seed)
    let fromText = try SolverScript(text: script.text)
    #expect(fromText == script)
    let fromBytes = try SolverScript(compact: script.compact)
    #expect(fromBytes == script)
    #expect(fromBytes.text == script.text)
    #expect(fromText.compact == script.compact)
    #expect(try Document(text: script.text) == .solver(script))
    #expect(try Document(compact: script.compact) == .solver(script))
  }

  /// Guards the test above: a field that is added and not generated would pass it without having a spelling.
  @Test("The random scenes set every field of every part")
  func everyFieldVaries() {
    var seen: [String: Set<String>] = [:]
    func note<T>(_ value: T) {
      for field in Mirror(reflecting: value).children {
        seen["\(T.self).\(field.label ?? "?")", default: []].insert("\(field.value)")
      }
    }
    var steps: Set<String> = []
    for seed in 0..<600 as Range<UInt64> {
      let scene = RandomScene.scene(seed: seed)
      note(scene)
      scene.views.forEach { view in
        note(view)
        note(view.margins)
        note(view.intrinsic)
        if let stack = view.stack { note(stack) }
        if let scroll = view.scroll { note(scroll) }
        if let table = view.table { note(table) }
        if let flow = view.flow { note(flow) }
        if let text = view.text { note(text) }
      }
      scene.guides.forEach(note)
      scene.constraints.forEach(note)
      for step in scene.steps {
        steps.insert(Mirror(reflecting: step).children.first?.label ?? "\(step)")
        if case .setProperty(_, let property) = step {
          steps.insert("property " + (Mirror(reflecting: property).children.first?.label ?? "\(property)"))
        }
      }
    }
    #expect(seen.count > 50)
    for (field, values) in seen { #expect(values.count > 1, "\(field) is always \(values)") }
    #expect(steps.count == 25 + 10, "\(steps.sorted())")
  }

  @Test("Bytes that spell a document in another way are the same document")
  func otherSpellings() throws {
    var bytes = Scene(rootSize: Size(width: 100, height: 100)).compact
    let scale = try #require(bytes.firstIndex(of: 8))
    // The scale 2 as eight bytes of a double, and as a varint with a needless last byte.
    bytes.replaceSubrange(scale...scale, with: [1, 0, 0, 0, 0, 0, 0, 0, 0x40])
    #expect(try Scene(compact: bytes).compact == Scene(rootSize: Size(width: 100, height: 100)).compact)
    bytes.replaceSubrange(scale..<scale + 9, with: [0x88, 0])
    #expect(try Scene(compact: bytes).digest == Scene(rootSize: Size(width: 100, height: 100)).digest)
  }
}
