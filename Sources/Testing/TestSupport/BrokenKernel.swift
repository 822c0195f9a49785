import LayoutKernel
import LayoutPlugin
import SceneModel
import SceneOracles

/// A kernel with one planted mistake, and the law that must catch it.
public struct BrokenKernel: Sendable, CustomStringConvertible {
  public var name: String
  /// The law that must be broken by some scene.
  public var law: String
  /// Makes a kernel with the mistake, for `Law.layoutLaws(through:)`.
  package var make: SceneLayoutMaker

  public var description: String { name }

  private init(
    _ name: String, breaks law: String, _ defect: @escaping @Sendable (LayoutKernel) -> any SceneLayout = { $0 },
    scene change: @escaping @Sendable (Scene) -> Scene = { $0 }
  ) {
    self.name = name
    self.law = law
    make = { (scene, solver) throws(LayoutMistake) in
      defect(try LayoutKernel(scene: change(scene), solver: solver))
    }
  }

  /// Makes a kernel that misreads a scene: `change` alters the scene that it reads, and `undo` the scene that it returns.
  private init(
    _ name: String, breaks law: String, misreads change: @escaping @Sendable (inout Scene) -> Void,
    undo: @escaping @Sendable (inout Scene) -> Void
  ) {
    self.init(
      name, breaks: law, { Misreads($0, undo) },
      scene: { scene in
        var scene = scene
        change(&scene)
        return scene
      })
  }

  /// A kernel that keeps the heights of table rows. Only generated scenes reveal the mistake, because rows come and go in them.
  public static let keepsRowHeights = BrokenKernel(
    "keeps the height that a row was measured at", breaks: "layout.incremental-equals-fresh"
  ) { KeepsRowHeights($0) }

  public static func named(_ name: String) -> BrokenKernel? { all.first { $0.name == name } }

