import SceneModel

extension Timeline {
  /// Returns a random timeline of one or two layers that reports all values: the same for the same entropy, on any machine.
  public static func generated(using entropy: inout Entropy) -> Timeline {
    var timeline = Timeline()
    for index in 0..<entropy.count(1...2) {
      let parent = index > 0 && entropy.chance(2, in: 3) ? entropy.below(index) : nil
      var layer = TimelineSketch.layer(parent: parent, &entropy)
      for _ in 0..<entropy.count(1...3) { layer.animations.append(TimelineSketch.animation(of: layer, &entropy)) }
      // Interruptions: one animation after the other adds to the same value.
      if let last = layer.animations.last, last.property != nil, entropy.chance(1, in: 4) {
        var twin = last
        twin.timing = TimelineSketch.timing(&entropy)
        twin.property?.isAdditive = true
        layer.animations[layer.animations.count - 1].property?.isAdditive = true
        layer.animations.append(twin)
      }
      timeline.layers.append(layer)
    }
    timeline.reportEverything()
    return timeline
  }

  /// Makes every stated property an output, and the transition of each layer that has one.
  mutating func reportEverything() {
    outputs = layers.enumerated().flatMap { index, layer in
      layer.model.map { Output(layer: index, property: $0.name) }
        + (layer.animations.contains { if case .transition = $0.content { true } else { false } }
          ? [Output(layer: index, property: Output.transition)] : [])
    }
  }
}
