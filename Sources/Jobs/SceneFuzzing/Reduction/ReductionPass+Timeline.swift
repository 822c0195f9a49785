import SceneModel

extension ReductionPass {
  static let timelines: [ReductionPass] = [
    .timeline("drop layers") { timeline in
      timeline.layers.indices.reversed().lazy.map { index in
        var smaller = timeline
        smaller.removeLayer(index)
        return smaller
      }
    },
    .timeline("drop animations") { timeline in
      timeline.layers.indices.lazy.flatMap { layer in
        chunks(of: timeline.layers[layer].animations.count).lazy.map { range in
          var smaller = timeline
          smaller.layers[layer].animations.removeSubrange(range)
          return smaller
        }
      }
    },
    .timeline("open groups") { timeline in
      timeline.places.lazy.compactMap { place in
        guard case .group(let children) = timeline.layers[place.layer].animations[place.animation].content else {
          return nil
        }
        var smaller = timeline
        smaller.layers[place.layer].animations.replaceSubrange(place.animation...place.animation, with: children)
        return smaller
      }
    },
    .timeline("drop parts of groups") { timeline in
      timeline.places.lazy.flatMap { place -> [Timeline] in
        guard case .group(let children) = timeline.layers[place.layer].animations[place.animation].content else {
          return []
        }
        return children.indices.map { child in
          timeline.changing(place) { animation in
            var fewer = children
            fewer.remove(at: child)
            animation.content = .group(fewer)
          }
        }
      }
    },
    .timeline("drop outputs") { timeline in
      timeline.outputs.indices.reversed().lazy.map { index in
        var smaller = timeline
        smaller.outputs.remove(at: index)
        return smaller
      }
    },
    .timeline("drop properties") { timeline in
      timeline.layers.indices.lazy.flatMap { layer in
        timeline.layers[layer].model.lazy.map { property in
          var smaller = timeline
          smaller.layers[layer].model.removeAll { $0.name == property.name }
          smaller.outputs.removeAll { $0.layer == layer && $0.property == property.name }
          return smaller
        }
      }
    },
    .timeline("flatten layers") { timeline in
      timeline.layers.indices.lazy.flatMap { layer -> [Timeline] in
        var root = timeline
        root.layers[layer].parent = nil
        var plain = timeline
        plain.layers[layer].timing = LayerTiming()
        return [root, plain]
      }
    },
    .timeline("simplify animations") { timeline in
      timeline.places.lazy.flatMap { place in
        Animation.simplifications.lazy.map { timeline.changing(place, $0) }
      }
    },
    .timeline("simplify numbers") { timeline in
      (0..<timeline.numberCount).lazy.flatMap { index in
        plainer(than: timeline.number(index)).lazy.map { timeline.settingNumber(index, to: $0) }
      }
    },
  ]

  private static func timeline<S: Sequence<Timeline> & SendableMetatype>(
    _ name: String, _ propose: @escaping @Sendable (Timeline) -> S
  ) -> ReductionPass {
    ReductionPass(name) { document in
      guard case .timeline(let timeline) = document else { return AnySequence([]) }
      return AnySequence(propose(timeline).lazy.map { .timeline($0) })
    }
  }
}

extension Animation {
  /// Simplifications of an animation, each of which resets something.
  fileprivate static let simplifications: [@Sendable (inout Animation) -> Void] = [
    { $0.timing = AnimationTiming(duration: 1) },
    { $0.timing.speed = 1 },
    { $0.timing.timeOffset = 0 },
    { ($0.timing.repeatCount, $0.timing.repeatDuration) = (0, 0) },
    { $0.timing.autoreverses = false },
    { $0.timing.fillMode = .removed },
    { $0.timing.fillMode = .both },
    { $0.timingFunction = nil },
    { $0.isRemovedOnCompletion = true },
    { $0.property?.isAdditive = false },
    { $0.property?.isCumulative = false },
    { animation in
      guard case .spring(let ends, _)? = animation.property?.form else { return }
      animation.property?.form = .basic(ends)
    },
    { animation in
      guard case .keyframes(let keyframes)? = animation.property?.form, keyframes.values.count > 1 else { return }
      animation.property?.form = .basic(BasicValues(from: keyframes.values[0], to: keyframes.values[1]))
    },
    { $0.changeKeyframes { $0.values.removeLast(min(1, $0.values.count)) } },
    { $0.changeKeyframes { $0.keyTimes = nil } },
    { $0.changeKeyframes { $0.timingFunctions = [] } },
    { $0.changeKeyframes { ($0.tensions, $0.continuities, $0.biases) = ([], [], []) } },
    { $0.changeKeyframes { $0.mode = .linear } },
    { $0.changeKeyframes { $0.rotationMode = .none } },
    { $0.changeKeyframes { if $0.path != nil { $0.values = [] } } },
    { $0.changeKeyframes { if $0.path?.elements.isEmpty == false { $0.path?.elements.removeLast() } } },
    { $0.changeEnds { $0.by = nil } },
    { $0.changeEnds { $0.from = nil } },
    { $0.changeEnds { $0.to = nil } },
  ]

  private mutating func changeKeyframes(_ body: (inout Keyframes) -> Void) {
    guard case .keyframes(var keyframes)? = property?.form else { return }
    body(&keyframes)
    property?.form = .keyframes(keyframes)
  }

  private mutating func changeEnds(_ body: (inout BasicValues) -> Void) {
    guard case .basic(var ends)? = property?.form else { return }
    body(&ends)
    property?.form = .basic(ends)
  }
}

extension Timeline {
  fileprivate var places: [(layer: Int, animation: Int)] {
    layers.indices.flatMap { layer in layers[layer].animations.indices.map { (layer, $0) } }
  }

  fileprivate func changing(_ place: (layer: Int, animation: Int), _ body: (inout Animation) -> Void) -> Timeline {
    var changed = self
    body(&changed.layers[place.layer].animations[place.animation])
    return changed
  }

  fileprivate var numberCount: Int {
    var (copy, count) = (self, 0)
    copy.forEachNumber { _ in count += 1 }
    return count
  }

  fileprivate func number(_ index: Int) -> Double {
    var (copy, place, found) = (self, 0, 0.0)
    copy.forEachNumber { number in
      if place == index { found = number }
      place += 1
    }
    return found
  }

  fileprivate func settingNumber(_ index: Int, to value: Double) -> Timeline {
    var (copy, place) = (self, 0)
    copy.forEachNumber { number in
      if place == index { number = value == 0 ? 0 : value }
      place += 1
    }
    return copy
  }
}
