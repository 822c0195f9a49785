import ArgumentParser
import ConstraintSolver
import Reports
import SceneChecking
import SceneImport
import SceneModel

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Compares the frames of screens with recorded ones, or records them.",
    discussion: """
      A snapshot is a small text file that people review. It has the frames of all views of one screen on each device. A screen \
      passes if no frame is more than a pixel away. For a difference, the views, their numbers and a picture of both layouts are \
      shown.

      Exit status: 0 all frames are as recorded, 1 a frame differs or was not recorded, 65 a file cannot be read.

      Examples:
        layoutlab snapshot App --record
        layoutlab snapshot App --pictures differences
      """)

  @Argument(help: "Storyboards, xibs and scenes, and folders of them.")
  var files: [String]

  @Flag(help: "Write the snapshots, and delete those of screens that are gone.")
  var record = false

  @Option(help: "The folder of the snapshots.")
  var folder = "Snapshots"

  @Option(help: "Further devices, besides the one that each file was designed for, or none.")
  var device = LayoutComparison.usualDevices

  @Option(help: "A folder for the pictures of differences. If absent, the system's temporary folder.")
  var pictures: String?

  @Flag(help: "Print JSON.")
  var json = false

  private func devices() throws(UsageMistake) -> [Device?] {
    device == "none" ? [] : try Device.chosen(device)
  }

  func validate() throws { _ = try LayoutLab.validating(devices) }

  func run() throws {
    let run = try SnapshotRun(
      files, in: folder, devices: try devices(), records: record, pictures: pictures, makeSolver: { ConstraintSolver() }
    )
    print(
      json ? try jsonText(Answer(differences: run.differences, recorded: run.recorded, equal: run.equal)) : run.text)
    for mistake in run.mistakes { printToStandardError("layoutlab: \(mistake)") }
    try run.outcome.exit()
  }

  private struct Answer: Encodable {
    var differences: [SnapshotRun.Difference]
    var recorded: [String]
    var equal: Int
  }
}
