import ArgumentParser
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel

struct Check: EngineUser {
  static let configuration = CommandConfiguration(
    abstract: "Lays scenes out; reports conflicts, ambiguity, and frames that differ from the recorded ones.",
    discussion: """
      Takes .storyboard, .xib, .scene, .solver and .timeline files, and folders of them. A view is reproduced when x, y, width \
      and height, rounded to pixels, are within half a point of what was recorded. What a file cannot tell (text \
      sizes, bar insets) is calibrated from the recorded frames and listed; coordinates that decided it are not judged. A \
      .scene, .solver or .timeline that names a law, as findings do, is judged by it; other timelines by every law.

      Exit status: 0 clean, 1 a conflict, a difference in a scene that is not flagged or a broken law, 3 a timeline \
      that no law could judge, 65 bad input, 70 a fault of an engine or our own.

      Example: layoutlab check Main.storyboard --json
      """)

  @Argument(help: "Files and folders.")
  var files: [String]

  @Flag(help: "Print the whole report as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Another device for full-screen scenes of Interface Builder files, such as retina5_9, or all.",
      discussion: "Recorded frames are then not compared."))
  var device: String?

  @Flag(help: "Predict the sizes of labels, buttons and fields from their text instead of taking the recorded ones.")
  var noRecordedText = false

  @Option(help: "Judge this law on each document, and nothing else: what a finding broke.")
  var law: String?

  @OptionGroup var engine: EngineOptions

  @Flag(inversion: .prefixedNo, help: "Ask of every view whether its frame is unique.")
  var ambiguity = true

  func run() throws {
    if let law {
      var run = try CheckLaw(law, plugin: try engine.plugin())
      for (path, name) in try SceneFile.list(files) { try run.check(path: path, name: name) }
      print(json ? try run.json() : run.text)
      return try run.outcome.exit()
    }
    var run = CheckRun(
      plugin: try engine.plugin(), makeSolver: try engine.makeSolver(), findsAmbiguity: ambiguity,
      options: try devices().map { ImportOptions(usesRecordedText: !noRecordedText, device: $0) })
    for (path, name) in try SceneFile.list(files) { run.check(path: path, name: name) }
    if json {
      print(try run.json())
    } else {
      print(run.text(command: command))
    }
    for mistake in run.mistakes { printToStandardError("layoutlab: \(mistake)") }
    try run.outcome.exit()
  }

  /// What was asked, such that it can be asked again.
  private var command: String {
    var text = "layoutlab check"
    if let device { text += " --device \(device.shellQuoted)" }
    if noRecordedText { text += " --no-recorded-text" }
    text += EngineOptions.suffix(engine.engine)
    if !ambiguity { text += " --no-ambiguity" }
    return ([text] + files.map(\.shellQuoted)).joined(separator: " ")
  }

  /// Nil stands for the device of the file.
  private func devices() throws -> [DeviceProfile?] {
    guard let device else { return [nil] }
    return try DeviceProfile.chosen(device)
  }

  func validate() throws { _ = try devices() }
}

extension DeviceProfile {
  /// What `--device` means: all, or names with commas between, on their side with `-landscape`.
  static func chosen(_ wish: String) throws -> [DeviceProfile?] {
    if wish == "all" { return all }
    return try wish.split(separator: ",").map { name in
      guard let profile = DeviceProfile(spelling: String(name)) else {
        throw ValidationError(
          "--device \(name): unknown device. It is all, or some of " + all.map(\.id).joined(separator: ", ")
            + ", each perhaps with -landscape behind it.")
      }
      return profile
    }
  }
}
