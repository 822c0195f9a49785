import AnimationSampler
import SceneModel
import Testing

/// The listings of AnimationSampler's documentation.
@Suite struct AnimationSamplerListings {
  @Test("AnimationSampler's landing page: a fade at three times")
  func landing() throws {
    // listing: AnimationSampler
    var layer = Timeline.Layer()
    layer.model = [Timeline.Property(name: "opacity", value: .number(1))]
    layer.animations = [.basic("opacity", from: .number(0), to: .number(1), duration: 2)]

    let sampler = AnimationSampler()
    try sampler.load(Timeline(layer))
    var values: [Double] = []
    try sampler.sample(at: [0, 1, 3], into: &values)  // [0, 0.5, 1]
    // end of listing
    #expect(values == [0, 0.5, 1])
  }

  @Test("Rows and lanes: where the numbers of a sample lie")
  func lanes() throws {
    // listing: RowsAndLanes
    var layer = Timeline.Layer()
    layer.model = [
      Timeline.Property(name: "opacity", value: .number(1)),
      Timeline.Property(name: "position", value: .point(Point(x: 10, y: 20))),
    ]
    let timeline = Timeline(layer)
    let sampler = AnimationSampler()
    try sampler.load(timeline)

    let times = [0.0, 0.5]
    var values: [Double] = []
    try sampler.sample(at: times, into: &values)
    for (row, time) in times.enumerated() {
      var lane = row * sampler.valueCount
      for (output, count) in zip(timeline.outputs, timeline.laneCounts) {
        print("\(time) s: \(output.property) = \(values[lane..<lane + count])")
        lane += count
      }
    }
    // end of listing
    #expect(timeline.laneCounts == [1, 2])
    #expect(values == [1, 10, 20, 1, 10, 20])
  }
}
