import LayoutPlugin
import SceneModel

/// An engine that performs a scene's steps: a kernel, for which no time passes, or a player with a clock.
public protocol StepPerforming: AnyObject {
  /// Lays the scene out for the first time, if that has not happened yet.
  func begin() throws(LayoutMistake)
  /// Performs a step.
  func perform(_ step: Step) throws(LayoutMistake)
  /// Performs a step that came from a line of code. Performers that report lines use it.
  func perform(_ step: Step, from source: SourceLine?) throws(LayoutMistake)
  /// Ends the turn of the run loop in which the last step ran, with its layout pass.
  func endTurn() throws(LayoutMistake)
}

extension StepPerforming {
  /// Performs a step; the line of code that made it is ignored.
  public func perform(_ step: Step, from source: SourceLine?) throws(LayoutMistake) { try perform(step) }
}

extension LayoutKernel: StepPerforming {
  /// Lays out for the first time.
  public func begin() throws(LayoutMistake) { try layoutIfNeeded() }
  /// Lays out what is pending.
  public func endTurn() throws(LayoutMistake) { try layoutIfNeeded() }
}

/// A scene being played: its first layout, then its steps one by one, then the end of the last turn. Between two calls of `next()` the performer
/// can be queried for the present state.
///
/// ```swift
/// var playback = Playback(of: scene, on: kernel)
/// while let state = try playback.next() { look(at: kernel, after: state.step) }
/// ```
public struct Playback<Performer: StepPerforming> {
  /// The state of the playback after a call of `next()`.
  public struct State: Hashable, Sendable {
    /// The number of the state. 0 is the first layout; 1 and above are steps, in document order; the number after the last step is the end of the
    /// last turn.
    public var number: Int
    /// The step that was performed; `nil` at the first layout and at the end.
    public var step: Step?
    /// The line of code that made the step; `nil` if it is not recorded.
    public var source: SourceLine?
    /// The reason why the step was refused, if refused steps are skipped; otherwise `nil`.
    public var refusal: LayoutMistake?
  }

  /// The engine that performs the steps.
  public let performer: Performer
  /// Whether a refused step is skipped and reported in its state. Otherwise it ends the playback.
  public var passesOverRefused = false
  private let scene: Scene
  private var number = 0

  /// Makes a playback of a scene's steps. The performer holds the same scene without steps.
  public init(of scene: Scene, on performer: Performer) { (self.scene, self.performer) = (scene, performer) }

  /// Performs what comes next: the first layout, a step, or the end of the last turn. Returns `nil` if nothing is left.
  ///
  /// - Throws: what is wrong with the step, unless such steps are passed over; a layout that does not settle; the engine's faults.
  public mutating func next() throws(LayoutMistake) -> State? {
    guard number <= scene.steps.count + 1 else { return nil }
    var state = State(number: number)
    number += 1
    if state.number == 0 {
      try performer.begin()
    } else if state.number <= scene.steps.count {
      let step = scene.steps[state.number - 1]
      state.step = step
      state.source = scene.source(ofStep: state.number - 1)
      do throws(LayoutMistake) {
        try performer.perform(step, from: state.source)
      } catch {
        guard passesOverRefused, error.isRefusal else { throw error }
        state.refusal = error
      }
    } else {
      guard !scene.steps.isEmpty else { return nil }
      try performer.endTurn()
    }
    return state
  }

  /// Performs everything that is left.
  ///
  /// - Returns: the indices of the refused steps in `scene.steps`, if refused steps are skipped.
  @discardableResult
  public mutating func finish() throws(LayoutMistake) -> Set<Int> {
    var refused: Set<Int> = []
    while let state = try next() { if state.refusal != nil { refused.insert(state.number - 1) } }
    return refused
  }
}

extension LayoutMistake {
  /// Whether the error is a refusal of a step or a document, after which everything is as before.
  public var isRefusal: Bool {
    switch self {
    case .scene, .constraint: true
    case .layoutLoop, .engine: false
    }
  }
}

extension Scene {
  /// The scene before its steps.
  public var start: Scene {
    var start = self
    start.steps = []
    return start
  }
}

extension LayoutKernel {
  /// A scene played by a kernel alone; with `recording` the kernel's transactions are recorded.
  package convenience init(
    playing scene: Scene, on solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks(),
    recording: Bool = false
  ) throws(LayoutMistake) {
    try self.init(scene: scene.start, solver: solver, quirks: quirks)
    if recording { recorder = SolverScript() }
    var playback = Playback(of: scene, on: self)
    try playback.finish()
  }
}
