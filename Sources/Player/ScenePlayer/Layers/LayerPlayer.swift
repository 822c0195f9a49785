import LayoutPlugin
import SceneModel

/// The number of a layer in its player; 0 is the window, which is always there.
public struct LayerID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id as a plain number.
  public var rawValue: Int
  /// Makes an id from a number.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// The window's id.
  public static let root = LayerID(0)
  public static func < (a: LayerID, b: LayerID) -> Bool { a.rawValue < b.rawValue }
  public var description: String { "layer \(rawValue)" }
}

/// A layer tree on a virtual clock. In each turn of the run loop, it changes model, committed and shown values as Core Animation and
/// UIKit's view animations do.
///
/// It reads no other clock. User code is what a caller does between two calls of `advance(by:)`; the shown values come from any engine that
/// samples timelines.
///
/// ```swift
/// let player = LayerPlayer(makeSampler: { AnimationSampler() })
/// let box = player.addLayer(isViewBacked: true)
/// player.advance(by: 0)
/// player.animate(ViewAnimation(duration: 1)) { player.set(box, "opacity", .number(0)) }
/// player.advance(by: 0.5)
/// player.presentation(box, "opacity")   // .number(0.5)
/// ```
public final class LayerPlayer {
  /// The virtual time in seconds.
  @exclusivity(unchecked) public internal(set) var now = 0.0
  /// The number of turns of the run loop that have ended.
  public internal(set) var turn = 0
  /// The events that were reported, in order.
  public internal(set) var events: [PlayerEvent] = []
  /// The switches for questions that no document settles.
  public var choices = PlayerChoices()
  /// The number of differences between committed states that are kept; at least half of them are always kept. Each takes about 250 bytes. Older
  /// states are removed, and films then begin later.
  public var historyLimit = 262_144

  /// The line of the program's code that is being executed; `nil` if it is not known.
  public var acting: SourceLine?
  /// Whether the scene was recorded from code. Code sets many properties of layers without intending motion.
  public var isOfCode = false

  /// Makes the engine that samples timelines.
  public let makeSampler: @Sendable () -> any AnimationSampling
  @exclusivity(unchecked) var layers = LayerTable()
  @exclusivity(unchecked) var scopes: [TransactionScope] = []
  @exclusivity(unchecked) var blocks: [ViewBlock] = []
  @exclusivity(unchecked) var areAnimationsEnabled = true
  @exclusivity(unchecked) var keyframeRecorder: KeyframeRecorder?
  @exclusivity(unchecked) var queue: [Callback] = []
  /// How many callbacks are nested now.
  var nestedCallbacks = 0
  /// The place in its chain of the callback that runs now; nil when none runs.
  @exclusivity(unchecked) var chain: CallbackChain.Link?
  /// The chains of callbacks that had no end, in the order in which the player ended them.
  public internal(set) var endlessChains: [EndlessChain] = []
  /// Called with a chain of callbacks that did not end.
  var onEndless: ((EndlessChain) -> Void)?
  /// Completion groups that get no more animations and have none to wait for. They run in the next turn.
  var finishedGroups: [CompletionGroup] = []
  /// The number of the animation or timer that was added last; 0 if there was none.
  @exclusivity(unchecked) var nextNumber = 0
  var isTimelineStale = true
  /// The committed states; the last one holds now.
  @exclusivity(unchecked) var committed = CommitHistory()
  @exclusivity(unchecked) var keys = PropertyKeys()
  let frameKeys: (position: PropertyKey, bounds: PropertyKey)
  /// The numbers of the layers that changed since the last commit.
  @exclusivity(unchecked) var touched: [Int] = []
  /// Layers whose committed animations may have changed, and those under which a clock may have changed.
  @exclusivity(unchecked) var reanimated: [Int] = []
  @exclusivity(unchecked) var retimed: [Int] = []
  /// The animations that have not stopped, and some that have, in no order.
  @exclusivity(unchecked) var running: [AttachedAnimation] = []
  /// How many animations the clock and the samplers have visited.
  @exclusivity(unchecked) var animationVisits = 0
  /// Layers whose value `hidden` was set. The code that mirrors that value reads and empties this set.
  @exclusivity(unchecked) var toldHidden: Set<LayerID> = []
  /// Increases when something changes the times at which animations end.
  @exclusivity(unchecked) var clockVersion = 0
  var shownLayers = ShownLayers()
  var remarks: [Remark] = []
  /// Animations outside of view blocks that began, for the linter.
  var noticedEnds: [NoticedEnd] = []
  /// Remarks that may turn out to be wrong before the turn ends, with the property and the index of each.
  @exclusivity(unchecked) var pendingRemarks: [(property: String, place: Int, remark: Remark)] = []
  var timers: [PlayerTimer] = []
  /// The transitions of views in the order in which they began.
  var startedTransitions: [(layer: LayerID, kind: TransitionStep.Kind, since: Double)] = []
  /// Called with every event as it is reported.
  var onEvent: ((PlayerEvent.What) -> Void)?
  /// Called with the model values that an animator set as it ended or stopped.
  var onSettle: (([(layer: LayerID, property: String)]) -> Void)?
  /// Runs at the end of each turn, before its commit, where a layout pass belongs.
  var beforeCommit: (() -> Void)?

