import ConflictLogs
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneImport
import SceneModel
import ScenePlayer

extension CheckFinding {
  /// Returns the findings of a report of one scene, each in the words of its explanation.
  ///
  /// - Parameters:
  ///     - device: the device that the findings name, if the scene was checked on several; else nil.
  public static func all(
    in report: SceneReport, of imported: ImportedScene, file: String, device: String?, on plugin: Plugin
  ) -> [CheckFinding] {
    let names = ElementNames(imported)
    let places = device.map { [$0] } ?? []
    var findings = conflicts(report, imported, file, names, places, plugin)
    let unheld = imported.origins.isEmpty ? imported.scene.viewsWithUnheldFrames.map(\.name) : []
    for name in unheld {
      findings.append(
        CheckFinding(
          .ambiguity, code: Code.frameWithoutEffect.rawValue, file: file, line: names.line(ofView: name),
          root: report.root, element: names.element(name),
          message: "it has no constraints and no autoresizing mask, so its frame is ignored and its size is 0",
          fix: "Add constraints, or write `autoresizing none` behind the frame.", places: places))
    }
    for chain in report.endless {
      let index = imported.scene.steps.firstIndex { $0.reactsTo(chain.name) }
      let step = index.flatMap { index in
        let texts = imported.scene.stepTexts
        return texts.indices.contains(index) ? (number: index + 1, text: texts[index]) : nil
      }
      findings.append(
        CheckFinding(
          .endless, fields: step.map { ["step": $0.text] }, file: file, root: report.root,
          source: index.flatMap { imported.scene.source(ofStep: $0) }.map { SourcePlace(file: $0.file, line: $0.line) },
          element: chain.name,
          message: "starts itself again and again" + (step.map { ": step \($0.number), `\($0.text)`" } ?? ""),
          detail:
            "\(chain.callbacks) callbacks from \(readable(chain.since)) s to \(readable(chain.time)) s, and no end",
          fix: "Start it again only under a condition, or after a time.", places: places))
    }
    let told = Set(unheld)
    for ambiguity in report.ambiguities {
      let text = AmbiguityText(ambiguity, in: imported.scene) { names.title($0) }
      let identifier = imported.identifier(of: text.subject)
      guard !told.contains(identifier) else { continue }
      findings.append(
        CheckFinding(
          .ambiguity, fields: ambiguity.fields(imported), file: file, line: names.line(ofView: identifier),
          root: report.root,
          source: names.source(ofView: identifier), element: names.element(identifier), message: text.message,
          fix: text.fix, places: places))
    }
    for mismatch in report.mismatches where !report.flagged && !mismatch.isStale && mismatch.isJudged {
      let recorded = names.recorded(mismatch.view)
      var expected: [String] = [], found: [String] = []
      for (name, difference, value) in [
        ("x", mismatch.dx, recorded?.x), ("y", mismatch.dy, recorded?.y), ("width", mismatch.dw, recorded?.width),
        ("height", mismatch.dh, recorded?.height),
      ] where abs(difference) > SceneCheck.tolerance {
        guard let value else { continue }
        expected.append(readable(value))
        found.append("\(name) \(readable(value + difference))")
      }
      let cause = mismatch.cause == "unexplained" ? "" : " (\(names.titled(mismatch.cause)))"
      findings.append(
        CheckFinding(
          .mismatch, fields: ["cause": mismatch.cause], file: file, line: names.line(ofView: mismatch.view),
          root: report.root,
          element: names.element(mismatch.view), message: "is not where it was recorded\(cause)",
          expected: expected.joined(separator: ", "), found: found.joined(separator: ", "),
          fix:
            "Update the frames in Interface Builder, or mend the constraints: `layoutlab show \(file.shellQuoted) --root \(report.root) --recorded --png screen.png` draws both.",
          places: places))
    }
    return findings
  }

