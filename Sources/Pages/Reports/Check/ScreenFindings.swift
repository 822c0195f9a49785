import Foundation
import LayoutPlugin
import SceneImport
import SceneModel

/// The findings about a file's screens, each once, with the simplest variations in which it occurs.
public struct ScreenFindings: Sendable {
  /// The key of a finding, without numbers, because they differ between devices.
  private struct Key: Hashable {
    var kind: CheckFinding.Kind
    var root, element: String
    var line: Int
  }

  private var found: [(finding: CheckFinding, variations: [[String]], alike: [String])] = []
  private var places: [Key: Int] = [:]
  /// The indices of findings by line of code, for recordings. If one line affects many views, such as the cells of a table, these make one finding.
  private var ofLines: [Key: Int] = [:]
  /// The findings of the check without variations.
  private var known: Set<Key> = []
  private var meant: [String: Set<ScreenTrouble>] = [:]

  public init() {}

  /// Marks findings as reported elsewhere. They are not reported again for a variation.
  public mutating func note(_ findings: [CheckFinding]) { known.formUnion(findings.map(key)) }

  /// Adds findings of one variation.
  ///
  /// - Parameter variation: the differences of the screen from the file's own.
  public mutating func add(_ findings: [CheckFinding], _ variation: ScreenVariation) {
    for finding in findings where !known.contains(key(finding)) {
      let line = finding.state == nil ? nil : keyOfLine(finding)
      if let place = places[key(finding)] {
        found[place].variations.append(variation.parts)
      } else if let line, let place = ofLines[line] {
        places[key(finding)] = place
        found[place].alike.append(finding.element)
        found[place].variations.append(variation.parts)
      } else {
        places[key(finding)] = found.count
        if let line { ofLines[line] = found.count }
        found.append((finding, [variation.parts], []))
      }
    }
  }

  private func keyOfLine(_ finding: CheckFinding) -> Key? {
    finding.source.map { Key(kind: finding.kind, root: finding.root ?? "", element: $0.file, line: $0.line) }
  }

  /// Adds the problems of one layout. Conflicts are left out, because their explanations are reported elsewhere. Add the file's own layout first:
  /// views that visibly overlap or leave their superview there count as intended.
  ///
  /// In a screen recorded from code nothing counts as intended, because there is no canvas that would show it.
  public mutating func add(
    _ story: ScreenStates, _ variation: ScreenVariation, of imported: ImportedScene, file: String
  ) {
    if variation.parts.isEmpty, !imported.scene.isRecorded {
      meant[imported.root] = story.states.first?.troubles.all.filter(\.isDrawn)
    }
    var told = meant[imported.root] ?? []
    var before: Int?
    let frames = imported.scene.isRecorded && !variation.parts.isEmpty ? FramesOfCode(imported.scene) : nil
    for state in story.states {
      defer { before = state.number }
      let troubles = state.troubles.all.subtracting(told)
      told.formUnion(troubles)
      let findings = troubles.compactMap { trouble -> CheckFinding? in
        let overhang = state.troubles.overhang(of: trouble)
        guard frames?.tell(trouble, state.troubles, isOnOtherDevice: variation.device != nil) ?? true else {
          return nil
        }
        var finding = CheckFinding(trouble, overhang, of: imported, file: file)
        finding?.state = state.words
        // At first the view's own place, or the code that brought it there; later the code that changed it.
        if before != nil || finding?.source == nil {
          if let line = imported.maker(of: trouble, by: state, after: before) { finding?.source = line }
        }
        return finding
      }
      let order: (CheckFinding) -> (Int, String, String) = { ($0.line, $0.element, $0.message) }
      add(findings.sorted { order($0) < order($1) }, variation)
    }
  }

  private func key(_ finding: CheckFinding) -> Key {
    Key(kind: finding.kind, root: finding.root ?? "", element: finding.element, line: finding.line)
  }

  /// The findings, in the order in which they were found.
  public var findings: [CheckFinding] {
    found.map { finding, variations, alike in
      var finding = finding
      if !alike.isEmpty {
        let more = "the same line does so to \(CheckAnswer.list(alike))"
        finding.detail = finding.detail.map { "\($0); \(more)" } ?? more
      }
      // What shows on a device is no news of that device with larger texts.
      let simplest = variations.enumerated().filter { at, parts in
        !variations.enumerated().contains { other, simpler in
          Set(simpler).isSubset(of: parts) && (simpler.count < parts.count || other < at)
        }
      }
      finding.places = simplest.map(\.element).filter { !$0.isEmpty }.map { $0.joined(separator: " + ") }
      return finding
    }
  }
}

