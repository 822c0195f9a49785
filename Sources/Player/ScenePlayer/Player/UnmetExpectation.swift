import LayoutKernel
import LayoutPlugin
import SceneModel

/// An expectation of a document that does not hold when the document is played.
public struct UnmetExpectation: Hashable, Sendable {
  /// The index among the document's expectations, from 0.
  public var index: Int
  /// The first view or guide that the expectation names; nil if it names none.
  public var item: ItemID?
  /// The problem, in a clause.
  public var problem: String
  /// The expected and the found value, as text.
  public var expected, found: String
}

extension Scene {
  /// Plays the scene and returns the expectations that are not met. Each is judged at its place among the steps.
  ///
  /// The cost is that of playing the scene, and a solve for each expected ambiguity.
  public func unmetExpectations(
    solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws(LayoutMistake) -> [UnmetExpectation] {
    var unmet: [UnmetExpectation] = []
    var playback = try Playback(
      of: self, solver: solver, quirks: quirks, recordsEvents: true, makeSampler: makeSampler)
    let player = playback.performer
    var index = 0
    while let state = try playback.next() {
      if let expectation = state.step?.expectation {
        if let miss = player.miss(of: expectation) {
          unmet.append(
            UnmetExpectation(
              index: index, item: expectation.items.first, problem: miss.problem, expected: miss.expected,
              found: miss.found))
        }
        index += 1
      }
      // What the next step does begins here; an expectation does nothing.
      if state.number < steps.count, steps[state.number].expectation == nil { player.kernel.removeEvents() }
    }
    return unmet
  }
}

extension ScenePlayer {
  fileprivate typealias Miss = (problem: String, expected: String, found: String)

  /// Returns the reason why an expectation is not met; nil if it is met.
  fileprivate func miss(of expectation: Expectation) -> Miss? {
    switch expectation.what {
    case .frame(let item, let rect):
      let frame = kernel.displayedFrame(of: item)
      return miss("its frame is different", rect.lanes, frame.lanes, expectation.tolerance)
    case .value(let view, let key, let value, let time): return miss(view, key, value, time, expectation.tolerance)
    case .conflict(let list, let broken): return miss(list, broken)
    case .noConflict:
      guard !kernel.conflicts.isEmpty else { return nil }
      return ("required constraints conflict", "no conflict", conflicts)
    case .ambiguity(let view, let isExpected):
      guard let isAmbiguous = kernel.hasAmbiguousLayout(view) else {
        return ("it is not known whether it is ambiguous", words(isExpected), "an engine that cannot tell")
      }
      guard isAmbiguous != isExpected else { return nil }
      return (
        "its constraints \(isAmbiguous ? "leave" : "do not leave") a choice", words(isExpected), words(isAmbiguous)
      )
    case .callback(let callback, let item, let times):
      let count = kernel.events.count { $0.is(callback, of: item) }
      guard times.map({ $0 != count }) ?? (count == 0) else { return nil }
      return (
        "\(callback.rawValue) runs a different number of times in this step",
        times.map { counted($0, "time") } ?? "at least once",
        counted(count, "time")
      )
    case .report(let name, let phase, let time): return miss(name, phase, time, expectation.tolerance)
    case .noReport(let name, let phase):
      let heard = layers.events.filter { $0.isReport(of: name, phase) }
      guard let first = heard.first else { return nil }
      return ("\(name) is reported", "never", first.words)
    case .remark(let trap):
      let traps = layers.lintRemarks.map(\.trap.rawValue)
      guard !traps.contains(trap) else { return nil }
      let known = Remark.Trap.allCases.map(\.rawValue)
      guard known.contains(trap) else {
        return ("there is no such remark", "one of \(known.joined(separator: ", "))", trap)
      }
      return ("the linter gives no such remark", trap, traps.isEmpty ? "no remark" : traps.joined(separator: ", "))
    case .noRemark:
      guard let first = layers.lintRemarks.first else { return nil }
      return ("the linter gives a remark", "no remark", first.trap.rawValue)
    }
  }

  private func miss(
    _ view: ItemID, _ key: String, _ value: AnimationValue, _ time: Double?, _ tolerance: Double
  ) -> Miss? {
    let time = time ?? layers.now
    let problem = "\(key) has a different value at \(told(time)) s"
    guard let layer = layer(of: view) else { return (problem, value.words, "no such view") }
    guard let shown = key == "frame" ? shownFrame(of: layer, at: time) : layers.presentation(layer, key, at: time)
    else {
      return (problem, value.words, "nothing")
    }
    // Numbers may be off; whether there is a color, and which elements a path has, may not.
    guard shown.kind == value.kind, shown.lanes.count == value.lanes.count else {
      return (problem, value.words, shown.words)
    }
    return miss(problem, value.lanes, shown.lanes, tolerance)
  }