  /// Returns the findings of a document's expectations that do not hold.
  public static func all(
    unmet: [UnmetExpectation], of imported: ImportedScene, file: String
  ) -> [CheckFinding] {
    let names = ElementNames(imported)
    let texts = zip(imported.scene.steps, imported.scene.stepTexts).filter { $0.0.expectation != nil }.map(\.1)
    return unmet.map { unmet in
      let lines = imported.lines.expectations
      let line = lines.indices.contains(unmet.index) ? lines[unmet.index] : 0
      return CheckFinding(
        .expectation, fields: texts.indices.contains(unmet.index) ? ["expectation": texts[unmet.index]] : nil,
        file: file, line: line, root: imported.root,
        element: unmet.item.map { names.element(imported.identifier(of: $0)) } ?? "", message: unmet.problem,
        expected: unmet.expected, found: unmet.found,
        fix: "`layoutlab trace \(file.shellQuoted)` tells what each step does, `layoutlab film` what is shown.")
    }
  }

  /// The largest number of rows that explanations pass to the solver, counted over all queries. The cost of an explanation grows with the square of
  /// the list's length, so in a scene with many long conflicts some are not explained.
  private static let mostRowsAsked = 500_000

  /// Returns the findings of conflicts. The message is the explanation of what UIKit would log; without an explanation, it is the constraints alone.
  private static func conflicts(
    _ report: SceneReport, _ imported: ImportedScene, _ file: String, _ names: ElementNames, _ places: [String],
    _ plugin: Plugin
  ) -> [CheckFinding] {
    guard !report.conflicts.isEmpty else { return [] }
    let told = plugin.makeSolver.flatMap { try? ReportedConflict.all(in: report, of: imported, solver: $0) } ?? []
    guard told.count == report.conflicts.count else {
      return report.conflicts.map { conflict in
        CheckFinding(
          .conflict, fields: conflict.fields, file: file, root: report.root, element: names.element(report.root),
          message: names.titled("required constraints conflict: " + conflict.constraints.joined(separator: "; ")),
          fix: names.titled("Lower the priority of \(conflict.constraints[conflict.broken])."), places: places)
      }
    }
    var rowsLeft = CheckFinding.mostRowsAsked
    return zip(told, report.conflicts).map { told, conflict in
      let (log, facts) = (told.log, told.facts)
      let isLate = rowsLeft < 0
      let rows = min(rowsLeft, ConflictExplanation.usualRows)
      let explanation = isLate ? nil : try? ConflictExplanation(log, facts, on: plugin, mostRows: rows)
      rowsLeft -= explanation?.rowsAsked ?? 0
      let broken = log.brokenIndex ?? explanation?.broken
      var constraint: LayoutConstraint?
      // The constraint that gives way, else the first of the document's in the list.
      for index in (broken.map { [$0] } ?? []) + Array(log.entries.indices) where constraint == nil {
        guard case .read(let line) = log.entries[index] else { continue }
        constraint = line.constraintOfScene(imported.scene)
      }
      let view = told.subject ?? constraint?.anchors.first?.item ?? .root
      let summary = explanation?.summary ?? ""
      return CheckFinding(
        .conflict, fields: conflict.fields, file: file,
        line: constraint.map(names.line) ?? names.line(ofView: report.root), root: report.root,
        source: constraint?.source,
        element: names.element(imported.identifier(of: view)),
        message: !summary.isEmpty
          ? summary + conflict.furtherText
          : isLate
            ? "\(log.entries.count) required constraints conflict; so many do in this scene that not each conflict is explained"
            : "required constraints conflict",
        assumed: explanation?.assumptions ?? facts.assumptions,
        fix: explanation?.fixes.first?.text ?? "`layoutlab explain \(file.shellQuoted)` lists what takes part.",
        places: places)
    }
  }
}

extension SceneReport {
  /// Copies the message and the assumptions of each conflict's finding to the conflict. Does nothing if the two numbers of conflicts differ.
  public mutating func explainConflicts(_ findings: [CheckFinding]) {
    let told = findings.filter { $0.kind == .conflict }
    guard told.count == conflicts.count else { return }
    for (index, finding) in told.enumerated() {
      conflicts[index].sentence = finding.message
      conflicts[index].assumed = finding.assumed.isEmpty ? nil : finding.assumed
    }
  }
}