extension ImportedScene {
  /// Returns the line of code that caused a problem in a state: the last line that, since the previous state, placed the problem's views; otherwise
  /// one that showed or hid them; otherwise one that changed other views; otherwise the last earlier line that placed the views; otherwise the line
  /// that led to the state. In the first state, only the first and the last of these are considered. Nil if no such line is known.
  ///
  /// - Parameter before: The number of the previous state; nil if this is the first one.
  fileprivate func maker(of trouble: ScreenTrouble, by state: ScreenState, after before: Int?) -> SourcePlace? {
    var views: Set<ItemID> = [trouble.item]
    if case .overlap(_, let other) = trouble { views.insert(other) }
    var constraints: Set<LayoutConstraint.ID> = []
    func note(_ constraint: LayoutConstraint) {
      if constraint.anchors.contains(where: { views.contains($0.item) }) { constraints.insert(constraint.id) }
    }
    for constraint in scene.constraints { note(constraint) }
    for case .addConstraint(let constraint) in scene.steps { note(constraint) }
    let all = scene.steps.indices.prefix(state.number + preparations)
    let recent = all.dropFirst(before.map { $0 + preparations } ?? 0)
    func line(in steps: Range<Int>, where isIt: (Step) -> Bool) -> SourcePlace? {
      for index in steps.reversed() where isIt(scene.steps[index]) {
        if let source = scene.source(ofStep: index), !source.isOfRecorder {
          return SourcePlace(file: source.file, line: source.line)
        }
        // A constraint that came with its view has its own line.
        if case .addConstraint(let constraint) = scene.steps[index], let source = constraint.source { return source }
      }
      return nil
    }
    func places(_ step: Step) -> Bool {
      if let constraint = step.constraintID { return constraints.contains(constraint) }
      switch step {
      case .addConstraint(let constraint): return constraints.contains(constraint.id)
      // What comes into a view does not place that view.
      case .addView(let view): return views.contains(view.id)
      case .move(let view, _, _): return views.contains(view)
      default: break
      }
      return step.places && step.items.contains(where: views.contains)
    }
    let led = state.source.flatMap { $0.isOfRecorder ? nil : SourcePlace(file: $0.file, line: $0.line) }
    if let line = line(in: recent, where: places) { return line }
    guard before != nil else { return led }
    return line(in: recent) { $0.shows && $0.items.contains(where: views.contains) }
      ?? line(in: recent) { $0.constraintID != nil || $0.places || $0.shows } ?? line(in: all, where: places) ?? led
  }
}

extension Step {
  /// Whether the step changes where a view is, or how large it should be.
  fileprivate var places: Bool {
    switch self {
    case .setProperty(_, .frame), .setProperty(_, .center), .setProperty(_, .bounds), .setProperty(_, .text),
      .setProperty(_, .transform), .setProperty(_, .spacing), .setIntrinsic, .addConstraint, .addView, .arrange, .move:
      true
    default: false
    }
  }

  /// Whether the step shows or hides a view, or gives its space to others.
  fileprivate var shows: Bool {
    switch self {
    case .show, .hide, .removeView, .unarrange, .setProperty(_, .alpha): true
    default: false
    }
  }
}

extension ScreenState {
  /// The steps by which the story reaches the state, in words; nil before the story begins.
  fileprivate var words: String? {
    guard number > 0 else { return nil }
    let cause = step.map { step in
      // A step may be as long as a screen.
      let text = step.count > 80 ? step.prefix(77) + "..." : step[...]
      return ", made by `\(text)`" + (source.flatMap { $0.isOfRecorder ? nil : " (\($0))" } ?? "")
    }
    return "after step \(number), at \(readable(time)) s" + (cause ?? "")
  }
}

extension ScreenTrouble {
  /// Whether the problem is about the positions of views, which the author may have intended.
  fileprivate var isDrawn: Bool {
    switch self {
    case .overlap, .outside: true
    default: false
    }
  }

  /// The finding's kind.
  public var kind: CheckFinding.Kind {
    switch self {
    case .conflict: .conflict
    case .outside: .outside
    case .overlap: .overlap
    case .cut, .noRoom: .truncation
    case .smallTarget: .target
    }
  }

  fileprivate var code: String? {
    switch self {
    case .cut: CheckFinding.Code.textCut.rawValue
    case .noRoom: CheckFinding.Code.noRoom.rawValue
    default: nil
    }
  }

