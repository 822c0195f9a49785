import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel
import SceneOracles

/// The files to check, and the options of the check, as the command line or a settings file states them.
package struct CheckRequest: Sendable {
  /// The files and folders.
  package var files: [String] = []
  /// Parts of paths that exclude a file.
  package var exclude: [String] = []
  /// `only`: the kinds of findings to report; `failOn`: the kinds that make the check fail. Both are separated by commas. If one of these or of the
  /// next options is nil, the settings or the defaults decide.
  package var only, failOn: String?
  /// The baseline file of accepted findings.
  package var baseline: String?
  /// The devices, such as `iphone-x,ipad-9.7-landscape`, or `all`.
  package var device: String?
  /// The least and the greatest width, such as `320-1024`.
  package var widths: String?
  /// Whether the laws of screens are checked. The next four options choose the variations on which they are checked.
  package var screens = false
  package var textSizes, directions, lengthen, pseudoLanguages: String?
  package var usesRecordedText = true
  package var findsAmbiguity = true
  package var explainsUncompared = false

  package init() {}

  /// Takes every option that the request itself does not state from the settings.
  package mutating func fill(from settings: CheckSettings) {
    func list(_ kinds: Set<CheckFinding.Kind>?) -> String? {
      kinds.map { $0.map(\.rawValue).sorted().joined(separator: ",") }
    }
    if files.isEmpty { files = settings.files }
    if exclude.isEmpty { exclude = settings.exclude }
    only = only ?? list(settings.only)
    failOn = failOn ?? list(settings.failOn)
    baseline = baseline ?? settings.baseline
    device = device.map(settings.spellingOut) ?? settings.devices
    widths = widths ?? settings.widths
    screens = screens || settings.screens
    textSizes = textSizes ?? settings.textSizes
    directions = directions ?? settings.directions
    lengthen = lengthen ?? settings.lengthen
    pseudoLanguages = pseudoLanguages ?? settings.pseudoLanguages
  }

  /// Checks that all words of the request are known.
  ///
  /// - Throws: `UsageMistake` for a word that is not known.
  package func validate() throws(UsageMistake) {
    _ = try devices()
    try validateWords()
  }

  /// Checks all words except the device, which may be one that the settings define.
  package func validateWords() throws(UsageMistake) {
    _ = try widthRange()
    _ = try ScreenChoices(textSizes, directions, lengthen, pseudoLanguages)
    if let only { _ = try CheckRequest.kinds(only, of: "--only") }
    if let failOn { _ = try CheckRequest.kinds(failOn, of: "--fail-on") }
  }

  /// Checks every file. `workOn` is called with each before it is checked.
  package func run(
    on plugin: Plugin, makeSolver: @escaping @Sendable () -> any ConstraintSolving, laws: [Law],
    workOn: (String) -> Void
  ) throws -> CheckRun {
    var run = CheckRun(
      plugin: plugin, makeSolver: makeSolver, findsAmbiguity: findsAmbiguity,
      options: try devices().map { ImportOptions(usesRecordedText: usesRecordedText, device: $0) })
    run.knownLaws = laws
    run.widths = try widthRange()
    run.followsTargets = screens && device == nil
    if screens { run.variations = try ScreenChoices(textSizes, directions, lengthen, pseudoLanguages).variations }
    run.explainsUncompared = explainsUncompared
    if let failOn { run.failOn = try CheckRequest.kinds(failOn, of: "--fail-on") }
    let accepted = try baseline.map { path in
      let remedy = "`layoutlab check --accept \(path) …` writes one."
      return CheckBaseline(text: try UserFile.text(of: path, orElse: remedy), file: path)
    }
    for (path, _) in try SceneFile.list(files) where !exclude.contains(where: path.contains) {
      let name = path == "-" ? "standard input" : path
      workOn(name)
      run.check(path: path, name: name)
    }
    let kinds = try only.map { try CheckRequest.kinds($0, of: "--only") } ?? Set(CheckFinding.Kind.allCases)
    // The laws of screens are checked only if the request asks for screens or widths.
    let isWide = screens || widths != nil
    run.keep(kinds, accepted: accepted, judged: isWide ? Set(CheckFinding.Kind.allCases) : CheckFinding.Kind.ofFiles)
    return run
  }

  /// Returns the command that repeats the check. `suffix` is the option that names the engine.
  package func command(suffix: String) -> String {
    var text = "layoutlab check"
    if let device { text += " --device \(device.shellQuoted)" }
    if !usesRecordedText { text += " --no-recorded-text" }
    text += suffix
    if !findsAmbiguity { text += " --no-ambiguity" }
    if explainsUncompared { text += " --explain-uncompared" }
    if screens { text += " --screens" }
    for (option, value) in [
      ("--text-sizes", textSizes), ("--directions", directions), ("--lengthen", lengthen),
      ("--pseudo-languages", pseudoLanguages), ("--widths", widths),
      ("--only", only), ("--fail-on", failOn), ("--baseline", baseline),
    ] {
      if let value { text += " \(option) \(value.shellQuoted)" }
    }
    for part in exclude { text += " --exclude \(part.shellQuoted)" }
    return ([text] + files.map(\.shellQuoted)).joined(separator: " ")
  }

  private func widthRange() throws(UsageMistake) -> ClosedRange<Double>? {
    guard let widths else { return nil }
    let ends = widths.split(separator: "-").compactMap { TextNumber.parse(String($0)) }
    guard ends.count == 2, ends[0] > 0, ends[0] <= ends[1], ends[1] <= 4000 else {
      throw UsageMistake(.outside, "--widths \(widths): say from and to in points, such as 320-1024, up to 4000.")
    }
    return ends[0]...ends[1]
  }

  /// Returns the devices; a nil element stands for the file's own device.
  private func devices() throws(UsageMistake) -> [Device?] {
    guard let device else { return [nil] + (screens ? ScreenVariation.devices : []) }
    return try (screens ? [nil] : []) + Device.chosen(device)
  }

  private static func kinds(_ list: String, of option: String) throws(UsageMistake) -> Set<CheckFinding.Kind> {
    var kinds: Set<CheckFinding.Kind> = []
    for word in list.split(separator: ",") {
      guard let kind = CheckFinding.Kind(rawValue: String(word)) else {
        let known = CheckFinding.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageMistake(.unknownWord, "\(option) \(word): no such kind. Kinds are \(known).")
      }
      kinds.insert(kind)
    }
    return kinds
  }
}

extension Device {
  /// Returns the devices that `--device` names: all, or names separated by commas, in landscape with `-landscape`.
  package static func chosen(_ wish: String) throws(UsageMistake) -> [Device?] {
    if wish == "all" { return all }
    return try wish.split(separator: ",").map { name throws(UsageMistake) in
      guard let profile = Device(spelling: String(name)) else {
        throw UsageMistake(
          .unknownName, "--device \(name): unknown device. \(hint(for: String(name))) all means all of them.")
      }
      return profile
    }
  }
}
