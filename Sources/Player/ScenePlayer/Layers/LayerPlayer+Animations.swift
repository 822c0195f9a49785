import LayoutPlugin
import SceneModel

/// Attaching, replacing and removing animations.
extension LayerPlayer {
  /// Attaches a copy of an animation to a layer, as `add(_:forKey:)` does.
  ///
  /// A begin time of 0 becomes the layer's time at the commit; a duration of 0 becomes that of the transaction.
  /// - Parameters:
  ///   - animation: the animation to copy.
  ///   - layer: the layer whose property it moves.
  ///   - key: the name under which it is attached; an animation under the same key is replaced. Without one it is anonymous.
  ///   - delegate: the name under which its start and end are reported; nil if there is none.
  public func add(_ animation: Animation, to layer: LayerID, key: String? = nil, delegate: String? = nil) {
    lint(animation, of: layer)
    attach(animation, to: layer, key: key, delegate: delegate, block: nil)
  }

  /// Removes the animation under a key, as `removeAnimation(forKey:)` does; without one, nothing happens.
  public func removeAnimation(_ layer: LayerID, key: String) {
    remove(from: layer) { $0.key == key }
  }

  /// Removes all animations of a layer, as `removeAllAnimations()` does.
  public func removeAllAnimations(_ layer: LayerID) {
    remove(from: layer) { _ in true }
  }

  /// Returns the keys of the attached animations, oldest first; anonymous ones have none.
  public func animationKeys(_ layer: LayerID) -> [String] {
    layers[layer.rawValue].animations.compactMap(\.key)
  }

  /// Returns the attached animation under a key; after a commit, with its final begin time and duration. `nil` if no animation has that key.
  public func animation(_ layer: LayerID, key: String) -> Animation? {
    layers[layer.rawValue].animations.last { $0.key == key }?.animation
  }

  /// Attaches a copy of an animation to a layer.
  ///
  /// - Parameter isSound: whether the player made the animation itself, so that its key and key times need no correction.
  func attach(
    _ animation: consuming Animation, to layer: LayerID, key: String?, delegate: String?, block: ViewBlock?,
    isSound: Bool = false
  ) {
    beginImplicitly()
    var copy = animation
    var key = key
    if !isSound {
      if case .transition = copy.content { key = "transition" }
      copy.dropImpossibleKeyTimes()
    }
    if copy.timing.duration == 0 { copy.timing.duration = animationDuration }
    if copy.timingFunction == nil, block == nil { copy.timingFunction = animationTimingFunction }
    let replaced = key.flatMap { key in layers[layer.rawValue].animations.last { $0.key == key } }
    if let key { remove(from: layer) { $0.key == key } }
    nextNumber += 1
    let groups = openGroups
    for group in groups { group.waitingFor += 1 }
    block?.waitingFor += 1
    block?.hasAnimated = true
    let attached = AttachedAnimation(
      number: nextNumber, layer: layer, key: key, animation: copy, delegate: delegate, groups: groups, block: block,
      chain: chain)
    attached.source = acting
    if let replaced {
      attached.interruptions = replaced.interruptions + 1
      (attached.interruptions == 1 ? HardState.animationReplaced : .animationInterruptedTwice).reach()
    }
    layers[layer.rawValue].animations.append(attached)
    running.append(attached)
    animationsChanged(on: layer)
    if let block { (block.animator ?? block.adopter)?.adopted(attached, of: block) }
  }

  private func remove(from layer: LayerID, where condition: (AttachedAnimation) -> Bool) {
    let node = layers[layer.rawValue]
    guard node.animations.contains(where: condition) else { return }
    let gone = node.animations.filter(condition)
    beginImplicitly()
    node.animations.removeAll(where: condition)
    animationsChanged(on: layer)
    for attached in gone { stop(attached, finished: false, blockFirst: true) }
  }

  /// Reports that an animation is over to all receivers that wait for it; does nothing if it has stopped already. `blockFirst` says whether the
  /// completion blocks of transactions run before `didStop`: they do, except for a layer that is in no window.
  func stop(_ attached: AttachedAnimation, finished: Bool, blockFirst: Bool) {
    guard !attached.hasStopped else { return }
    attached.hasStopped = true
    let blocks = completionsWithout(attached)
    if blockFirst { queue += blocks }
    if let delegate = attached.delegate {
      queue.append(Callback(event: .didStop(delegate, finished: finished), chain: attached.chain, body: {}))
    }
    if !blockFirst { queue += blocks }
    if let block = attached.block {
      block.waitingFor -= 1
      if !finished { block.isInterrupted = true }
      finishIfDone(block)
    }
  }

  /// Removes an animation without notifying its block, as for a stopped animator; transactions that wait for it are notified.
  func withdraw(_ attached: AttachedAnimation) {
    guard !attached.hasStopped else { return }
    beginImplicitly()
    layers[attached.layer.rawValue].animations.removeAll { $0 === attached }
    animationsChanged(on: attached.layer)
    attached.hasStopped = true
    queue += completionsWithout(attached)
  }

  /// Returns the completions of transactions that waited for this animation alone.
  private func completionsWithout(_ attached: AttachedAnimation) -> [Callback] {
    var completions: [Callback] = []
    for group in attached.groups {
      group.waitingFor -= 1
      if group.waitingFor == 0 && group.isSealed { completions.append(callback(of: group)) }
    }
    attached.groups = []
    return completions
  }
}

extension Animation {
  /// Drops all key times of an animation if one of them is not a finite number. Core Animation ignores such key times, and a timeline cannot hold
  /// them.
  fileprivate mutating func dropImpossibleKeyTimes() {
    switch content {
    case .group(var children):
      for index in children.indices { children[index].dropImpossibleKeyTimes() }
      content = .group(children)
    case .property(var property):
      guard case .keyframes(var keyframes) = property.form, keyframes.keyTimes?.allSatisfy(\.isFinite) == false else {
        return
      }
      keyframes.keyTimes = nil
      property.form = .keyframes(keyframes)
      content = .property(property)
    case .transition: break
    }
  }
}
