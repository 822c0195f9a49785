import AnimationSampler
import Foundation
import FuzzTargets
import LayoutKernel
import LayoutPlugin
import Reports
import SceneFuzzing
import SceneImport
import SceneModel
import SceneOracles
import ScenePlayer

/// One run of `check`: the results of each file, and the worst outcome.
package struct CheckRun {
  /// The engine, which must offer a solver.
  let plugin: Plugin
  let makeSolver: @Sendable () -> any ConstraintSolving
  let findsAmbiguity: Bool
  /// The options for reading Interface Builder files, one for each device.
  let options: [ImportOptions]

  private(set) var scenes: [SceneReport] = []
  private(set) var scripts: [ScriptReport] = []
  private(set) var laws: [JudgedLaw] = []
  package private(set) var mistakes: [TextError] = []
  private(set) var summary = CheckSummary()
  package private(set) var answer = CheckAnswer()
  /// The number of expectations of scenes that are met, and the number of all. Scripts have counts of their own.
  private var expectations = (met: 0, all: 0)
  /// The laws that a document may name.
  package var knownLaws = Law.ofAllTargets
  /// The kinds of findings that make the run fail.
  package var failOn = CheckFinding.Kind.failing
  /// The range of widths in which each scene is laid out, besides its own width; nil for its own only.
  package var widths: ClosedRange<Double>?
  /// The variations on each device on which the laws of screens are checked; nil if they are not checked.
  package var variations: ((Device?) -> [ScreenVariation])?
  /// Whether the devices are the default ones for each file's platform, and not the user's choice.
  package var followsTargets = false
  /// Files for devices other than phones and tablets, by the kind of device.
  private var targets: [Device.Idiom: [String]] = [:]
  /// The findings about screens in the present file.
  private var screens = ScreenFindings()
  /// For each variation of a screen on which steps of its story could not be performed, the first of these steps and their number.
  private var refusals: [(file: String, variation: [String], number: Int, why: String, count: Int)] = []
  /// Whether the run lists the parts that are not judged, with the reasons.
  package var explainsUncompared = false
  /// The outcome for faults of engines, which no baseline accepts.
  private var fault = Outcome.clean
  private var device: String?
  /// The lines of the present file, if it has mistakes.
  private var lines: [String] = []

  /// The outcome of the run. A mistake counts as bad input. A finding counts if its kind is in `failOn`.
  package var outcome: Outcome {
    let kinds = Set(answer.findings.map(\.kind))
    let found: Outcome = kinds.isDisjoint(with: failOn) ? .clean : .found
    return max(fault, found, kinds.contains(.mistake) ? .badInput : kinds.contains(.undecided) ? .undecided : .clean)
  }

  package init(
    plugin: Plugin, makeSolver: @escaping @Sendable () -> any ConstraintSolving, findsAmbiguity: Bool,
    options: [ImportOptions]
  ) {
    self.plugin = plugin
    self.makeSolver = makeSolver
    self.findsAmbiguity = findsAmbiguity
    self.options = options
  }

  /// Checks one file. `name` is its path as the user gave it.
  package mutating func check(path: String, name: String) {
    summary.files += 1
    answer.add(file: name)
    let content: SceneContent
    lines = []
    do { content = try SceneContent(path: path, name: name) } catch { return note(error) }
    screens = ScreenFindings()
    defer { for finding in screens.findings { answer.add(finding) } }
    var remaining = options[...]
    while let options = remaining.popFirst() {
      device = self.options.count > 1 ? options.device?.spelling : nil
      do {
        let file = try SceneFile(content, options: options)
        if followsTargets, options.device == nil, let target = file.target {
          targets[target, default: []].append(name)
          remaining =
            ScreenVariation.devices(for: target).map { device in
              var moved = options
              moved.device = device
              return moved
            }[...]
        }
        if !file.mistakes.isEmpty { lines = content.lines }
        for mistake in file.mistakes { note(mistake) }
        switch file.content {
        case .scenes(let scenes): for scene in scenes { check(scene, on: options.device, file: name) }
        case .script(let script): check(script, file: name)
        case .timeline(let timeline): check(timeline, file: name)
        }
        // A text document is read once; devices are variations of it.
        if !file.isInterfaceBuilders { return }
      } catch {
        lines = content.lines
        note(error)
        return
      }
    }
  }

  private mutating func check(_ imported: ImportedScene, on device: Device?, file: String) {
    do {
      let makeSolver = makeSolver
      var report = try SceneCheck(findsAmbiguity: findsAmbiguity).report(on: imported, file: file, solver: makeSolver())
      let all = CheckFinding.all(
        in: report, of: imported, file: file, device: self.device, on: plugin)
      report.explainConflicts(all)
      scenes.append(report)
      summary.add(report)
      // A flagged scene's recorded frames are known to be wrong; a difference from them is no finding. A conflict is no finding in a scene that is
      // kept for a law, or that expects at least as many conflicts.
      let expected = try judgeExpectations(of: imported, file: file)
      let isMeant = imported.scene.provenance != nil || report.conflicts.count <= expected
      let findings = all.filter { $0.kind != .conflict || !isMeant }
      if variations != nil, device != nil {
        screens.add(findings, ScreenVariation(device: device))
      } else {
        for finding in findings { answer.add(finding) }
        screens.note(findings)
      }
      try holdLawsOfScreens(imported, on: device, file: file)
      if let widths {
        let sweep = try ScreenSweep(imported, widths: widths, makeSolver: makeSolver)
        for finding in CheckFinding.all(in: sweep, of: imported, file: file, device: device) { answer.add(finding) }
      }
      judgeLawNamed(by: .scene(imported.scene), file: file)
    } catch {
      note(
        TextError(file: file, line: 0, code: .cannotLayOut, problem: "scene \(imported.root): \(error)"),
        in: imported.root, as: error.outcome)
    }
  }

  /// Checks the laws of screens. Each variation is laid out once; if required constraints conflict in it, it is also checked like a file, to get
  /// the explanation.
  private mutating func holdLawsOfScreens(
    _ imported: ImportedScene, on device: Device?, file: String
  ) throws(LayoutMistake) {
    guard let variations else { return }
    let makeSolver = makeSolver
    let devices = imported.origins.isEmpty ? options.map(\.device) : [device]
    for device in devices where device.map(imported.follows) ?? true {
      for variation in variations(device) {
        let varied = imported.varied(variation)
        let states = try varied.states(textSize: variation.textSize, makeSolver: makeSolver)
        screens.add(states, variation, of: imported, file: file)
        if let refused = states.refused.first {
          refusals.append((file, variation.parts, refused.number, refused.why, states.refused.count))
        }
        guard !variation.parts.isEmpty, states.troubles.all.contains(where: { $0.kind == .conflict }) else { continue }
        let report = try SceneCheck(findsAmbiguity: false).report(on: varied, file: file, solver: makeSolver())
        let findings = CheckFinding.all(in: report, of: varied, file: file, device: nil, on: plugin)
        screens.add(findings.filter { $0.kind == .conflict }, variation)
      }
    }
  }

  /// Checks the expectations of a scene. Values over time are the engine's own if it offers a sampler. Returns how many expected conflicts occurred.
  private mutating func judgeExpectations(of imported: ImportedScene, file: String) throws(LayoutMistake) -> Int {
    let all = imported.scene.expectations
    let count = all.count
    guard count > 0 else { return 0 }
    let unmet = try imported.scene.unmetExpectations(
      solver: makeSolver(), makeSampler: plugin.makeSampler ?? { AnimationSampler() })
    expectations.all += count
    expectations.met += count - unmet.count
    for finding in CheckFinding.all(unmet: unmet, of: imported, file: file) { answer.add(finding) }
    let missed = Set(unmet.map(\.index))
    return all.enumerated().count { !missed.contains($0.offset) && $0.element.isOfConflict }
  }

  private mutating func check(_ script: SolverScript, file: String) {
    do {
      let report = try ScriptReport(script, file: file, solver: makeSolver())
      scripts.append(report)
      for (index, text) in report.broken.enumerated() {
        let fields = report.brokenTransactions.map { ["transaction": "\($0[index])"] }
        answer.add(CheckFinding(.expectation, fields: fields, file: file, message: text))
      }
      judgeLawNamed(by: .solver(script), file: file)
    } catch {
      let isInput: Bool
      if case .rejected = error { isInput = true } else { isInput = false }
      note(TextError(file: file, line: 0, code: .wrongFormat, problem: "\(error)"), as: isInput ? .badInput : .ownFault)
    }
  }

  /// Checks a timeline. A timeline has no recorded frames, so only laws can be checked.
  private mutating func check(_ timeline: Timeline, file: String) {
    let document = Document.timeline(timeline)
    guard timeline.provenance == nil else { return judgeLawNamed(by: document, file: file) }
    // Laws that do not apply to the timeline are left out.
    let judged = FuzzTarget.sampler().laws.map { JudgedLaw($0, document, file: file, plugin: plugin) }
      .filter { $0.verdict != .undecided }
    for law in judged { add(law) }
    if judged.isEmpty {
      note(
        TextError(
          file: file, line: 0, code: .engineUnsuitable, problem: "no law could judge it: the engine offers no sampler"),
        as: .undecided)
    }
  }

  /// Judges the law that a document names. Findings and regression tests name the law that they broke.
  private mutating func judgeLawNamed(by document: Document, file: String) {
    guard let name = document.provenance?.law else { return }
    guard let law = knownLaws.first(where: { $0.name == name }) else {
      let problem = "it names the law \(name), and there is none"
      return note(
        TextError(
          file: file, line: 0, code: .unknownName, problem: problem,
          hint: "`layoutlab check --law x \(file)` lists the laws."))
    }
    add(JudgedLaw(law, document, file: file, plugin: plugin))
  }

  /// The option that names the engine in a command; empty for this project's own.
  private var engineOption: String {
    let engine = plugin.manifest.path ?? plugin.manifest.name
    return engine == "layoutlab" ? "" : " --engine \(engine.shellQuoted)"
  }

  private mutating func add(_ law: JudgedLaw) {
    laws.append(law)
    switch law.verdict {
    case .holds: break
    case .undecided:
      // If the engine refuses the document, it neither keeps nor breaks the law.
      answer.leaveUnjudged(law.file)
      answer.add(
        CheckFinding(
          .undecided, code: law.code, file: law.file, element: law.law,
          message: "is undecided" + (law.detail.map { ": \($0)" } ?? ""),
          fix: "Mend what keeps the law from judging it, or accept it in the baseline."))
    case .broken:
      answer.add(
        CheckFinding(
          .law, code: law.law, fields: law.code.map { ["fault": $0] }, file: law.file, element: law.law,
          message: "is broken" + (law.detail.map { ": \($0)" } ?? ""),
          fix: "`layoutlab shrink --law \(law.law) \(law.file.shellQuoted)\(engineOption)` makes it small."))
    }
  }

  private mutating func note(_ mistake: TextError, in root: String? = nil, as outcome: Outcome = .badInput) {
    // Several devices read the same file, with the same mistakes.
    guard !mistakes.contains(mistake) else { return }
    mistakes.append(mistake)
    summary.mistakes += 1
    // The baseline recognises a mistake by the text of its line, so the message may change.
    let text = lines.indices.contains(mistake.line - 1) ? lines[mistake.line - 1] : nil
    let fields = ["text": text, "root": root].compactMapValues(\.self)
    switch outcome {
    case .badInput, .found:
      answer.add(
        CheckFinding(
          outcome == .found ? .law : .mistake, code: mistake.code.rawValue, fields: fields.isEmpty ? nil : fields,
          file: mistake.file,
          line: mistake.line, message: mistake.problem, fix: mistake.hint.isEmpty ? nil : mistake.hint))
    case .undecided:
      answer.leaveUnjudged(mistake.file)
      answer.add(
        CheckFinding(
          .undecided, code: mistake.code.rawValue, file: mistake.file, line: mistake.line, message: mistake.problem))
    default:
      fault = max(fault, outcome)
      answer.leaveUnjudged(mistake.file)
    }
  }

  /// Drops findings whose kind is not in `kinds`, and those that the baseline accepts. Mistakes in files, and undecided findings, count as kinds to
  /// keep.
  package mutating func keep(
    _ kinds: Set<CheckFinding.Kind>, accepted baseline: CheckBaseline?, judged: Set<CheckFinding.Kind>
  ) {
    answer.scenes = summary.scenes
    var sources = SourceFiles(below: FileManager.default.currentDirectoryPath)
    answer.resolveSources { sources.resolved($0) }
    answer.keep(kinds.union([.mistake, .undecided]), accepted: baseline, judged: judged)
  }

  /// The mistakes that the baseline does not accept.
  package var unacceptedMistakes: [TextError] {
    let accepted = Set(answer.acceptedMistakes.map { "\($0.file)\t\($0.line)\t\($0.code ?? "")" })
    return mistakes.filter { !accepted.contains("\($0.file)\t\($0.line)\t\($0.code.rawValue)") }
  }

  private static let mostRefusals = 6

  /// The complete record of the run.
  package var record: CheckRecord {
    CheckRecord(
      scenes: scenes, scripts: scripts.isEmpty ? nil : scripts, laws: laws.isEmpty ? nil : laws,
      mistakes: mistakes.map {
        .init(file: $0.file, line: $0.line, code: $0.code, problem: $0.problem, hint: $0.hint)
      },
      findings: answer.findings, accepted: answer.accepted, stale: answer.stale.isEmpty ? nil : answer.stale,
      summary: summary)
  }

  package func text(command: String) -> String {
    var lines = [answer.text].filter { !$0.isEmpty }
    for script in scripts where script.expectations > 0 {
      lines.append("\(script.file): \(script.met) of \(counted(script.expectations, "expectation")) met")
    }
    if expectations.all > 0 {
      lines.append("\(expectations.met) of \(counted(expectations.all, "expectation")) of scenes met")
    }
    let told = Set(answer.findings.filter { $0.kind == .undecided }.map(\.file))
    for law in laws where law.outcome == .undecided && !told.contains(law.file) {
      lines.append("accepted: \(law.text)")
    }
    if !laws.isEmpty {
      lines.append(
        "\(counted(laws.count, "time")) a law judged, \(counted(laws.count { $0.outcome == .found }, "time")) broken")
    }
    func share(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "" : " (\((Double(part) / Double(whole) * 1000).rounded() / 10) %)"
    }
    for (target, files) in targets.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let devices = ScreenVariation.devices(for: target).map(\.spelling).joined(separator: ", ")
      lines.append(
        "\(counted(files.count, "file")) for \(target.words) alone: "
          + (devices.isEmpty ? "held on no other device" : "held on \(devices)"))
    }
    let clean = summary.clean
    let checked = "\(counted(summary.files, "file")), \(counted(summary.scenes, "scene"))"
    if summary.compared == 0 {
      lines.append(checked + (summary.scenes == 0 ? "" : ", without recorded frames to compare with"))
    } else {
      lines.append(
        "\(checked), \(counted(summary.compared, "view")) compared: \(summary.reproduced) reproduced"
          + "\(share(summary.reproduced, summary.compared)), judged coordinates \(summary.judged.reproduced) of "
          + "\(summary.judged.coordinates)\(share(summary.judged.reproduced, summary.judged.coordinates))")
    }
    if clean.scenes != summary.scenes, summary.compared > 0 {
      lines.append(
        "without flagged scenes: \(counted(clean.scenes, "scene")), \(clean.reproduced) of \(clean.compared) views"
          + "\(share(clean.reproduced, clean.compared)), judged coordinates \(clean.judged.reproduced) of "
          + "\(clean.judged.coordinates)\(share(clean.judged.reproduced, clean.judged.coordinates))")
    }
    lines += summary.told
    for refusal in refusals.prefix(CheckRun.mostRefusals) {
      let place = refusal.variation.isEmpty ? "" : " on \(refusal.variation.joined(separator: " + "))"
      let more = refusal.count > 1 ? ", nor can \(counted(refusal.count - 1, "other step"))" : ""
      lines.append("\(refusal.file): step \(refusal.number) cannot be made\(place): \(refusal.why)\(more)")
    }
    if refusals.count > CheckRun.mostRefusals {
      lines.append(
        "\(refusals.count - CheckRun.mostRefusals) more stories cannot be played as they are on some screens")
    }
    if explainsUncompared { lines += scenes.flatMap(\.unjudgedLines) }
    lines.append("Reproduce:  \(command)")
    return lines.joined(separator: "\n")
  }
}

extension Device.Idiom {
  fileprivate var words: String {
    switch self {
    case .phone: "phones"
    case .pad: "tablets"
    case .television: "televisions"
    case .mac: "desktops"
    }
  }
}