  /// Makes a player with a window and nothing in it.
  public init(makeSampler: @escaping @Sendable () -> any AnimationSampling) {
    self.makeSampler = makeSampler
    layers.append(LayerNode(parent: nil, isViewBacked: true))
    frameKeys = (keys.key("position"), keys.key("bounds"))
    layers[0].isLive = true
    layers[0].shown.isCommitted = true
    layers[0].shown.stamp = committed.note(0, .appeared)
  }
}

/// An event that is reported to the program.
public struct PlayerEvent: Hashable, Sendable {
  /// The kinds of event.
  public enum What: Hashable, Sendable {
    /// An animation began; the delegate's name is the one given when it was added.
    case didStart(String)
    /// An animation ended or was removed; the delegate's name is the one given when it was added.
    case didStop(String, finished: Bool)
    /// A transaction's completion block ran, by its name.
    case transaction(String)
    /// A view animation's completion ran, by its name.
    case block(String, finished: Bool)
    /// A recogniser changed its state, by its name.
    case gesture(String, GesturePhase)
  }

  /// The states of `UIGestureRecognizer` that a long press goes through.
  public enum GesturePhase: String, Hashable, Sendable { case began, changed, ended, cancelled }

  /// The time of the event, in seconds.
  public var time: Double
  /// The number of the turn in which the event was reported.
  public var turn: Int
  /// The event itself.
  public var what: What
}

/// A remark of the animation linter, with what to do about it.
public struct Remark: Hashable, Sendable {
  /// The well-known mistakes in animation code that the linter recognises.
  public enum Trap: String, Hashable, Sendable, CaseIterable {
    /// One case for each mistake; `Guides/animation.md` explains them.
    case modelNotUpdated, missingFrom, forwardsFillAsState, completionAfterInterruption, pendingSiblings,
      implicitAnimationOutsideBlock, largeSpringVelocity, endlessReactions, nothingAnimates, layoutOfChangedView,
      springCutShort, hiddenTwice
  }

  /// The time at which the mistake was noticed, in seconds.
  public var time: Double
  /// The mistake that the remark is about.
  public var trap: Trap
  /// The layer; `nil` where none is concerned.
  public var layer: LayerID?
  /// The remark as a sentence.
  public var text: String
  /// The remedy as a sentence.
  public var remedy: String
  /// The line of code that the remark is about; `nil` if it is not known.
  public var source: SourceLine?
}

/// The action of a layer for a changed key: what Core Animation gets from `action(for:forKey:)`.
public enum LayerAction: Hashable, Sendable {
  /// The search ends and nothing animates: `NSNull`.
  case none
  /// This animation runs.
  case animation(Animation)
}

