import LayoutKernel
import LayoutPlugin
import SceneModel

/// The work that a kernel did for one step that began when no layout was pending.
private struct StepWork {
  /// The number of the step, counted from 1.
  var step: Int
  /// The callbacks and frames, in order.
  var events: [LayoutEvent]
  /// The items that the step names, that the engine reported, or whose frames, margins or safe areas changed.
  var affected: Set<ItemID>
  /// Whether margins or safe areas and frames depend on each other. Then the number of rounds cannot be predicted.
  var hasFeedback: Bool
  var before, after: Scene

  /// The superviews of affected views, and the owners of affected guides. They are laid out, too.
  var holders: Set<ItemID> {
    var holders: Set<ItemID> = []
    for scene in [before, after] {
      for view in scene.views where affected.contains(view.id) { holders.formUnion(view.parent.map { [$0] } ?? []) }
      for guide in scene.guides where affected.contains(guide.id) { holders.insert(guide.owner) }
    }
    return holders
  }
}

extension SceneTrial {
  /// The largest number of callbacks and frames for each affected view. A view is placed, laid out and updates its constraints. This may
  /// happen again when text wraps, or a cell is measured at its new width.
  private static let workLimit = 8

  func judgeWork() -> Verdict {
    judgeSteps { work in
      if work.hasFeedback { return nil }
      let reached = work.affected.union(work.holders).count
      let limit = Self.workLimit * reached
      if work.events.count <= limit { return nil }
      return
        "step \(work.step) affects \(reached) views, and ran \(work.events.count) callbacks and frames, \(limit) at most"
    }
  }

  func judgeInvalidation() -> Verdict {
    judgeSteps { work in
      let allowed = work.affected.union(work.holders)
      for event in work.events {
        switch event {
        case .layoutSubviews(let view), .updateConstraints(let view):
          if !allowed.contains(view) {
            return
              "step \(work.step) has nothing to do with \(self.name(view, in: work.after)), and it was laid out again"
          }
        default: break
        }
      }
      return nil
    }
  }

  /// Plays the scene once more, with no pending layout before each step, and judges the kernel's work for each accepted step. `remark` returns what
  /// is wrong with it; nil: nothing. Undecided if no step changes anything.
  private func judgeSteps(_ remark: (StepWork) -> VerdictMessage?) -> Verdict {
    do throws(Obstacle) {
      let engine = Reports()
      var heard = plugin
      if let make = plugin.makeSolver {
        heard.makeSolver = { [engine = Shared(engine)] in Overheard(make(), engine.value) }
      }
      let kernel = try kernel(scene, heard)
      kernel.recordsEvents = true
      let performer = LayoutPerformer(kernel, restsAfterSteps: true)
      var playback = Playback(of: scene, on: performer)
      playback.passesOverRefused = true
      /// Returns the next state of the playback, also after a step that the kernel refused; nil at the end.
      func next() throws(Obstacle) -> Playback<LayoutPerformer>.State? {
        do { return try playback.next() } catch { throw Obstacle(mistake: error) }
      }
      _ = try next()
      var isDecided = false
      while true {
        let before = kernel.scene
        kernel.removeEvents()
        engine.items = []
        guard let state = try next(), let step = state.step else { break }
        if state.refusal != nil { continue }
        // Steps during a batch of updates are not judged: the work of some waits for the end of the batch, which does not name their items.
        guard performer.updating.isEmpty else { continue }
        let after = kernel.scene
        let events = kernel.events
        var affected = engine.items.union(step.items).union(events.compactMap(\.changedItem))
        for scene in [before, after] { scene.extend(&affected, by: step) }
        guard !affected.isEmpty || !events.isEmpty else { continue }
        isDecided = true
        let work = StepWork(
          step: state.number, events: events, affected: affected,
          hasFeedback: before.hasAnyFeedback || after.hasAnyFeedback,
          before: before, after: after)
        if let remark = remark(work) { return .broken(remark) }
      }
      return isDecided ? .holds : .undecided("no step changes anything")
    } catch {
      return error.verdict
    }
  }
}

extension LayoutEvent {
  /// The item that has moved or has new margins; nil for other events.
  fileprivate var changedItem: ItemID? {
    switch self {
    case .setFrame(let item, _, _), .safeAreaInsetsDidChange(let item), .layoutMarginsDidChange(let item): item
    case .updateProperties, .updateConstraints, .layoutSubviews, .conflict: nil
    }
  }
}

extension Scene {
  /// Adds the items that a step affects without naming them.
  fileprivate func extend(_ affected: inout Set<ItemID>, by step: Step) {
    if case .resize = step { affected.insert(.root) }
    if let id = step.constraintID, let constraint = constraints.first(where: { $0.id == id }) {
      affected.formUnion(constraint.items)
    }
    // A table or a collection measures and moves all its cells.
    for holder in views where holder.table != nil || holder.flow != nil {
      let subtree = subtree(of: holder.id)
      if !affected.isDisjoint(with: subtree) { affected.formUnion(subtree) }
    }
  }

  fileprivate var hasAnyFeedback: Bool { hasFeedback || hasCellFeedback }

  func subtree(of top: ItemID) -> Set<ItemID> {
    var found: Set<ItemID> = [top]
    // Superviews come before their subviews, except in damaged scenes.
    for view in views where view.parent.map(found.contains) == true { found.insert(view.id) }
    for guide in guides where found.contains(guide.owner) { found.insert(guide.id) }
    return found
  }
}

/// The items whose values an engine has reported.
private final class Reports {
  var items: Set<ItemID> = []
}

/// Passes an object of one thread to a factory that any thread may call. Only one run uses it.
private struct Shared: @unchecked Sendable {
  var value: Reports
  init(_ value: Reports) { self.value = value }
}

/// An engine that records which items' values it has reported.
private final class Overheard: ConstraintSolving {
  private let engine: any ConstraintSolving
  private let reports: Reports

  init(_ engine: any ConstraintSolving, _ reports: Reports) { (self.engine, self.reports) = (engine, reports) }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome { try engine.apply(edits) }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    try engine.drainChanges { variable, value in
      if let item = LayoutKernel.item(of: variable) { reports.items.insert(item) }
      body(variable, value)
    }
  }

  func certificate() throws(PluginFault) -> [CertificateEntry]? { try engine.certificate() }
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try engine.isUnique(variable) }
  var workDone: SolverWork? { engine.workDone }
}
