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
    abstract: "Tells what moved on the screens between two revisions, folders or files, and which change did it.",
    discussion: """
      BASE and HEAD are git revisions, two folders (of screens, or of snapshots that `layoutlab snapshot` recorded) or two files; without HEAD, a revision is compared with the files as they are. Each \
      screen of a file that changed is laid out as it was and as it is, on its own device and on --device. Every change of a document is \
      taken back by itself to see what it does: a constant that moves forty views is one entry, with its line. New conflicts, cut texts, \
      overlaps, small targets and views outside their superview are told with it, and those that are mended.

      Exit status: 0 nothing is wrong that was not, 1 something is, 65 a file cannot be read.

      Examples:
        layoutlab diff main
        layoutlab diff v1.4 v1.5 App/SignIn --format markdown
        layoutlab diff main --html moved.html
        layoutlab diff Before.storyboard After.storyboard
      """)

  @Argument(help: "A base, perhaps a head, and perhaps paths to look at.")
  var compared: [String]

  @Option(help: "Devices besides the one that each file is drawn for; none for that one alone.")
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
