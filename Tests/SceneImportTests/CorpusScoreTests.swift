import ConstraintSolver
import Foundation
import LayoutKernel
import SceneImport
import SceneModel
import Testing

@Suite("Real screens come out as Interface Builder laid them out")
struct CorpusScoreTests {
  /// Views that a prototype reproduced, in scenes whose recorded frames are trustworthy: hard truth.
  private struct CountedView {
    var file, root, view: String
  }

  private func countedViews(in corpus: URL) throws -> [CountedView] {
    let table = try String(contentsOf: corpus.appendingPathComponent("counted_views.csv"), encoding: .utf8)
    return table.split(whereSeparator: \.isNewline).dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 6, cells[2].hasPrefix("clean"), cells[5] == "match" else { return nil }
      return CountedView(file: cells[0], root: cells[1], view: cells[3])
    }
  }

  @Test(
    "At least 99 % of the counted views are compared, and at least 99.5 % of those are right",
    .enabled(if: Fixtures.corpus != nil, "the data beside the project is absent"))
  func score() throws {
    let corpus = try #require(Fixtures.corpus)
    var reports: [String: SceneReport] = [:]
    var summary = CheckSummary()
    for file in Fixtures.corpusFiles(in: corpus) {
      let document = try InterfaceBuilderDocument(Data(contentsOf: corpus.appendingPathComponent(file)), file: file)
      summary.files += 1
      for scene in document.scenes() {
        let report = try SceneCheck(findsAmbiguity: false).report(on: scene, file: file, solver: ConstraintSolver())
        reports["\(file)#\(scene.root)"] = report
        summary.add(report)
      }
    }
    let counted = try countedViews(in: corpus)
    var compared = 0
    var reproduced = 0
    for view in counted {
      guard let report = reports["\(view.file)#\(view.root)"],
        !report.uncompared.contains(where: { $0.view == view.view })
      else { continue }
      compared += 1
      if !report.mismatches.contains(where: { $0.view == view.view }) { reproduced += 1 }
    }
    print(
      "counted views: \(counted.count), compared \(compared), reproduced \(reproduced); all scenes: \(summary.reproduced) "
        + "of \(summary.compared) views, judged coordinates \(summary.judged.reproduced) of "
        + "\(summary.judged.coordinates); unflagged: \(summary.clean.reproduced) of \(summary.clean.compared), judged "
        + "\(summary.clean.judged.reproduced) of \(summary.clean.judged.coordinates)")
    #expect(Double(compared) >= 0.99 * Double(counted.count))
    #expect(Double(reproduced) >= 0.995 * Double(compared))
    #expect(Double(summary.clean.judged.reproduced) >= 0.99 * Double(summary.clean.judged.coordinates))
    #expect(Double(summary.judged.coordinates) >= 0.45 * 4 * Double(summary.compared))
  }

  @Test(
    "Our own screens are laid out exactly as worked out by hand",
    arguments: ["SignIn.storyboard", "Article.storyboard", "Cell.xib"])
  func fixtures(name: String) throws {
    for scene in try Fixtures.document(name).scenes() {
      let report = try SceneCheck().report(on: scene, file: name, solver: ConstraintSolver())
      #expect(report.compared > 0)
      #expect(report.mismatches == [])
      #expect(report.conflicts == [])
      #expect(report.ambiguous == [])
      #expect(report.judged.coordinates > 0)
    }
  }

  @Test("A recorded frame that is off by five points is a mismatch with a cause")
  func planted() throws {
    var scene = try Fixtures.document("SignIn.storyboard").scenes()[0]
    let image = try #require(scene.view("sgn-iv-001"))
    scene.scene.recorded[image.id]?.x += 5
    let report = try SceneCheck().report(on: scene, file: "x", solver: ConstraintSolver())
    #expect(report.mismatches.map(\.view) == ["sgn-iv-001"])
    #expect(report.mismatches.first?.dx == -5)
    #expect(report.mismatches.first?.cause.isEmpty == false)
    #expect(report.reproduced == report.compared - 1)
    #expect(report.judged.reproduced == report.judged.coordinates - 1)
  }
}
