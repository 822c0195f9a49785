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
    abstract: "Lays scenes out and reports conflicts, ambiguity, and frames that differ from the recorded ones.",
    discussion: """
      Takes .storyboard, .xib, .scene, .solver and .timeline files, and folders of them. A view is right if x, y, width and \
      height, rounded to pixels, are within half a point of the recorded ones. Some values are not in the file (text sizes, bar \
      insets). They are taken from the recorded frames and listed, and the coordinates that they were taken from are not \
      judged. A .scene, .solver or .timeline that names a law, as findings do, is judged by that law; other timelines are \
      judged by all laws.

      Exit status: 0 clean; 1 a finding (--fail-on chooses the kinds); 3 a timeline that no law could judge; 65 bad input; 70 a \
      fault of an engine or of layoutlab.

      Each finding is reported once, with its file and line, the element's name as its developer knows it, and what to do first. \
      Findings that you accept go into a baseline file, one on each line.

      Examples:
        layoutlab check Main.storyboard --json
        layoutlab check Sources --format sarif > layout.sarif
        layoutlab check Sources --only conflict --device iphone-se-1,iphone-16-pro-max-landscape
        layoutlab check Main.storyboard --widths 320-1024
        layoutlab check Main.storyboard --screens --text-sizes L,AX5 --only truncation,target
        layoutlab check Sources --accept layoutlab-accepted.txt
        layoutlab check Sources --baseline layoutlab-accepted.txt
      """)

  @Argument(help: "Files and folders. If absent, those of the settings file.")
  var files: [String] = []

  @Flag(help: "Also check the recorded screens of other projects, where they are beside this one.")
  var corpus = false

  @Option(
    help: "A file that sets options which the command line leaves out. If absent, layoutlab.yml, where there is one.")
  var settings: String?

  @Flag(help: "Print the whole report as JSON, as --format json does.")
  var json = false

  @Option(help: "The format of the report: text, json, sarif, junit, github or markdown.")
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Report only these kinds, separated by commas.",
      discussion: CheckFinding.Kind.allCases.map(\.rawValue).joined(separator: ", ") + "."))
  var only: String?

  @Option(help: "Kinds of findings that end with status 1, separated by commas. If absent, all but ambiguity.")
  var failOn: String?

  @Option(help: "Do not report the findings in this file.")
  var baseline: String?

  @Option(help: "Write all findings to this file as accepted, and end with status 0.")
  var accept: String?

  @Option(help: "Leave out files whose path contains this (may be repeated).")
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "Lay out full-screen scenes of Interface Builder files on another device, such as iphone-x, or on all.",
      discussion: "Recorded frames are then not compared."))
  var device: String?

  @Option(help: "Lay every screen out at each width of a range, such as 320-1024, and report where it breaks.")
  var widths: String?

  @Flag(
    help: ArgumentHelp(
      "Check the laws of screens: no conflict, views inside their superview, no overlap, no cut text, touch targets of 44 points.",
      discussion:
        "Every screen is laid out on several devices in both orientations, at several text sizes, in both directions, and with longer texts."
    ))
  var screens = false

  @Option(help: "With --screens: UIKit's content sizes, XS to XXXL and AX1 to AX5. If absent, L,XXXL,AX3.")
  var textSizes: String?

  @Option(help: "With --screens: layout directions besides the file's own. If absent, right-to-left.")
  var directions: String?

  @Option(help: "With --screens: factors by which texts are longer in other languages. If absent, 1,1.4.")
  var lengthen: String?

  @Option(help: "With --screens: Xcode's pseudo-languages: accented, bounded, double, tall. If absent, none.")
  var pseudoLanguages: String?

  @Flag(help: "Predict the sizes of labels, buttons and fields from their text instead of taking the recorded ones.")
  var noRecordedText = false

  @Option(help: "Judge each document or file by this law alone, such as the law that a finding broke.")
  var law: String?

  @OptionGroup var engine: EngineOptions

  @Flag(help: "List the coordinates that are not judged, and why.")
  var explainUncompared = false

  @Flag(inversion: .prefixedNo, help: "Check for every view whether its frame is unique.")
  var ambiguity = true

  func run() throws {
    var request = request
    if corpus {
      guard let folder = Corpus.interfaceBuilder.folder() else {
        throw UserMistake(.fileMissing, "--corpus: \(Corpus.interfaceBuilder.absence).")
      }
      request.files.append(folder.path)
    }
    try takeSettings(into: &request)
    guard !request.files.isEmpty else {
      throw UsageMistake(
        .valueMissing, "name files or folders, or write them to layoutlab.yml (Guides/checking-in-ci.md)")
    }
    if let law {
      var run = try LawCheck(law, among: engine.laws, plugin: try engine.plugin())
      for (path, name) in try SceneFile.list(request.files, endings: run.endings) {
        engine.workOn(name)
        try run.check(path: path, name: name)
      }
      print(json ? try jsonText(["laws": run.items]) : run.text)
      return try run.outcome.exit()
    }
    let plugin = try engine.plugin()
    if plugin.makeLayoutEngine != nil {
      var run = LayoutEngineCheck(plugin)
      for (path, name) in try SceneFile.list(request.files) {
        engine.workOn(name)
        try run.check(path: path, name: name)
      }
      print(json ? try jsonText(["scenes": run.items]) : run.text)
      return try run.outcome.exit()
    }
    let run = try request.run(
      on: plugin, makeSolver: try engine.makeSolver(), laws: engine.laws, workOn: engine.workOn)
    if let accept {
      try UserFile.write(CheckBaseline(file: accept).text(of: run.answer.findings), to: accept)
      print(
        "\(accept): \(run.answer.summary), accepted. "
          + "Use it with `layoutlab check --baseline \(accept.shellQuoted) …`.")
      return
    }
    switch chosenFormat {
    case .json: print(try jsonText(run.record))
    case .sarif: print(try run.answer.sarif(version: Plugin.layoutlab.manifest.version))
    case .junit: print(run.answer.junit(at: Date()))
    case .github: print(run.answer.github)
    case .markdown: print(run.answer.markdown)
    case .text, nil: print(run.text(command: request.command(suffix: NamedEngine.suffix(engine.engine))))
    }
    if ![.json, .text].contains(chosenFormat), let stale = run.answer.staleText { printToStandardError(stale) }
    for mistake in run.unacceptedMistakes { printToStandardError("layoutlab: \(mistake)") }
    try run.outcome.exit()
  }

  private static let settingsName = "layoutlab.yml"

  /// Completes the request from the settings file; the command line has precedence.
  private func takeSettings(into request: inout CheckRequest) throws {
    let path = settings ?? CheckCommand.settingsName
    guard settings != nil || FileManager.default.fileExists(atPath: path) else { return try request.validate() }
    let text = try UserFile.text(of: path, orElse: "Name settings that exist with --settings.")
    var known = try CheckSettings(yaml: text, file: path)
    // With `--accept` the findings are not compared with a baseline that was accepted before.
    if accept != nil { known.baseline = nil }
    request.fill(from: known)
    try request.validate()
  }

  private var chosenFormat: CheckAnswer.Format? { json ? .json : CheckAnswer.Format(rawValue: format ?? "text") }

  private var request: CheckRequest {
    var request = CheckRequest()
    (request.files, request.exclude, request.baseline) = (files, exclude, baseline)
    (request.only, request.failOn, request.device, request.widths) = (only, failOn, device, widths)
    (request.screens, request.textSizes) = (screens, textSizes)
    (request.directions, request.lengthen, request.pseudoLanguages) = (directions, lengthen, pseudoLanguages)
    (request.usesRecordedText, request.findsAmbiguity) = (!noRecordedText, ambiguity)
    request.explainsUncompared = explainUncompared
    return request
  }

  func validate() throws {
    try LayoutLab.validating(request.validateWords)
    guard chosenFormat != nil else {
      let known = CheckAnswer.Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--format \(format ?? ""): no such format. Formats are \(known).")
    }
  }
}