  public static let all: [BrokenKernel] = [
    BrokenKernel("keeps a row whose constant changed", breaks: "layout.incremental-equals-fresh") { StaleRow($0) },
    BrokenKernel("widens the root when a step is refused", breaks: "layout.refused-step-changes-nothing") {
      WidensOnRefusal($0)
    },
    BrokenKernel("lays out on every pass", breaks: "layout.idle-pass-runs-no-callback") { LaysOutAlways($0) },
    BrokenKernel("does not show what was hidden", breaks: "layout.hiding-and-showing-changes-nothing") {
      NeverShows($0)
    },
    BrokenKernel("never grows beyond 400 points", breaks: "layout.doubled-scene-has-doubled-frames") {
      NeverLarge($0)
    },
    BrokenKernel("measures from the window", breaks: "layout.moved-scene-keeps-its-frames") { MeasuresFromWindow($0) },
    BrokenKernel("counts a copy as a change", breaks: "layout.redundant-constraint-changes-nothing") {
      MovesOnCopies($0)
    },
    BrokenKernel("lays out the newest view at each step", breaks: "layout.nothing-else-is-laid-out-again") {
      LaysOutNewest($0)
    },
    BrokenKernel("lays out twenty times at each step", breaks: "layout.work-follows-the-change") { LaysOutOften($0) },
    BrokenKernel("moves what asks for its constraints", breaks: "layout.asking-again-changes-nothing") {
      MovesOnAsking($0)
    },
    BrokenKernel("forgets what decides", breaks: "layout.deciding-constraints-add-up-to-the-value") {
      ForgetsDeciding($0)
    },
    BrokenKernel("forgets what affects heights", breaks: "layout.deciding-constraints-add-up-to-the-value") {
      ForgetsAffecting($0)
    },
    BrokenKernel("exercises every second time", breaks: "layout.exercised-ambiguity-comes-back") {
      ExercisesSeldom($0)
    },
    BrokenKernel("calls nothing ambiguous after a step", breaks: "layout.exercised-ambiguity-comes-back") {
      DecidesAfterSteps($0)
    },
    BrokenKernel(
      "takes every priority for one of 1 to 1000", breaks: "layout.what-cannot-be-is-refused",
      scene: { scene in
        var scene = scene
        for index in scene.constraints.indices {
          scene.constraints[index].priority = min(max(1, scene.constraints[index].priority), 1000)
        }
        return scene
      }),
    BrokenKernel("adds shares up as doubles", breaks: "layout.shares-hold-their-content") { AddsSharesAsDoubles($0) },
    BrokenKernel("keeps one open number for itself", breaks: "layout.open-numbers-decide-the-layout") {
      TellsOneFewer($0)
    },
    BrokenKernel("gives up what is set to no number", breaks: "layout.what-cannot-be-is-refused") { GivesUp($0) },
    BrokenKernel(
      "spaces stacks a point too far", breaks: "layout.stack-is-its-constraints",
      misreads: { scene in
        scene.changeViews { $0.stack?.spacing += 1 }
      }, undo: { scene in scene.changeViews { $0.stack?.spacing -= 1 } }),
    BrokenKernel(
      "reads masks a point to the left", breaks: "layout.autoresizing-is-its-constraints",
      misreads: { scene in
        scene.changeViews { if $0.autoresizing != nil { $0.frame.x -= 1 } }
      }, undo: { scene in scene.changeViews { if $0.autoresizing != nil { $0.frame.x += 1 } } }),
    BrokenKernel(
      "measures to an edge from the wrong side", breaks: "layout.visual-format-is-its-anchors", misreads: turned,
      undo: turned),
    BrokenKernel(
      "moves edges that a superview speaks of", breaks: "layout.shorthand-is-its-constraints", misreads: turned,
      undo: turned),
    BrokenKernel(
      "makes fixed sizes a point larger", breaks: "layout.inferred-constraints-give-the-frames",
      scene: { scene in
        var scene = scene
        for index in scene.constraints.indices where scene.constraints[index].second == nil {
          scene.constraints[index].constant += 1
        }
        return scene
      }),
    BrokenKernel(
      "lays out from the left always", breaks: "layout.mirrored-scene-is-the-mirror-image",
      scene: { scene in
        var scene = scene
        scene.direction = .leftToRight
        return scene
      }),
  ]
}

/// Negates the constants of constraints between a superview and its subview in which the superview is the first item.
private func turned(_ scene: inout Scene) {
  for index in scene.constraints.indices {
    guard case .anchor(let first) = scene.constraints[index].first,
      case .anchor(let second)? = scene.constraints[index].second,
      scene.views.contains(where: { $0.id == second.item && $0.parent == first.item })
    else { continue }
    scene.constraints[index].constant.negate()
  }
}

extension Scene {
  fileprivate mutating func changeViews(_ change: (inout View) -> Void) {
    for index in views.indices { change(&views[index]) }
  }
}

/// A sound kernel with a mistake added.
private class KernelWrapper {
  let sound: LayoutKernel

  init(_ sound: LayoutKernel) { self.sound = sound }

