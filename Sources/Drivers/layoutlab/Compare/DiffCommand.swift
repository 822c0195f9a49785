import ArgumentParser
import ConstraintSolver
import Foundation
import Reports
import SceneChecking
import SceneImport
import SceneModel

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Lists what moved on the screens between two revisions, folders or files, and which change did it.",
    discussion: """
      BASE and HEAD are git revisions, two folders (of screens, or of snapshots that `layoutlab snapshot` recorded) or two \
      files; without HEAD, a revision is compared with the working copy. Each screen of a file that changed is laid out as it \
      was and as it is, on its own device and on --device. Each change of a document is undone alone, which shows its effect: a \
      constant that moves forty views is one entry, with its line. The report also lists conflicts, cut texts, overlaps, small \
      touch targets and views outside their superview that are new or gone.

      Exit status: 0 nothing new is wrong, 1 something new is wrong, 65 a file cannot be read.

      Examples:
        layoutlab diff main
        layoutlab diff v1.4 v1.5 App/SignIn --format markdown
        layoutlab diff main --html moved.html
        layoutlab diff Before.storyboard After.storyboard
      """)

  @Argument(help: "BASE, then optionally HEAD, then optionally the paths to compare.")
  var compared: [String]

  @Option(help: "Further devices, besides the one that each file was designed for, or none.")
  var device = LayoutComparison.usualDevices

  @Option(help: "Leave out files whose path contains this (may be repeated).")
  var exclude: [String] = []

  @Option(help: "The format of the report: text, markdown or json.")
  var format: String?

  @Flag(help: "Print everything as JSON, as --format json does.")
  var json = false

  @Option(help: "Where a page is written with each screen before, after, and both laid over each other.")
  var html: String?

  func validate() throws {
    _ = try LayoutLab.validating(devices)
    guard chosenFormat != nil else {
      let known = LayoutComparison.Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--format \(format ?? ""): no such format. Formats are \(known).")
    }
  }

  private var chosenFormat: LayoutComparison.Format? {
    json ? .json : LayoutComparison.Format(rawValue: format ?? "text")
  }

  private func devices() throws(UsageMistake) -> [Device?] {
    device == "none" ? [] : try Device.chosen(device)
  }

  func run() throws {
    let files = try ComparedFiles(compared, exclude: exclude)
    let comparison = LayoutComparison(files, devices: try devices(), makeSolver: { ConstraintSolver() })
    if let html { try UserFile.write(comparison.page, to: html) }
    switch chosenFormat {
    case .json: print(try jsonText(comparison.record))
    case .markdown: print(comparison.markdown)
    case .text, nil: print(comparison.text)
    }
    for mistake in comparison.mistakes { printToStandardError("layoutlab: \(mistake)") }
    try comparison.outcome.exit()
  }
}
