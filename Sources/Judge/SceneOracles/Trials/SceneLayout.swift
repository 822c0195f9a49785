import LayoutKernel
import LayoutPlugin
import SceneModel

/// The interface of a kernel that the laws of scenes use. `LayoutKernel` implements it. Other implementations are broken on purpose, to show that the
/// laws can fail.
package protocol SceneLayout: AnyObject {
  /// The delegate that takes part in the passes; nil for none.
  var delegate: (any LayoutPassDelegate)? { get set }
  /// Performs one step of the scene.
  func perform(_ step: Step) throws(LayoutMistake)
  /// Brings all frames up to date.
  func layoutIfNeeded() throws(LayoutMistake)
  /// The frame at the last layout, in the coordinates of the superview or owner, in points.
  func frame(of item: ItemID) -> Rect
  /// Whether the item is ambiguous; nil if the engine cannot decide it.
  func hasAmbiguousLayout(_ id: ItemID) -> Bool?
  /// The constraints whose combination is an attribute's value after the last layout.
  func constraintsDeciding(_ attribute: LayoutAttribute, of id: ItemID) -> [LayoutKernel.DecidingConstraint]
  /// The optional constraints that do not hold because the given constraints decide a value.
  func constraintsLosing(to deciding: [LayoutKernel.DecidingConstraint]) -> [LayoutKernel.LosingConstraint]
  /// The constraints whose combination gives an item's place and size on one axis.
  func constraintsAffectingLayout(of id: ItemID, _ axis: Axis) -> [LayoutKernel.AffectingConstraint]
  /// An attribute's value after the last layout, in the superview's coordinates; nil if it is not a sum of the item's numbers.
  func value(of attribute: LayoutAttribute, of id: ItemID) -> Double?
  /// The numbers of an item that its constraints leave open; nil if the engine cannot decide it.
  func openRanges(of id: ItemID) throws(LayoutMistake) -> [LayoutKernel.OpenRange]?
  /// The ambiguities of the given views.
  func ambiguities(among views: [ItemID]?) throws(LayoutMistake) -> [Ambiguity]
  /// Lays an ambiguous view out at the next of its equally good places.
  func exerciseAmbiguityInLayout(of id: ItemID) throws(LayoutMistake)
  /// Removes the events so far.
  func removeEvents()
  /// The scene as the steps have left it.
  var scene: Scene { get }
  /// Every conflict so far, in order.
  var conflicts: [Conflict] { get }
  /// Whether a required constraint has been broken since the last layout.
  var hasConflict: Bool { get }
  /// Whether `events` are recorded.
  var recordsEvents: Bool { get set }
  /// The recorded events of the passes, in order.
  var events: [LayoutEvent] { get }
}

extension LayoutKernel: SceneLayout {}

/// Performs the steps of a scene on a layout, without a pass before the first step and after the last.
final class LayoutPerformer: StepPerforming {
  private let layout: any SceneLayout
  private let restsAfterSteps: Bool
  /// The tables with a batch of updates that has begun and not ended.
  private(set) var updating: Set<ItemID> = []

  /// Makes a performer. With `restsAfterSteps`, everything is laid out at the start and after each step.
  init(_ layout: any SceneLayout, restsAfterSteps: Bool = false) {
    (self.layout, self.restsAfterSteps) = (layout, restsAfterSteps)
  }

  func begin() throws(LayoutMistake) { if restsAfterSteps { try layout.layoutIfNeeded() } }
  func endTurn() {}

  func perform(_ step: Step) throws(LayoutMistake) {
    try layout.perform(step)
    if restsAfterSteps { try layout.layoutIfNeeded() }
    if case .beginUpdates(let table) = step { updating.insert(table) }
    if case .endUpdates(let table) = step { updating.remove(table) }
  }
}

/// A function that makes a kernel for a scene and a new solver.
package typealias SceneLayoutMaker = @Sendable (Scene, any ConstraintSolving) throws(LayoutMistake) -> any SceneLayout

extension Scene {
  /// Returns the solver script that playing the scene sends; nil if the scene is not valid.
  package func solverScript(on plugin: Plugin) -> SolverScript? {
    guard let solver = plugin.makeSolver?() else { return nil }
    do {
      return try LayoutKernel(playing: self, on: solver, recording: true).recorder
    } catch {
      return nil
    }
  }
}
