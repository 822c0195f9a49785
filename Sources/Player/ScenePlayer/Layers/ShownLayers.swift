import LayoutPlugin
import SceneModel

/// The shown values of layers with animations, as samplers compute them. A layer is loaded into a sampler only after it has changed, and sampled
/// once for each time. Each layer has its own timeline, so a change of one layer reloads no others.
struct ShownLayers {
  private struct Row {
    var engine: any AnimationSampling
    /// The stamp of the layer that is loaded; nil for none.
    var stamp: Int?
    var time: Double?
    var values: [Double] = []
    var ranges: [(property: String, lanes: Range<Int>)] = []
    var shapes: [[VectorPath.ElementKind]] = []
  }

  private var rows: [Int: Row] = [:]
  /// The largest number of sampled rows that are kept.
  private static let mostRows = 1024

  /// Returns the lanes as an engine reports them, and the shapes to which a path's first lane refers; nil if the layer does not report the property
  /// or the engine refused it.
  mutating func lanes(
    _ index: Int, _ property: String, at time: Double, of layer: CommittedLayer, _ names: [String],
    make: () -> any AnimationSampling
  ) -> (lanes: [Double], shapes: [[VectorPath.ElementKind]])? {
    if rows.count >= ShownLayers.mostRows, rows[index] == nil { rows = [:] }
    var row = rows.removeValue(forKey: index) ?? Row(engine: make())
    defer { rows[index] = row }
    do throws(PluginFault) {
      if row.stamp != layer.stamp {
        (row.stamp, row.time) = (nil, nil)
        let timeline = Timeline(reporting: [layer.timelineLayer(names)])
        try row.engine.load(timeline)
        row.stamp = layer.stamp
        row.shapes = timeline.shapes
        row.ranges = []
        var offset = 0
        for (output, count) in zip(timeline.outputs, timeline.laneCounts) {
          row.ranges.append((output.property, offset..<(offset + count)))
          offset += count
        }
      }
      guard let range = row.ranges.first(where: { $0.property == property })?.lanes else { return nil }
      if row.time != time {
        row.time = nil
        try row.engine.sample(at: [time], into: &row.values)
        row.time = time
      }
      return (Array(row.values[range]), row.shapes)
    } catch {
      return nil
    }
  }
}

extension Timeline {
  /// Makes a timeline of layers whose outputs are all properties with a value, and the transitions.
  init(reporting layers: [Timeline.Layer]) {
    self.init(layers: layers)
    for (index, layer) in layers.enumerated() {
      outputs += layer.model.map { Timeline.Output(layer: index, property: $0.name) }
      if layer.animations.contains(where: { $0.moves(Timeline.Output.transition) }) {
        outputs.append(Timeline.Output(layer: index, property: Timeline.Output.transition))
      }
    }
  }
}
