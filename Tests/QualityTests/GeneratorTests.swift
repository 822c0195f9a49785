import Foundation
import FuzzTargets
import SceneFuzzing
import SceneModel
import SceneOracles
import TestSupport
import Testing

@Suite("Generators and mutators")
struct GeneratorTests {
  @Test("The same entropy gives the same documents", arguments: FuzzTarget.all.map(\.name))
  func sameEntropy(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for seed in 0..<50 as Range<UInt64> {
      var one = Entropy(seed: seed), two = Entropy(seed: seed)
      #expect(target.generate(&one) == target.generate(&two))
    }
  }

  @Test(
    "A generated or mutated document survives its text form and its compact form", arguments: FuzzTarget.all.map(\.name)
  )
  func roundTrips(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    var entropy = Entropy(seed: 7)
    for _ in 0..<300 {
      var document = target.generate(&entropy)
      for _ in 0..<entropy.below(6) { target.mutate(&document, &entropy) }
      guard target.tidy(&document) else { continue }
      #expect(try Document(compact: document.compact) == document)
      #expect(try Document(text: document.text, file: "generated") == document)
    }
  }

  @Test("Every seed is a document of its target, or a file")
  func seeds() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz/Seeds")
    for target in FuzzTarget.all {
      let seeds = try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: target.name), includingPropertiesForKeys: nil)
      #expect(seeds.count >= 3)
      for seed in seeds {
        let bytes = [UInt8](try Data(contentsOf: seed))
        #expect(bytes.count <= FuzzTarget.longestInput, "\(seed.lastPathComponent) is cut by the fuzzer")
        switch target.input(bytes).meaning {
        case .document(let document):
          let text = String(decoding: bytes, as: UTF8.self)
          #expect(try Document(text: text, file: seed.lastPathComponent) == document)
        case .file: #expect(!target.files.isEmpty)
        }
      }
    }
  }

  @Test("A mutated input fits the room and means what its bytes mean", arguments: FuzzTarget.all.map(\.name))
  func mutatedInputs(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    var entropy = Entropy(seed: 11)
    var input = target.input([])
    for seed in 0..<600 as Range<UInt64> {
      if seed % 50 == 0 {
        input = target.input((0..<entropy.below(40)).map { _ in UInt8(truncatingIfNeeded: entropy.next()) })
      }
      let room = seed % 7 == 0 ? 60 : 700
      let other = input
      input = target.mutated(input, room: room, seed: seed)
      if seed % 5 == 0 { input = target.crossed(input, with: other, room: room, seed: seed) }
      #expect(input.bytes.count <= room)
      switch (input.meaning, target.input(input.bytes).meaning) {
      case (.document(let kept), .document(let decoded)): #expect(kept == decoded)
      case (.file, .file): break
      default: Issue.record("\(input) means something else when it is read again")
      }
    }
  }

  @Test("Tables that were laid out get, lose and move rows, and what decides a height that is known changes")
  func rowsOfTables() {
    var entropy = Entropy(seed: 5)
    var (come, go, move, change) = (0, 0, 0, 0)
    for _ in 0..<4000 {
      let scene = Scene.generated(using: &entropy)
      guard let table = scene.views.first(where: { $0.table != nil })?.id else { continue }
      let cells = scene.views.filter { $0.kind == .tableCell }.map(\.id)
      let contents = scene.views.filter { $0.kind == .tableCellContent }.map(\.id)
      let labels = scene.views.filter { $0.parent.map(contents.contains) == true }.map(\.id)
      let start = scene.steps.firstIndex { $0 == .layout(.root) } ?? 0
      for step in scene.steps[start...] {
        switch step {
        case .addView(let view) where view.parent == table && view.kind == .tableCell: come += 1
        case .removeView(let view) where cells.contains(view): go += 1
        case .move(_, in: table, at: _): move += 1
        case .setIntrinsic(let label, _) where labels.contains(label): change += 1
        default: break
        }
      }
    }
    #expect(min(come, go, move, change) > 20, "\(come) came, \(go) went, \(move) moved, \(change) changed")
  }

  @Test("A kernel that never measures a row again is caught on generated tables, and the sound one is not")
  func rowsThatAreMeasuredOnce() throws {
    let broken = BrokenKernel.keepsRowHeights
    let law = try #require(Law.layoutLaws(through: broken.make).first { $0.name == broken.law })
    let sound = try #require(Law.named(broken.law))
    var entropy = Entropy(seed: 6)
    var caught = 0
    for _ in 0..<1000 {
      let scene = Scene.generated(using: &entropy)
      guard scene.views.contains(where: { $0.table != nil }) else { continue }
      if case .broken(let text) = sound.judge(.scene(scene), .layoutlab) { Issue.record("\(text)") }
      if case .broken = law.judge(.scene(scene), .layoutlab) { caught += 1 }
    }
    #expect(caught > 5)
  }

  @Test("Scripts reach fifty tiers, conflicts stay rare")
  func manyTiers() {
    var entropy = Entropy(seed: 3)
    let bounds = ScriptBounds(variables: 4...16, rows: 80...80, transactions: 1...1, tiers: 50)
    var most = 0
    for _ in 0..<40 {
      let script = SolverScript.generated(within: bounds, using: &entropy)
      var priorities = Set<Double>()
      for edit in script.transactions.flatMap(\.edits) {
        if case .add(let row) = edit, !row.isRequired { priorities.insert(row.priority) }
      }
      most = max(most, priorities.count)
    }
    #expect(most >= 30)
  }
}