  var scene: Scene { sound.scene }
  var conflicts: [Conflict] { sound.conflicts }
  var hasConflict: Bool { sound.hasConflict }
  var recordsEvents: Bool {
    get { sound.recordsEvents }
    set { sound.recordsEvents = newValue }
  }
  var delegate: (any LayoutPassDelegate)? {
    get { sound.delegate }
    set { sound.delegate = newValue }
  }
  var events: [LayoutEvent] { sound.events }
  func perform(_ step: Step) throws(LayoutMistake) { try sound.perform(step) }
  func layoutIfNeeded() throws(LayoutMistake) { try sound.layoutIfNeeded() }
  func frame(of item: ItemID) -> Rect { sound.frame(of: item) }
  func hasAmbiguousLayout(_ id: ItemID) -> Bool? { sound.hasAmbiguousLayout(id) }
  func constraintsDeciding(_ attribute: LayoutAttribute, of id: ItemID) -> [LayoutKernel.DecidingConstraint] {
    sound.constraintsDeciding(attribute, of: id)
  }
  func constraintsLosing(to deciding: [LayoutKernel.DecidingConstraint]) -> [LayoutKernel.LosingConstraint] {
    sound.constraintsLosing(to: deciding)
  }
  func constraintsAffectingLayout(of id: ItemID, _ axis: Axis) -> [LayoutKernel.AffectingConstraint] {
    sound.constraintsAffectingLayout(of: id, axis)
  }
  func value(of attribute: LayoutAttribute, of id: ItemID) -> Double? { sound.value(of: attribute, of: id) }
  func openRanges(of id: ItemID) throws(LayoutMistake) -> [LayoutKernel.OpenRange]? { try sound.openRanges(of: id) }
  func exerciseAmbiguityInLayout(of id: ItemID) throws(LayoutMistake) { try sound.exerciseAmbiguityInLayout(of: id) }
  func ambiguities(among views: [ItemID]?) throws(LayoutMistake) -> [Ambiguity] {
    try sound.ambiguities(among: views)
  }
  func removeEvents() { sound.removeEvents() }
}

private final class StaleRow: KernelWrapper, SceneLayout {
  private var unsent: [LayoutConstraint.ID: Double] = [:]

  override var scene: Scene {
    var scene = sound.scene
    for index in scene.constraints.indices {
      if let constant = unsent[scene.constraints[index].id] { scene.constraints[index].constant = constant }
    }
    return scene
  }

  override func perform(_ step: Step) throws(LayoutMistake) {
    if case .setConstant(let id, let constant) = step, sound.scene.constraints.contains(where: { $0.id == id }) {
      unsent[id] = constant
    } else {
      try sound.perform(step)
    }
  }
}

/// A kernel that reports for each row of a table the first height that the row had.
private final class KeepsRowHeights: KernelWrapper, SceneLayout {
  private var heights: [ItemID: Double] = [:]

  override func perform(_ step: Step) throws(LayoutMistake) {
    try sound.perform(step)
    for view in sound.scene.views where view.kind == .tableCell {
      let height = sound.frame(of: view.id).height
      if heights[view.id] == nil, height > 0 { heights[view.id] = height }
    }
  }

  override func frame(of item: ItemID) -> Rect {
    var frame = sound.frame(of: item)
    if let height = heights[item] { frame.height = height }
    return frame
  }
}

private final class WidensOnRefusal: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    do {
      try sound.perform(step)
    } catch {
      let size = sound.scene.root.frame.size
      try sound.perform(.resize(Size(width: size.width + 10, height: size.height)))
      throw error
    }
  }
}

private final class GivesUp: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    if case .setConstant(let id, let constant) = step, !constant.isFinite { try sound.perform(.deactivate(id)) }
    try sound.perform(step)
  }
}

private final class LaysOutAlways: KernelWrapper, SceneLayout {
  override func layoutIfNeeded() throws(LayoutMistake) {
    try sound.perform(.needsLayout(.root))
    try sound.layoutIfNeeded()
  }
}

private final class NeverShows: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    if case .show = step { return }
    try sound.perform(step)
  }
}

private final class NeverLarge: KernelWrapper, SceneLayout {
  override func frame(of item: ItemID) -> Rect {
    var frame = sound.frame(of: item)
    frame.width = min(frame.width, 400)
    return frame
  }
}

private final class MeasuresFromWindow: KernelWrapper, SceneLayout {
  override func frame(of item: ItemID) -> Rect {
    var frame = sound.frame(of: item)
    let views = sound.scene.views
    var parent = views.first { $0.id == item }?.parent
    while let next = parent {
      frame.x += sound.frame(of: next).x
      parent = views.first { $0.id == next }?.parent
    }
    return frame
  }
}