  /// The facts of the message besides the view.
  fileprivate func fields(_ imported: ImportedScene, widths: String? = nil) -> [String: String]? {
    var fields: [String: String] = [:]
    if case .overlap(_, let other) = self { fields["other"] = imported.identifier(of: other) }
    fields["widths"] = widths
    return fields.isEmpty ? nil : fields
  }

  /// Returns the rest of a sentence that begins with the view.
  func words(_ name: (ItemID) -> String) -> String {
    switch self {
    case .conflict(let text): "required constraints conflict, and \(text) gives way"
    case .outside: "leaves its superview"
    case .overlap(_, let other): "and \(name(other)) cover each other"
    case .cut: "its text is cut"
    case .noRoom: "has no room left"
    case .smallTarget: "is smaller than \(readable(ScreenTrouble.smallestTarget)) points, which a finger needs"
    }
  }

  fileprivate var fix: String {
    switch self {
    case .conflict: "Lower a priority."
    case .outside: "Hold its far edges to the superview's, or let the superview scroll."
    case .overlap: "Hold one behind the other, or let them stack."
    case .cut: "Let it break into lines (numberOfLines 0), or give it room."
    case .noRoom: "Raise its compression resistance, or hold its neighbours less tightly."
    case .smallTarget: "Give it a width and a height of at least \(readable(ScreenTrouble.smallestTarget))."
    }
  }
}

extension Overhang {
  /// Returns words such as `its trailing edge is 12 outside CardView`; edges that are equally far outside are named together. `most` is put before
  /// each amount.
  fileprivate func words(_ most: String, _ name: (ItemID) -> String) -> String {
    var groups: [(amount: String, edges: [String])] = []
    for (edge, points) in [("top", top), ("leading", leading), ("bottom", bottom), ("trailing", trailing)]
    where points > ScreenTrouble.tolerance {
      let amount = readable(points)
      if let at = groups.firstIndex(where: { $0.amount == amount }) {
        groups[at].edges.append(edge)
      } else {
        groups.append((amount, [edge]))
      }
    }
    let parts = groups.map { amount, edges in
      let names = (edges.count > 2 ? [edges.dropLast().joined(separator: ", "), edges.last!] : edges)
      return "its \(names.joined(separator: " and ")) \(edges.count == 1 ? "edge is" : "edges are") \(most)\(amount)"
    }
    return "\(parts.joined(separator: ", ")) outside \(name(superview))"
  }
}

extension CheckFinding {
  /// Makes the finding of a problem; nil for a conflict, because its explanation is a finding of its own.
  package init?(_ trouble: ScreenTrouble, _ overhang: Overhang?, of imported: ImportedScene, file: String) {
    if case .conflict = trouble { return nil }
    let names = ElementNames(imported)
    let view = imported.identifier(of: trouble.item)
    self.init(
      trouble.kind, code: trouble.code, fields: trouble.fields(imported), file: file, line: names.line(ofView: view),
      root: imported.root, source: names.source(ofView: view), element: names.element(view),
      message: trouble.words { names.element(imported.identifier(of: $0)) },
      detail: overhang.map { $0.words("", names.title) },
      fix: overhang?.isBeside == true
        ? "Hold it in the superview; if it waits there, hide it or let the story bring it in." : trouble.fix)
  }

  /// Returns the findings about problems that a screen has only at some widths.
  public static func all(
    in sweep: ScreenSweep, of imported: ImportedScene, file: String, device: Device?
  ) -> [CheckFinding] {
    let option = device.map { " --device \($0.spelling)" } ?? ""
    let names = ElementNames(imported)
    return sweep.intervals.map { interval in
      let range =
        interval.from == interval.to
        ? readable(interval.from) : "\(readable(interval.from)) to \(readable(interval.to))"
      let view = imported.identifier(of: interval.trouble.item)
      return CheckFinding(
        interval.trouble.kind, code: interval.trouble.code,
        fields: interval.trouble.fields(imported, widths: "\(readable(interval.from))-\(readable(interval.to))"),
        file: file, line: names.line(ofView: view), root: imported.root, source: names.source(ofView: view),
        element: names.element(view),
        message:
          "\(interval.trouble.words { names.element(imported.identifier(of: $0)) }), at widths of \(range) points",
        detail: interval.overhang.map { $0.words(interval.from == interval.to ? "" : "up to ", names.title) },
        fix:
          "`layoutlab show \(file.shellQuoted) --root \(imported.root)\(option) --width \(readable(interval.from)) --png screen.png` shows it."
      )
    }
  }
}
