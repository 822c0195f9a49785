import LayoutPlugin
import SceneModel

/// One state of the history as an engine samples it: loaded once, and sampled once for each time asked about.
struct ShownRow {
  private var engine: (any AnimationSampling)?
  /// The state's place in the history; nil: none is loaded.
  private var place: Int?
  private var time: Double?
  private var values: [Double] = []
  private var ranges: [Output: Range<Int>] = [:]

  private struct Output: Hashable {
    var layer: Int
    var property: String
  }

  /// To be told when the state at a place is another one.
  mutating func forgetTimeline(_ changed: Int) {
    if place == changed { place = nil }
  }

  /// To be told when states have moved to other places.
  mutating func forgetTimelines() { place = nil }

  /// Nil: the state does not report the property, or the engine refused it.
  mutating func lanes(
    _ layer: LayerID, _ property: String, at asked: Double, of timeline: Timeline, _ asker: Int,
    make: () -> any AnimationSampling
  ) -> [Double]? {
    let sampler = engine ?? make()
    engine = sampler
    do throws(PluginFault) {
      if place != asker {
        place = nil
        try sampler.load(timeline)
        place = asker
        time = nil
        ranges = [:]
        var offset = 0
        for (output, count) in zip(timeline.outputs, timeline.laneCounts) {
          ranges[Output(layer: output.layer, property: output.property)] = offset..<(offset + count)
          offset += count
        }
      }
      guard let range = ranges[Output(layer: layer.rawValue, property: property)] else { return nil }
      if time != asked {
        time = nil
        try sampler.sample(at: [asked], into: &values)
        time = asked
      }
      return Array(values[range])
    } catch {
      return nil
    }
  }
}
