import SceneModel

extension Mutator where Subject == Timeline {
  public static let all: [Mutator] = [
    .add, .remove, .repeatAnimation, .exchange, .changeTiming, .changeCurve, .toggle, .changeNumber, .copyNumber,
    .replaceValues, .wrap, .unwrap, .moveToOther, .addLayer, .removeLayer, .changeClock, .dropOutput,
  ]

  static let add = Mutator("add an animation") { timeline, entropy in
    guard let at = timeline.layers.position(&entropy) else { return }
    let layer = timeline.layers[at]
    guard !layer.model.isEmpty else { return }
    timeline.layers[at].animations.insert(
      TimelineSketch.animation(of: layer, &entropy), at: entropy.below(layer.animations.count + 1))
  }

  static let remove = Mutator("remove an animation") { timeline, entropy in
    guard let place = timeline.place(&entropy) else { return }
    timeline.layers[place.layer].animations.remove(at: place.animation)
  }

  static let repeatAnimation = Mutator("repeat an animation") { timeline, entropy in
    guard let place = timeline.place(&entropy) else { return }
    timeline.layers[place.layer].animations.append(timeline.layers[place.layer].animations[place.animation])
  }

  static let exchange = Mutator("exchange two animations") { timeline, entropy in
    guard let at = timeline.layers.position(&entropy), timeline.layers[at].animations.count > 1 else { return }
    let first = entropy.below(timeline.layers[at].animations.count - 1)
    timeline.layers[at].animations.swapAt(first, first + 1)
  }

  static let changeTiming = Mutator("change a part of the timing") { timeline, entropy in
    timeline.changeAnimation(&entropy) { animation, entropy in
      let other = TimelineSketch.timing(&entropy)
      switch entropy.below(8) {
      case 0: animation.timing.beginTime = other.beginTime
      case 1: animation.timing.duration = other.duration
      case 2: animation.timing.speed = entropy.pick([1, 2, 0.5, -1, 0])
      case 3: animation.timing.timeOffset = entropy.pick([0, 0.3, -0.5, animation.timing.duration]).finite
      case 4: animation.timing.repeatCount = other.repeatCount
      case 5: animation.timing.repeatDuration = entropy.pick([0, 0.7, animation.timing.duration])
      case 6: animation.timing.fillMode = other.fillMode
      default: animation.timing = other
      }
    }
  }

  static let changeCurve = Mutator("change a curve") { timeline, entropy in
    timeline.changeAnimation(&entropy) { animation, entropy in
      animation.timingFunction = entropy.chance(1, in: 4) ? nil : TimelineSketch.curve(&entropy)
    }
  }

  static let toggle = Mutator("toggle a flag") { timeline, entropy in
    timeline.changeAnimation(&entropy) { animation, entropy in
      switch entropy.below(4) {
      case 0: animation.property?.isAdditive.toggle()
      case 1: animation.property?.isCumulative.toggle()
      case 2: animation.timing.autoreverses.toggle()
      default: animation.isRemovedOnCompletion.toggle()
      }
    }
  }

  static let changeNumber = Mutator("change a number") { timeline, entropy in
    let (kind, other) = (entropy.below(6), entropy.quantity())
    timeline.changeNumber(&entropy) { number in
      switch kind {
      case 0: number = -number
      case 1: number += 1
      case 2: number = number.isNormal ? number.nextUp : 1
      case 3: number /= 2
      default: number = other
      }
    }
  }

  static let copyNumber = Mutator("use one number twice") { timeline, entropy in
    var source = 0.0
    timeline.changeNumber(&entropy) { source = $0 }
    timeline.changeNumber(&entropy) { $0 = source }
  }

  static let replaceValues = Mutator("animate something else") { timeline, entropy in
    guard let place = timeline.place(&entropy), !timeline.layers[place.layer].model.isEmpty else { return }
    let timing = timeline.layers[place.layer].animations[place.animation].timing
    var other = TimelineSketch.animation(of: timeline.layers[place.layer], &entropy)
    other.timing = timing
    timeline.layers[place.layer].animations[place.animation] = other
  }

