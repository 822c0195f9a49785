import Foundation
import FuzzTargets
import SceneFuzzing
import SceneModel
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
