@testable import Campaigns
import Foundation
import SceneFuzzing
import SceneModel
import Testing

@Suite("Merging results")
struct CampaignResultsTests {
  private func unit(_ name: String, executions: Int = 1, machine: String = "m1", findings: [String] = [])
    -> CampaignRecord
  {
    .unit(
      .init(
        campaign: "night", campaignDigest: "c", unit: name, engine: "e", engineDigest: "d", revision: "r",
        machine: machine, isCanary: false, figures: ["executions": executions], findings: findings))
  }

  private func finding(_ fingerprint: String, document: String, reproduced: Int = 12, machine: String = "m1")
    -> CampaignRecord
  {
    .finding(
      .init(
        target: "FuzzSolver", law: "solver.a", detail: "", laws: ["solver.a"], engine: "e", engineDigest: "d",
        revision: "r", machine: machine, unit: "u", fingerprint: fingerprint, kind: .steady, reproduced: reproduced,
        replays: 12, weight: "", document: document, traits: nil))
  }

  /// Records that share keys, differ in rank, and are more than are kept.
  private var many: [CampaignRecord] {
    var random = Entropy(seed: 5)
    return (0..<400).map { number in
      number % 2 == 0
        ? unit("u\(random.below(30))", executions: random.below(4), machine: "m\(random.below(3))")
        : finding(
          "f\(random.below(90))", document: String(repeating: "x", count: random.below(9)),
          reproduced: random.below(12))
    }
  }

  @Test("Neither order nor repetition changes a byte, however the records are cut into files")
  func mergingIsAUnion() {
    let records = many
    let expected = CampaignResults(records).text
    var random = Entropy(seed: 9)
    for _ in 0..<20 {
      var shuffled = records + records.prefix(100)
      for at in shuffled.indices.reversed() { shuffled.swapAt(at, random.below(at + 1)) }
      let cut = random.below(shuffled.count)
      var left = CampaignResults(shuffled[..<cut]), right = CampaignResults(shuffled[cut...])
      let kept = CampaignResults(left.records)
      left.merge(right)
      right.merge(kept)
      #expect(left.text == expected)
      #expect(right.text == expected)
      left.merge(left)
      #expect(left.text == expected)
    }
  }

  @Test("What a document is made of is written in order: a set has another one in every process")
  func shapes() throws {
    let scene = try Document(
      text: "scene 1\nroot 10 x 10\n"
        + (1...9).map { "constraint c\($0): root.\(attributes[$0 % 6]) = \($0)\n" }.joined())
    let text = String(decoding: try JSONEncoder().encode(DocumentShape(scene)), as: UTF8.self)
    let written = try #require(text.firstRange(of: "[")).upperBound
    let pieces = text[written...].split(separator: "\"").filter { $0.contains("#") || $0.contains("root") }
    #expect(pieces.count > 2 && pieces == pieces.sorted(), "\(text)")
  }

  private let attributes = ["width", "height", "centerX", "left", "firstBaseline", "leadingMargin"]

  @Test("What fails more surely and what is smaller is kept, and so many of a law at most")
  func preference() {
    let results = CampaignResults([
      finding("f", document: "large"), finding("f", document: "s", reproduced: 3), finding("f", document: "tiny"),
    ])
    #expect(results.records == [finding("f", document: "tiny")])
    let kept = CampaignResults((0..<200).map { finding("f\($0)", document: String(repeating: "x", count: $0)) })
    #expect(kept.records.count == CampaignResults.mostFindings)
    #expect(kept.records.contains(finding("f0", document: "")))
  }

  @Test("Files are read as they were written; a line that is none is told with its place")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "campaign-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = CampaignResults(many)
    let file = folder.appending(path: "a.jsonl")
    try results.write(to: file.path)
    #expect(try CampaignResults(files: [folder.path]).text == results.text)
    #expect(try CampaignResults(files: [file.path, folder.path]).text == results.text)
    try Data((results.text + "{\"unit\":1}\n").utf8).write(to: file)
    #expect { try CampaignResults(files: [file.path]) } throws: { error in
      (error as? TextError)?.line == results.records.count + 1
    }
  }

  @Test("Findings of two shards with documents that are alike are one bug")
  func buckets() throws {
    func record(_ text: String, _ law: String) throws -> CampaignRecord.FindingRecord {
      let document = try Document(text: text, file: "a.solver")
      let finding = Finding(
        kind: .steady, target: "FuzzSolver", law: law, detail: "", status: .new, found: "",
        rate: ReplayRate(broken: 12, of: 12), original: document, minimized: document)
      return .init(
        target: "FuzzSolver", law: law, detail: "", laws: [law], engine: "e", engineDigest: "", revision: "",
        machine: "", unit: "", fingerprint: finding.fingerprint, kind: .steady, reproduced: 12, replays: 12,
        weight: "", document: text, traits: finding.traits)
    }
    let one = "solver 1\napply: add c1: v1 = 3 @1000\n"
    let same = "solver 1\napply: add c1: v1 = 8 @1000\n"
    let other = "solver 1\napply: add c1: v1 + v2 <= 8 @1000; add c2: v2 = 1 @500\napply: remove c1\n"
    let lists = CampaignBuckets.alike([
      try record(one, "solver.a"), try record(same, "solver.a"), try record(other, "solver.b"),
    ])
    #expect(lists.map(\.count).sorted() == [1, 2])
  }
}