  private func shownFrame(of layer: LayerID, at time: Double) -> AnimationValue? {
    guard case .rect(let bounds)? = layers.presentation(layer, "bounds", at: time),
      case .point(let position)? = layers.presentation(layer, "position", at: time)
    else { return nil }
    return .rect(
      Rect(
        x: position.x - bounds.width / 2, y: position.y - bounds.height / 2, width: bounds.width, height: bounds.height)
    )
  }

  private func miss(_ problem: String, _ expected: [Double], _ found: [Double], _ tolerance: Double) -> Miss? {
    // What is no number is within nothing.
    guard !zip(expected, found).allSatisfy({ abs($0 - $1) <= tolerance }) else { return nil }
    return (problem, told(expected), told(found))
  }

  private func miss(_ list: [LayoutConstraint.ID]?, _ broken: LayoutConstraint.ID?) -> Miss? {
    let isMet = kernel.conflicts.contains { conflict in
      let members = conflict.members.compactMap(\.constraint)
      return (list.map { Set($0) == Set(members) } ?? true)
        && (broken.map { $0 == conflict.members[conflict.broken].constraint } ?? true)
    }
    guard !isMet else { return nil }
    let expected = list.map { "a conflict of \(names(of: $0))" } ?? "a conflict"
    return (
      kernel.conflicts.isEmpty ? "nothing conflicts" : "other constraints conflict",
      expected + (broken.map { ", breaking \(names(of: [$0]))" } ?? ""),
      kernel.conflicts.isEmpty ? "no conflict" : conflicts
    )
  }

  private var conflicts: String {
    kernel.conflicts.map { conflict in
      let members = conflict.members.map { $0.constraint.map { names(of: [$0]) } ?? $0.text }
      return "a conflict of \(members.joined(separator: ", ")), breaking \(members[conflict.broken])"
    }.joined(separator: "; ")
  }

  private func names(of constraints: [LayoutConstraint.ID]) -> String {
    let all = kernel.scene.constraints
    return constraints.map { id in all.first { $0.id == id }?.name ?? "\(id)" }.joined(separator: ", ")
  }

  private func miss(_ name: String, _ phase: ReactionStep.Phase, _ time: Double?, _ tolerance: Double) -> Miss? {
    let heard = layers.events.filter { $0.isReport(of: name, phase) }
    guard let time else {
      return heard.isEmpty ? ("\(name) is not reported", phase.rawValue, reports(of: name)) : nil
    }
    guard !heard.contains(where: { abs($0.time - time) <= tolerance }) else { return nil }
    let expected = (phase == .any ? "" : phase.rawValue + " ") + "at \(told(time)) s"
    return ("\(name) is not reported at that time", expected, reports(of: name))
  }

  private func reports(of name: String) -> String {
    let heard = layers.events.filter { $0.isReport(of: name, .any) }
    return heard.isEmpty ? "no report" : heard.map(\.words).joined(separator: ", ")
  }

  private func words(_ isAmbiguous: Bool) -> String { isAmbiguous ? "ambiguous" : "unambiguous" }
}

extension PlayerEvent {
  fileprivate func isReport(of name: String, _ phase: ReactionStep.Phase) -> Bool {
    let (own, what) = what.nameAndPhase
    return own == name && (phase == .any || phase == what)
  }

  fileprivate var words: String { "\(what.nameAndPhase.1.rawValue) at \(told(time)) s" }
}

extension LayoutEvent {
  fileprivate func `is`(_ callback: Expectation.Callback, of item: ItemID) -> Bool {
    switch (callback, self) {
    case (.updateProperties, .updateProperties(item)), (.updateConstraints, .updateConstraints(item)),
      (.layoutSubviews, .layoutSubviews(item)), (.safeAreaInsetsDidChange, .safeAreaInsetsDidChange(item)),
      (.layoutMarginsDidChange, .layoutMarginsDidChange(item)):
      true
    case (.setFrame, .setFrame(let other, _, _)): other == item
    default: false
    }
  }
}

extension Rect {
  fileprivate var lanes: [Double] { [x, y, width, height] }
}

/// Returns a number as text, rounded to hide the rounding errors of arithmetic.
private func told(_ number: Double) -> String { TextNumber.spell((number * 1e6).rounded() / 1e6) }
private func told(_ numbers: [Double]) -> String { numbers.map(told).joined(separator: " ") }
