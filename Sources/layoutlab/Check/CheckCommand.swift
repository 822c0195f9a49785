import ArgumentParser
import EngineIsolation
import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneChecking
import SceneImport
import SceneModel
import SceneOracles

struct CheckCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Lays scenes out; reports conflicts, ambiguity, and frames that differ from the recorded ones.",
    discussion: """
      Takes .storyboard, .xib, .scene, .solver and .timeline files, and folders of them. A view is reproduced when x, y, width \
      and height, rounded to pixels, are within half a point of what was recorded. What a file cannot tell (text \
      sizes, bar insets) is calibrated from the recorded frames and listed; coordinates that decided it are not judged. A \
      .scene, .solver or .timeline that names a law, as findings do, is judged by it; other timelines by every law.

      Exit status: 0 clean, 1 a conflict, a difference in a scene that is not flagged or a broken law, 3 a timeline \
      that no law could judge, 65 bad input, 70 a fault of an engine or our own.

      Each thing is told once, with its file and line, the element as its developer knows it, and what to do first. What is \
      known and accepted stands in a baseline file, one finding a line.

      Examples:
        layoutlab check Main.storyboard --json
        layoutlab check Sources --format sarif > layout.sarif
        layoutlab check Sources --only conflict --device retina4_0,retina6_7-landscape
        layoutlab check Main.storyboard --widths 320-1024
        layoutlab check Main.storyboard --screens --text-sizes L,AX5 --only truncation,target
        layoutlab check Sources --accept layoutlab-accepted.txt
        layoutlab check Sources --baseline layoutlab-accepted.txt
      """)

  @Argument(help: "Files and folders; without any, those of the settings.")
  var files: [String] = []

  @Flag(help: "Check the recorded screens of other projects too, where they lie beside this one.")
  var corpus = false

  @Option(help: "Settings for what is not said here; without it layoutlab.yml, where there is one.")
  var settings: String?

  @Flag(help: "Print the whole report as JSON: the same as --format json.")
  var json = false

  @Option(help: "How findings are told: text, json, sarif, junit, github or markdown.")
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Tell only these kinds, with commas between.",
      discussion: CheckFinding.Kind.allCases.map(\.rawValue).joined(separator: ", ") + "."))
  var only: String?

  @Option(help: "Kinds that end with status 1; without it all but ambiguity.")
  var failOn: String?

  @Option(help: "Do not tell the findings in this file.")
  var baseline: String?

  @Option(help: "Write what is found to this file as accepted, and end with status 0.")
  var accept: String?

  @Option(help: "Leave out files whose path contains this (may be repeated).")
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "Another device for full-screen scenes of Interface Builder files, such as retina5_9, or all.",
      discussion: "Recorded frames are then not compared."))
  var device: String?

  @Option(help: "Lay every screen out at each width from one to the other, such as 320-1024, and tell where it breaks.")
  var widths: String?

  @Flag(
    help: ArgumentHelp(
      "Hold the laws of screens: no conflict, inside the superview, no overlap, no cut text, targets of 44 points.",
      discussion:
        "Over devices (--device; without it phones and a tablet, both ways), text sizes, directions and longer texts."))
  var screens = false

  @Option(help: "With --screens: UIKit's content sizes, XS to XXXL and AX1 to AX5; without it L,XXXL,AX3.")
  var textSizes: String?

  @Option(help: "With --screens: directions besides the file's own; without it right-to-left.")
  var directions: String?

  @Option(help: "With --screens: how much longer texts are in other languages; without it 1,1.4.")
  var lengthen: String?

  @Flag(help: "Predict the sizes of labels, buttons and fields from their text instead of taking the recorded ones.")
  var noRecordedText = false

  @Option(help: "Judge this law on each document, and nothing else: what a finding broke.")
  var law: String?

  @OptionGroup var engine: EngineOptions

  @Flag(help: "List the coordinates that are not judged, and why.")
  var explainUncompared = false

  @Flag(inversion: .prefixedNo, help: "Ask of every view whether its frame is unique.")
  var ambiguity = true

  mutating func run() throws {
    try takeSettings()
    if corpus {
      guard let folder = Corpus.interfaceBuilder.folder() else {
        throw UserMistake("--corpus: \(Corpus.interfaceBuilder.absence).")
      }
      files.append(folder.path)
    }
    guard !files.isEmpty else {
      throw ValidationError("name files or folders, or write them to layoutlab.yml (Guides/checking-in-ci.md)")
    }
    if let law {
      var run = LawCheck(try Law.called(law, among: engine.laws), plugin: try engine.plugin())
      for (path, name) in try SceneFile.list(files) {
        engine.workOn(name)
        try run.check(path: path, name: name)
      }
      print(json ? try jsonText(["laws": run.items]) : run.text)
      return try run.outcome.exit()
    }
    var run = CheckRun(
      plugin: try engine.plugin(), makeSolver: try engine.makeSolver(), findsAmbiguity: ambiguity,
      options: try devices().map { ImportOptions(usesRecordedText: !noRecordedText, device: $0) })
    run.knownLaws = engine.laws
    run.widths = try widthRange()
    if screens { run.variations = try ScreenChoices(textSizes, directions, lengthen).variations }
    run.explainsUncompared = explainUncompared
    if let failOn { run.failOn = try kinds(failOn, of: "--fail-on") }
    let known = try baseline.map(readBaseline) ?? CheckBaseline()
    for (path, _) in try SceneFile.list(files) where !exclude.contains(where: path.contains) {
      let name = path == "-" ? "standard input" : path
      engine.workOn(name)
      run.check(path: path, name: name)
    }
    run.keep(try only.map { try kinds($0, of: "--only") } ?? Set(CheckFinding.Kind.allCases), accepted: known)
    if let accept { return try write(run.answer, to: accept) }
    print(try told(run))
    for mistake in run.mistakes { printToStandardError("layoutlab: \(mistake)") }
    try run.outcome.exit()
  }

  private static let settingsName = "layoutlab.yml"

  /// What is said on the command line counts.
  private mutating func takeSettings() throws {
    let path = settings ?? CheckCommand.settingsName
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      if settings == nil { return }
      throw UserMistake("--settings \(path): cannot be read. Name a file that exists.")
    }
    let known = try CheckSettings(yaml: text, file: path)
    func list(_ kinds: Set<CheckFinding.Kind>?) -> String? {
      kinds.map { $0.map(\.rawValue).sorted().joined(separator: ",") }
    }
    if files.isEmpty, !corpus { files = known.files }
    if exclude.isEmpty { exclude = known.exclude }
    only = only ?? list(known.only)
    failOn = failOn ?? list(known.failOn)
    baseline = baseline ?? (accept == nil ? known.baseline : nil)
    device = device ?? known.devices
    widths = widths ?? known.widths
    screens = screens || known.screens
    textSizes = textSizes ?? known.textSizes
    directions = directions ?? known.directions
    lengthen = lengthen ?? known.lengthen
    // What they say is held to what the command line may say.
    try validate()
  }

  private func widthRange() throws -> ClosedRange<Double>? {
    guard let widths else { return nil }
    let ends = widths.split(separator: "-").compactMap { TextNumber.parse(String($0)) }
    guard ends.count == 2, ends[0] > 0, ends[0] <= ends[1], ends[1] <= 4000 else {
      throw ValidationError("--widths \(widths): say from and to in points, such as 320-1024, up to 4000.")
    }
    return ends[0]...ends[1]
  }

  private var chosenFormat: CheckAnswer.Format? { json ? .json : CheckAnswer.Format(rawValue: format ?? "text") }

  private func told(_ run: CheckRun) throws -> String {
    switch chosenFormat {
    case .json: try jsonText(run.record)
    case .sarif: try run.answer.sarif(version: Plugin.layoutlab.manifest.version)
    case .junit: run.answer.junit(at: Date())
    case .github: run.answer.github
    case .markdown: run.answer.markdown
    case .text, nil: run.text(command: command)
    }
  }

  private func readBaseline(_ path: String) throws -> CheckBaseline {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw UserMistake("--baseline \(path): cannot be read. `layoutlab check --accept \(path) …` writes one.")
    }
    return CheckBaseline(text: text)
  }

  private func write(_ answer: CheckAnswer, to path: String) throws {
    do {
      try CheckBaseline(answer.findings).text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw UserMistake("\(path): cannot be written. Name a file in a folder that exists.")
    }
    print("\(path): \(answer.summary), accepted. Use it with `layoutlab check --baseline \(path.shellQuoted) …`.")
  }

  private func kinds(_ list: String, of option: String) throws -> Set<CheckFinding.Kind> {
    try Set(
      list.split(separator: ",").map { word in
        guard let kind = CheckFinding.Kind(rawValue: String(word)) else {
          let known = CheckFinding.Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("\(option) \(word): no such kind. Kinds are \(known).")
        }
        return kind
      })
  }

  /// What was asked, such that it can be asked again.
  private var command: String {
    var text = "layoutlab check"
    if let device { text += " --device \(device.shellQuoted)" }
    if noRecordedText { text += " --no-recorded-text" }
    text += NamedEngine.suffix(engine.engine)
    if !ambiguity { text += " --no-ambiguity" }
    if explainUncompared { text += " --explain-uncompared" }
    if screens { text += " --screens" }
    for (option, value) in [
      ("--text-sizes", textSizes), ("--directions", directions), ("--lengthen", lengthen), ("--widths", widths),
      ("--only", only), ("--fail-on", failOn), ("--baseline", baseline),
    ] {
      if let value { text += " \(option) \(value.shellQuoted)" }
    }
    for part in exclude { text += " --exclude \(part.shellQuoted)" }
    return ([text] + files.map(\.shellQuoted)).joined(separator: " ")
  }

  /// Nil stands for the device of the file.
  private func devices() throws -> [DeviceProfile?] {
    guard let device else { return [nil] + (screens ? ScreenVariation.devices : []) }
    return try (screens ? [nil] : []) + DeviceProfile.chosen(device)
  }

  func validate() throws {
    _ = try devices()
    _ = try widthRange()
    _ = try ScreenChoices(textSizes, directions, lengthen)
    if let only { _ = try kinds(only, of: "--only") }
    if let failOn { _ = try kinds(failOn, of: "--fail-on") }
    guard chosenFormat != nil else {
      let known = CheckAnswer.Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--format \(format ?? ""): no such format. Formats are \(known).")
    }
  }
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