private final class MovesOnCopies: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    if case .addConstraint(let constraint) = step {
      if let twin = sound.scene.constraints.first(where: { $0.first == constraint.first }) {
        try sound.perform(.setConstant(twin.id, twin.constant + 1))
      }
    } else {
      try sound.perform(step)
    }
  }
}

private final class Misreads: KernelWrapper, SceneLayout {
  private let undo: (inout Scene) -> Void

  init(_ sound: LayoutKernel, _ undo: @escaping (inout Scene) -> Void) {
    self.undo = undo
    super.init(sound)
  }

  override var scene: Scene {
    var scene = sound.scene
    undo(&scene)
    return scene
  }
}

private final class MovesOnAsking: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    try sound.perform(step)
    if case .needsConstraints = step, let first = sound.scene.constraints.first {
      try sound.perform(.setConstant(first.id, first.constant + 1))
    }
  }
}

private final class LaysOutNewest: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    try sound.perform(step)
    if let newest = sound.scene.views.map(\.id).max() { try sound.perform(.needsLayout(newest)) }
  }
}

private final class ForgetsDeciding: KernelWrapper, SceneLayout {
  override func constraintsDeciding(
    _ attribute: LayoutAttribute, of id: ItemID
  ) -> [LayoutKernel.DecidingConstraint] {
    super.constraintsDeciding(attribute, of: id).filter { $0.amount == 0 }
  }
}

private final class ForgetsAffecting: KernelWrapper, SceneLayout {
  override func constraintsAffectingLayout(of id: ItemID, _ axis: Axis) -> [LayoutKernel.AffectingConstraint] {
    axis == .vertical ? [] : super.constraintsAffectingLayout(of: id, axis)
  }
}

private final class ExercisesSeldom: KernelWrapper, SceneLayout {
  private var calls = 0

  override func exerciseAmbiguityInLayout(of id: ItemID) throws(LayoutMistake) {
    calls += 1
    if calls.isMultiple(of: 2) { return }
    try super.exerciseAmbiguityInLayout(of: id)
  }
}

private final class TellsOneFewer: KernelWrapper, SceneLayout {
  override func ambiguities(among views: [ItemID]?) throws(LayoutMistake) -> [Ambiguity] {
    var found = try super.ambiguities(among: views)
    for at in found.indices { found[at].undecided.removeLast() }
    return found
  }
}

private final class DecidesAfterSteps: KernelWrapper, SceneLayout {
  private var hasStepped = false

  override func perform(_ step: Step) throws(LayoutMistake) {
    hasStepped = true
    try super.perform(step)
  }

  override func hasAmbiguousLayout(_ id: ItemID) -> Bool? {
    super.hasAmbiguousLayout(id).map { $0 && !hasStepped }
  }
}

/// A kernel that gives a proportionally filled stack view the width 0 if its shares, each rounded to a double, do not add up to exactly one, as
/// before rule L2.5.
private final class AddsSharesAsDoubles: KernelWrapper, SceneLayout {
  override func frame(of item: ItemID) -> Rect {
    var frame = sound.frame(of: item)
    let views = sound.scene.views
    guard let stack = views.first(where: { $0.id == item })?.stack, stack.distribution == .fillProportionally else {
      return frame
    }
    let lengths = stack.arranged.compactMap { id in views.first { $0.id == id }?.intrinsic.width }
    let total = lengths.reduce(0, +)
    if lengths.reduce(0, { $0 + $1 / total }) != 1 { frame.width = 0 }
    return frame
  }
}

private final class LaysOutOften: KernelWrapper, SceneLayout {
  override func perform(_ step: Step) throws(LayoutMistake) {
    try sound.perform(step)
    for _ in 0..<20 {
      try sound.layoutIfNeeded()
      for item in step.items where sound.scene.views.contains(where: { $0.id == item }) {
        try sound.perform(.needsLayout(item))
      }
    }
  }
}
