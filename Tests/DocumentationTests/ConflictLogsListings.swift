import ConflictLogs
import ConstraintSolver
import LayoutKernel
import LayoutPlugin
import SceneModel
import Testing

/// The listings of ConflictLogs' documentation.
@Suite struct ConflictLogsListings {
  static let pasted = """
    Unable to simultaneously satisfy constraints.
    (
        "<NSLayoutConstraint:0x600000001000 UILabel:0x7f8000001000.width == 120   (active)>",
        "<NSLayoutConstraint:0x600000001040 UILabel:0x7f8000001000.width == 160   (active)>",
        "<NSLayoutConstraint:0x600000001080 UILabel:0x7f8000001000.height == 44   (active)>"
    )

    Will attempt to recover by breaking constraint
    <NSLayoutConstraint:0x600000001000 UILabel:0x7f8000001000.width == 120   (active)>
    """

  @Test("ConflictLogs' landing page: a paste, explained")
  func landing() throws {
    let pasted = Self.pasted
    // listing: ConflictLogs
    for log in try ConflictLog.all(in: pasted, file: "console.txt") {
      let explanation = try ConflictExplanation(log, on: .layoutlab)
      print(explanation.summary)
      for fix in explanation.fixes { print("-", fix.text) }
    }
    // end of listing
    let log = try #require(try ConflictLog.all(in: pasted).first)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.minimalSets.first == [0, 1])
    #expect(explanation.bystanders == [2])
    #expect(!explanation.fixes.isEmpty)
    #expect(!explanation.summary.isEmpty)
  }

  @Test("From a log to a scene: a paste becomes a document, and a scene prints a log")
  func scenes() throws {
    let pasted = Self.pasted
    // listing: FromALogToAScene
    guard let log = try ConflictLog.all(in: pasted).first else { return }
    let scene = LogScene(log).scene  // views and constraints of the log

    let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    if let conflict = kernel.conflicts.first {
      print(ConflictLog(conflict, of: kernel))  // the message, as UIKit words it
    }
    // end of listing
    let conflict = try #require(kernel.conflicts.first)
    #expect(conflict.members.count == 2)
    #expect("\(ConflictLog(conflict, of: kernel))".contains("Unable to simultaneously satisfy constraints."))
  }
}
