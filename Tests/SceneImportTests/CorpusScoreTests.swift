import ConstraintSolver
import Foundation
import LayoutKernel
import SceneImport
import SceneModel
import TestSupport
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

  private struct Score {
    var counted = 0
    var compared = 0
    var reproduced = 0
    var summary = CheckSummary()
  }

  /// `include`: whether a file, by its path in the corpus, is checked.
  private func score(_ options: ImportOptions, include: (String) -> Bool = { _ in true }) throws -> Score {
    let corpus = Corpus.interfaceBuilder.required
    var reports: [String: SceneReport] = [:]
    var score = Score()
    for file in Fixtures.corpusFiles(in: corpus) where include(file) {
      let document = try InterfaceBuilderDocument(Data(contentsOf: corpus.appendingPathComponent(file)), file: file)
      score.summary.files += 1
      for scene in document.scenes(options) {
        let report = try SceneCheck(findsAmbiguity: false).report(on: scene, file: file, solver: ConstraintSolver())
        reports["\(file)#\(scene.root)"] = report
        score.summary.add(report)
      }
    }
    for view in try countedViews(in: corpus) where include(view.file) {
      score.counted += 1
      guard let report = reports["\(view.file)#\(view.root)"],
        !report.uncompared.contains(where: { $0.view == view.view })
      else { continue }
      score.compared += 1
      if !report.mismatches.contains(where: { $0.view == view.view }) { score.reproduced += 1 }
    }
    return score
  }

  private func print(_ score: Score) {
    let (all, clean) = (score.summary, score.summary.clean)
    Swift.print(
      """
      counted views: \(score.counted), compared \(score.compared), reproduced \(score.reproduced); \
      all scenes: \(all.reproduced) of \(all.compared) views, judged coordinates \(all.judged.reproduced) of \
      \(all.judged.coordinates); unflagged: \(clean.reproduced) of \(clean.compared), judged \
      \(clean.judged.reproduced) of \(clean.judged.coordinates)
      """)
  }

  @Test(
    "At least 99 % of the counted views are compared, and at least 99.5 % of those are right",
    .enabled(if: Corpus.interfaceBuilder.isHere, "\(Corpus.interfaceBuilder.absence)"))
  func recordedText() throws {
    let score = try score(ImportOptions())
    print(score)
    let (all, clean) = (score.summary, score.summary.clean)
    #expect(Double(score.compared) >= 0.99 * Double(score.counted))
    #expect(Double(score.reproduced) >= 0.995 * Double(score.compared))
    #expect(Double(clean.judged.reproduced) >= 0.99 * Double(clean.judged.coordinates))
    #expect(Double(all.judged.coordinates) >= 0.45 * 4 * Double(all.compared))
  }

  @Test(
    "With text predicted instead of recorded, at least 70 % of the same views are right, and nearly all coordinates judged",
    .enabled(if: Corpus.interfaceBuilder.isHere, "\(Corpus.interfaceBuilder.absence)"))
  func predictedText() throws {
    let score = try score(ImportOptions(usesRecordedText: false))
    print(score)
    #expect(Double(score.reproduced) >= 0.7 * Double(score.compared))
    #expect(Double(score.summary.judged.coordinates) >= 0.9 * 4 * Double(score.summary.compared))
  }

  @Test(
    "Each repository is predicted by a table that was fitted without it, and at least 55 % of the views are right",
    .enabled(if: Corpus.interfaceBuilder.isHere, "\(Corpus.interfaceBuilder.absence)"))
  func leavingRepositoriesOut() throws {
    let corpus = Corpus.interfaceBuilder.required
    let samples = try RecordedText.all(in: corpus)
    #expect(samples.count > 150)
    var (compared, reproduced) = (0, 0)
    for repository in Set(Fixtures.corpusFiles(in: corpus).map(RecordedText.repository)).sorted() {
      var options = ImportOptions(usesRecordedText: false)
      options.glyphs = GlyphTable(fittedTo: samples.filter { $0.repository != repository }.map(\.sample))
      let score = try score(options) { RecordedText.repository(of: $0) == repository }
      Swift.print("left out \(repository): \(score.reproduced) of \(score.compared) counted views")
      compared += score.compared
      reproduced += score.reproduced
    }
    Swift.print("left out, all together: \(reproduced) of \(compared) counted views")
    #expect(Double(reproduced) >= 0.55 * Double(compared))
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