/// An animation on a layer, from `add` to its removal.
final class AttachedAnimation {
  let number: Int
  let layer: LayerID
  let key: String?
  @exclusivity(unchecked) var animation: Animation {
    didSet { knownEnd.version = -1 }
  }
  /// The time at which the animation ends on the clock; valid while the player's `clockVersion` is the one stored with it.
  @exclusivity(unchecked) var knownEnd = (version: -1, time: 0.0)
  let delegate: String?
  /// The length of the chain of replacements that led to this animation: 0 if it replaced none, 1 if it replaced a running animation with the same
  /// key, 2 if that one had replaced another one, and so on.
  var interruptions = 0
  /// Whether begin time and duration are final.
  @exclusivity(unchecked) var isResolved = false
  /// Whether the animation has ended but stays attached.
  @exclusivity(unchecked) var hasStopped = false
  @exclusivity(unchecked) var groups: [CompletionGroup]
  let block: ViewBlock?
  /// The chain of the callback that added the animation.
  let chain: CallbackChain.Link?
  /// The line of code that added the animation.
  var source: SourceLine?

  init(
    number: Int, layer: LayerID, key: String?, animation: Animation, delegate: String?, groups: [CompletionGroup],
    block: ViewBlock?, chain: CallbackChain.Link?
  ) {
    self.chain = chain
    self.number = number
    self.layer = layer
    self.key = key
    self.animation = animation
    self.delegate = delegate
    self.groups = groups
    self.block = block
  }
}

/// Something that happens at a time of the clock unless it is cancelled.
struct PlayerTimer {
  var number: Int
  var time: Double
  /// The event that is also reported; nil for none.
  var event: PlayerEvent.What?
  /// The chain of the callback that set the timer; nil if the program itself did.
  var chain: CallbackChain.Link?
  var body: () -> Void
}

/// A transaction's completion block with the animations it waits for.
final class CompletionGroup {
  let name: String
  let body: () -> Void
  @exclusivity(unchecked) var waitingFor = 0
  var isSealed = false
  let chain: CallbackChain.Link?

  init(name: String, chain: CallbackChain.Link?, body: @escaping () -> Void) {
    (self.name, self.chain, self.body) = (name, chain, body)
  }
}

struct TransactionScope {
  var isImplicit: Bool
  var duration: Double?
  var timingFunction: TimingFunction??
  var disablesActions: Bool?
  var values: [String: String] = [:]
  var group: CompletionGroup?
}

struct Callback {
  var event: PlayerEvent.What?
  /// The chain of the callback that set this one off; nil if the program itself did.
  var chain: CallbackChain.Link?
  var body: () -> Void
}

extension LayerPlayer {
  /// Adds a layer as the last sublayer of its superlayer, in front of the others; with `nil`, outside every tree.
  ///
  /// - Parameters:
  ///     - parent: the superlayer.
  ///     - isViewBacked: whether the layer belongs to a view. Such a layer animates in animation blocks only.
  /// - Returns: the layer's number.
  public func addLayer(in parent: LayerID? = .root, isViewBacked: Bool = false) -> LayerID {
    let id = LayerID(layers.count)
    layers.append(LayerNode(parent: nil, isViewBacked: isViewBacked))
    if let parent { insert(id, in: parent) }
    return id
  }

  /// Moves a layer, with its own sublayers, to the end of another layer's sublayers; with `nil`, takes it out of the tree.
  public func insert(_ layer: LayerID, in parent: LayerID?) {
    precondition(layer != .root, "the window stays where it is")
    var ancestor = parent
    while let next = ancestor {
      precondition(next != layer, "a layer cannot be inside itself")
      ancestor = layers[next.rawValue].parent
    }
    beginImplicitly()
    let old = layers[layer.rawValue].parent
    if let old { layers[old.rawValue].children.removeAll { $0 == layer } }
    layers[layer.rawValue].parent = parent
    if let parent { layers[parent.rawValue].children.append(layer) }
    hasMoved(layer)
    if let old {
      perform("sublayers", on: old)
      perform("onOrderOut", on: layer)
    }
    if let parent {
      perform("sublayers", on: parent)
      perform("onOrderIn", on: layer)
    }
  }