  static let wrap = Mutator("put an animation into a group") { timeline, entropy in
    guard let place = timeline.place(&entropy) else { return }
    let animation = timeline.layers[place.layer].animations[place.animation]
    var group = Animation.group([animation])
    group.timing = entropy.chance(1, in: 2) ? animation.timing : TimelineSketch.timing(&entropy)
    timeline.layers[place.layer].animations[place.animation] = group
  }

  static let unwrap = Mutator("take animations out of their group") { timeline, entropy in
    guard let place = timeline.place(&entropy),
      case .group(let children) = timeline.layers[place.layer].animations[place.animation].content
    else { return }
    timeline.layers[place.layer].animations.replaceSubrange(place.animation...place.animation, with: children)
  }

  static let moveToOther = Mutator("copy an animation to another layer") { timeline, entropy in
    guard let place = timeline.place(&entropy), let to = timeline.layers.position(&entropy) else { return }
    timeline.layers[to].animations.append(timeline.layers[place.layer].animations[place.animation])
    for property in timeline.layers[place.layer].model where timeline.layers[to][property.name] == nil {
      timeline.layers[to].model.append(property)
    }
    timeline.reportEverything()
  }

  static let addLayer = Mutator("add a layer") { timeline, entropy in
    guard timeline.layers.count < 6 else { return }
    let parent = timeline.layers.position(&entropy)
    var layer = TimelineSketch.layer(parent: parent, &entropy)
    layer.animations.append(TimelineSketch.animation(of: layer, &entropy))
    timeline.layers.append(layer)
    timeline.reportEverything()
  }

  static let removeLayer = Mutator("remove a layer") { timeline, entropy in
    if let at = timeline.layers.position(&entropy) { timeline.removeLayer(at) }
  }

  static let changeClock = Mutator("change a layer's clock") { timeline, entropy in
    guard let at = timeline.layers.position(&entropy) else { return }
    switch entropy.below(3) {
    case 0: timeline.layers[at].timing.speed = entropy.pick([1, 2, 0, -1, 0.3])
    case 1: timeline.layers[at].timing.beginTime = entropy.pick([0, 1, -0.25, 1e6])
    default: timeline.layers[at].timing.timeOffset = entropy.pick([0, 0.5, -2])
    }
  }

  static let dropOutput = Mutator("report less") { timeline, entropy in
    if let at = timeline.outputs.position(&entropy) { timeline.outputs.remove(at: at) }
  }
}

extension Timeline {
  fileprivate func place(_ entropy: inout Entropy) -> (layer: Int, animation: Int)? {
    let animated = layers.indices.filter { !layers[$0].animations.isEmpty }
    guard !animated.isEmpty else { return nil }
    let layer = entropy.pick(animated)
    return (layer, entropy.below(layers[layer].animations.count))
  }

  fileprivate mutating func changeAnimation(
    _ entropy: inout Entropy, _ body: (inout Animation, inout Entropy) -> Void
  ) {
    guard let place = place(&entropy) else { return }
    func change(_ animation: inout Animation, _ entropy: inout Entropy) {
      guard case .group(var children) = animation.content, !children.isEmpty, entropy.chance(2, in: 3) else {
        body(&animation, &entropy)
        return
      }
      change(&children[entropy.below(children.count)], &entropy)
      animation.content = .group(children)
    }
    change(&layers[place.layer].animations[place.animation], &entropy)
  }

  fileprivate mutating func changeNumber(_ entropy: inout Entropy, _ body: (inout Double) -> Void) {
    var count = 0
    forEachNumber { _ in count += 1 }
    let chosen = entropy.below(count)
    var place = 0
    forEachNumber { number in
      if place == chosen { body(&number) }
      place += 1
    }
    // Negative zeros and NaNs are removed, so that equal timelines have equal bytes.
    forEachNumber { if $0 == 0 || $0.isNaN { $0 = 0 } }
  }

  /// Removes a layer. The layers inside it move to the layer around it.
  mutating func removeLayer(_ index: Int) {
    let outer = layers[index].parent
    layers.remove(at: index)
    for other in layers.indices {
      guard let parent = layers[other].parent else { continue }
      layers[other].parent = parent == index ? outer : parent > index ? parent - 1 : parent
    }
    outputs.removeAll { $0.layer == index }
    for other in outputs.indices where outputs[other].layer > index { outputs[other].layer -= 1 }
  }
}

extension Double {
  fileprivate var finite: Double { isFinite ? self : 0 }
}
