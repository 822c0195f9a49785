import CLayoutPlugin
import LayoutLabPlugin
import LayoutPlugin
import SceneModel
import SceneOracles

extension Law {
  /// Compares an engine with the same engine behind the C table. It is not in `SceneOracles`, because the judge imports no engine.
  public static let throughTheTable = Law(
    name: "timeline.table-gives-the-same-bits",
    summary: "Behind the C table our sampler gives the bits that it gives in Swift.", cost: .exact
  ) { document, plugin in
    guard case .timeline(let timeline) = document else { return .undecided("the law is about timelines") }
    guard let make = plugin.makeSampler else {
      return .undecided(.notClaimed, "the engine offers no sampler")
    }
    guard let entry = layoutPluginEntry(UInt32(LAYOUT_PLUGIN_ABI)), let table = try? Plugin(table: entry),
      let makeBehindTable = table.makeSampler
    else { return .broken("the table offers no sampler") }
    guard plugin.manifest.name == table.manifest.name else { return .undecided("the table is of another engine") }
    let times = [-1, 0, 0.1, 1.0 / 3, 0.5, 1, 1.5, 3]
    func rows(_ engine: any AnimationSampling) throws(PluginFault) -> [UInt64] {
      var values: [Double] = []
      try engine.load(timeline)
      try engine.sample(at: times, into: &values)
      return values.map(\.bitPattern)
    }
    do throws(PluginFault) {
      return try rows(make()) == rows(makeBehindTable()) ? .holds : .broken("the table gives other bits")
    } catch {
      return .broken("one of the two refused: \(error)")
    }
  }
}
