import AnimationSampler
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel

/// A state of a screen in which nothing moves, with the problems that it has.
public struct ScreenState: Sendable {
  /// The number of the step after which the state came, counted from 1; 0 is the state before the first step.
  public var number: Int
  /// The scene's time in seconds.
  public var time: Double
  /// The last step before the state that changed something, in text form; `nil` before the story begins.
  public var step: String?
  /// The line of code that made that step.
  public var source: SourceLine?
  /// The problems in this state; a conflict belongs to the first state after it.
  public var troubles: ScreenTroubles
}

/// The states of a screen's story: the first state, each state in which nothing moves, and the last.
public struct ScreenStates: Sendable {
  /// The states in their order, without those that look like their predecessor.
  public internal(set) var states: [ScreenState] = []
  /// The steps that this variation of the screen refused: the number of each, counted from 1, and the reason.
  public internal(set) var refused: [(number: Int, why: String)] = []

  /// The largest number of states that are judged, besides the last one. A story may have any number of states.
  static let most = 64
}

extension ImportedScene {
  /// Plays the screen's story and looks for problems in its states.
  public func states(
    textSize: LayoutQuirks.TextSize = .large, makeSolver: () -> any ConstraintSolving
  ) throws(LayoutMistake) -> ScreenStates {
    var playback = try Playback(
      of: scene, solver: makeSolver(), quirks: quirks, textSize: textSize, makeSampler: { AnimationSampler() })
    playback.passesOverRefused = true
    let player = playback.performer
    let texts = scene.stepTexts
    var result = ScreenStates()
    var places = IntendedPlaces(screen: scene.root.frame.size)
    var isAnimated = false
    var seen: [ItemID: Look] = [:]
    var conflicts = 0
    var lead: (text: String, source: SourceLine?)?
    while let state = try playback.next() {
      let number = max(0, state.number - preparations)
      if let refusal = state.refusal, number > 0 { result.refused.append((number, "\(refusal)")) }
      // In a recording, only steps of the app's own code count.
      let isMade = !scene.isRecorded || state.source.map { !$0.isOfRecorder } ?? false
      if number > 0, isMade, let step = state.step, !step.isPause, texts.indices.contains(state.number - 1) {
        lead = (texts[state.number - 1], state.source)
      }
      // A recording begins before its first pass, so its first state is the first one at rest.
      let isFirst = state.number == preparations && !scene.isRecorded
      isAnimated = isAnimated || state.step?.isAnimation == true
      let isEnd = state.number > scene.steps.count || scene.steps.isEmpty
      guard isFirst || isEnd || state.step?.isAdvance == true && number > 0 && player.isAtRest else { continue }
      let unseen = player.unseenViews
      let looks = Dictionary(
        uniqueKeysWithValues: player.kernel.scene.views.map { view in
          let isHidden = view.isHidden || unseen.contains(view.id)
          let frame = player.restingFrame(of: view.id)
          return (view.id, Look(frame: frame, text: view.text, natural: view.intrinsic, isHidden: isHidden))
        })
      let isNew = looks != seen || player.kernel.conflicts.count > conflicts || result.states.isEmpty
      guard isNew, isEnd || result.states.count < ScreenStates.most else { continue }
      let troubles = ScreenTrouble.all(
        in: player.kernel, self, conflictsFrom: conflicts, unseen: unseen, frame: player.restingFrame)
      if scene.isRecorded { places.add(player, unseen: unseen, isAnimated: isAnimated) }
      isAnimated = false
      // No single step made the first state of a recording.
      if result.states.isEmpty, scene.isRecorded { lead = nil }
      (seen, conflicts) = (looks, player.kernel.conflicts.count)
      result.states.append(
        ScreenState(
          number: min(number, scene.steps.count - preparations), time: player.layers.now, step: lead?.text,
          source: lead?.source, troubles: troubles))
    }
    if scene.isRecorded {
      for index in result.states.indices {
        result.states[index].troubles.removeAll { places.allow($0, inState: index) }
      }
    }
    return result
  }

  /// The properties in which two states of a view may differ.
  private struct Look: Equatable {
    var frame: Rect
    var text: TextMetrics?
    var natural: IntrinsicSize
    var isHidden: Bool
  }
}

extension SourceLine {
  /// Whether the line belongs to the program that `layoutlab run` writes. A step from such a line is the system's work, not the work of the app's
  /// code.
  package var isOfRecorder: Bool { file == "ScreenProgram.swift" }
}

extension Scene {
  /// The steps in text form, without the lines of code that made them.
  public var stepTexts: [String] {
    var scene = self
    scene.setSteps(steps, from: steps.map { _ in nil })
    return scene.text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("step ") { return String(line.dropFirst(5)) }
      return line.hasPrefix("expect ") ? String(line) : nil
    }
  }
}

extension ScenePlayer {
  /// Views that cannot be seen: transparent views and all views in them, and the views in a superview that clips and has size 0.
  fileprivate var unseenViews: Set<ItemID> {
    var unseen: Set<ItemID> = []
    var folded: Set<ItemID> = []
    for view in kernel.scene.views {
      let size = kernel.displayedFrame(of: view.id).size
      if min(size.width, size.height) < ScreenTrouble.tolerance, let layer = layer(of: view.id),
        layers.model(layer, "masksToBounds") == .boolean(true)
      {
        folded.insert(view.id)
      }
      if let parent = view.parent, unseen.contains(parent) || folded.contains(parent) {
        unseen.insert(view.id)
      } else if let layer = layer(of: view.id), case .number(let opacity)? = layers.model(layer, "opacity"),
        opacity < 0.01
      {
        unseen.insert(view.id)
      }
    }
    return unseen
  }
}

extension Step {
  fileprivate var isAdvance: Bool { if case .advance = self { true } else { false } }

  /// Whether the changes after the step are animated.
  fileprivate var isAnimation: Bool {
    switch self {
    case .animate, .play(.animator), .play(.addAnimation): true
    case .play(.open(let block)): block != .still
    default: false
    }
  }

  /// Whether the step by itself changes nothing on the screen.
  fileprivate var isPause: Bool {
    switch self {
    case .advance, .layout, .needsLayout, .needsConstraints, .needsProperties, .play(.close), .play(.expect): true
    default: false
    }
  }
}