/// The names that developers use for the parts of a scene.
package struct ElementNames {
  private let imported: ImportedScene
  private var views: [String: View] = [:]
  private(set) var titles: [ItemID: String] = [:]
  /// The titles of views, by the views' names in the scene, if title and name differ.
  private var titlesByName: [String: String] = [:]

  package init(_ imported: ImportedScene) {
    self.imported = imported
    for view in imported.scene.views {
      views[imported.identifier(of: view.id)] = view
      let title = imported.title(of: view.id)
      titles[view.id] = title
      if view.parent != nil, title != view.name { titlesByName[view.name] = title }
    }
  }

  /// Returns the title of an element, such as `PriceLabel (label zA3-Zq-pRC)`. A view without a title has only kind and id; an element that is no
  /// view, only the id.
  package func element(_ identifier: String) -> String {
    guard let view = views[identifier] else { return identifier }
    let title = titles[view.id] ?? identifier
    let kind = imported.origins[view.id]?.tag ?? view.kind.rawValue
    return title == identifier ? "\(kind) \(identifier)" : "\(title) (\(kind) \(identifier))"
  }

  package func title(_ item: ItemID) -> String { titles[item] ?? imported.identifier(of: item) }

  func recorded(_ identifier: String) -> Rect? { views[identifier].flatMap { imported.scene.recorded[$0.id] } }

  package func line(ofView identifier: String) -> Int {
    guard let view = views[identifier] else { return 0 }
    return imported.origins[view.id]?.line ?? imported.lines.items[view.id] ?? 0
  }

  /// Returns the line of code that placed the view: in a recorded screen, that of the first constraint that names the view. Otherwise nil.
  package func source(ofView identifier: String) -> SourcePlace? {
    guard let view = views[identifier] else { return nil }
    return imported.scene.constraints.first { $0.names(view.id) && $0.source != nil }?.source
  }

  package func line(of constraint: LayoutConstraint) -> Int {
    imported.lines.constraints[constraint.id] ?? 0
  }

  /// Returns a text with titles in place of names, in linear time.
  package func titled(_ text: String) -> String {
    guard !titlesByName.isEmpty else { return text }
    var result = ""
    var word = ""
    for letter in text {
      if letter.isLetter || letter.isNumber || "-_~".contains(letter) {
        word.append(letter)
      } else {
        result += (titlesByName[word] ?? word) + String(letter)
        word = ""
      }
    }
    return result + (titlesByName[word] ?? word)
  }
}

extension SceneReport.BrokenConstraint {
  /// The constraints as one field; for a long list, the digest of the list.
  fileprivate var fields: [String: String] {
    let text = constraints.joined(separator: "; ")
    return ["constraints": text.utf8.count > 400 ? "\(Digest(of: Array(text.utf8)))" : text]
  }

  fileprivate var furtherText: String {
    further == 0 ? "" : " When that gives way, \(further == 1 ? "another one has" : "\(further) others have") to, too."
  }
}

extension Ambiguity {
  /// The numbers that the constraints leave open, with their ranges.
  fileprivate func fields(_ imported: ImportedScene) -> [String: String] {
    let open = undecided.map { number in
      let name = "\(imported.identifier(of: number.view)).\(number.what.rawValue)"
      guard let range = number.range else { return name }
      // Beyond this nothing bounds it.
      let bound = LayoutKernel.expandedSize.width - 1
      let (low, high) = (range.lowerBound, range.upperBound)
      return "\(name) \(low > -bound ? readable(low) : "")...\(high < bound ? readable(high) : "")"
    }
    return ["open": open.joined(separator: ", ")]
  }
}

extension Step {
  fileprivate func reactsTo(_ name: String) -> Bool {
    if case .play(.when(let reaction)) = self { reaction.event == name } else { false }
  }
}