  /// Puts a layer in the place of another, as `replaceSublayer(_:with:)` does; does nothing if the old layer has no superlayer. Core Animation's
  /// order of actions is kept: the superlayer's, the removed layer's, the added layer's.
  public func replace(_ old: LayerID, with new: LayerID) {
    guard let parent = layers[old.rawValue].parent, let place = layers[parent.rawValue].children.firstIndex(of: old)
    else { return }
    precondition(new != .root && layers[new.rawValue].parent == nil, "the new layer is outside every tree")
    beginImplicitly()
    layers[parent.rawValue].children[place] = new
    layers[old.rawValue].parent = nil
    layers[new.rawValue].parent = parent
    hasMoved(old)
    hasMoved(new)
    perform("sublayers", on: parent)
    perform("onOrderOut", on: old)
    perform("onOrderIn", on: new)
  }

  /// The number of visits to layers and animations so far. The laws about cost read it.
  package var workDone: Int { layers.visits &+ animationVisits }

  /// Notifies the layer that its sublayers were laid out.
  package func didLayOut(_ layer: LayerID) { perform("onLayout", on: layer) }

  /// Whether the layer is in the window, at any depth.
  package func isLive(_ layer: LayerID) -> Bool { layers[layer.rawValue].isLive }

  /// Must be called after a layer got another superlayer: whether it and those under it are live, and their clocks, may have changed.
  private func hasMoved(_ layer: LayerID) {
    clockVersion += 1
    retimed.append(layer.rawValue)
    var pending = [layer]
    while let next = pending.popLast() {
      let node = layers[next.rawValue]
      node.isLive = node.parent.map { layers[$0.rawValue].isLive } ?? false
      touch(next)
      pending += node.children
    }
  }

  /// Makes the next commit examine a layer.
  func touch(_ layer: LayerID) {
    let node = layers[layer.rawValue]
    guard !node.isTouched else { return }
    node.isTouched = true
    touched.append(layer.rawValue)
  }

  /// Must be called when the animations of a layer, or the times of one, change.
  func animationsChanged(on layer: LayerID) {
    touch(layer)
    let node = layers[layer.rawValue]
    guard !node.hasOtherAnimations else { return }
    node.hasOtherAnimations = true
    reanimated.append(layer.rawValue)
  }

  /// Returns a model value, which setters change at once; for the key of a component, that part of its property. `nil` if there is no value.
  public func model(_ layer: LayerID, _ key: String) -> AnimationValue? {
    let key = keys.key(key)
    return (layers[layer.rawValue].model[key.slot] ?? key.defaultValue)?.component(key.keyPath)
  }

  /// Returns the layer's own clock.
  public func timing(_ layer: LayerID) -> LayerTiming { layers[layer.rawValue].timing }

  /// Changes a layer's clock. The change takes effect at the next commit.
  public func setTiming(_ layer: LayerID, _ timing: LayerTiming) {
    beginImplicitly()
    layers[layer.rawValue].timing = timing
    touch(layer)
  }

  /// Returns the layer's time at a time of the clock, by the model's timing, as `convertTime(_:from: nil)` does.
  public func localTime(of layer: LayerID, at time: Double) -> Double {
    var chain: [LayerID] = []
    var current: LayerID? = layer
    // Most clocks go with the one around them, all the way up.
    while let next = current, layers[next.rawValue].timing == LayerTiming() { current = layers[next.rawValue].parent }
    guard current != nil else { return time }
    current = layer
    while let next = current {
      chain.append(next)
      current = layers[next.rawValue].parent
    }
    return chain.reversed().reduce(time) { layers[$1.rawValue].timing.local($0) }
  }

  /// Stops a layer's clock where it is, as in Apple's technical note QA1673.
  public func pause(_ layer: LayerID) {
    HardState.layerPaused.reach()
    var timing = layers[layer.rawValue].timing
    timing.timeOffset = localTime(of: layer, at: now)
    timing.speed = 0
    setTiming(layer, timing)
  }

  /// Continues a paused layer from its present time.
  public func resume(_ layer: LayerID) {
    let stopped = layers[layer.rawValue].timing.timeOffset
    setTiming(layer, LayerTiming())
    var timing = LayerTiming()
    timing.beginTime = localTime(of: layer, at: now) - stopped
    setTiming(layer, timing)
  }
}
