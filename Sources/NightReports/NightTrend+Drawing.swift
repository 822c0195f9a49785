import Reports
import SceneModel

extension NightTrend {
  /// As a person reads it: times in their unit, the rest as numbers.
  func spelled(_ value: Double) -> String {
    name.hasPrefix(NightHistory.costs) ? BenchmarkChart.time(value) : shortNumber(value)
  }

  /// Returns the words for a change for the worse; nil if there is none, or if the figures do not show it.
  func worsening(_ change: Change) -> String? {
    if name.hasPrefix(NightHistory.costs) { return change.since > change.before ? "costs more" : nil }
    if name.hasPrefix(NightHistory.capacities) { return change.since < change.before ? "fits less" : nil }
    return nil
  }

  /// `14.1 µs since 2026-11-20 (abc), 12.5 µs before: +13 %`.
  func sentence(of change: Change) -> String {
    let share = change.share.map { ": \($0 > 0 ? "+" : "−")\(readable((abs($0) * 1000).rounded() / 10)) %" } ?? ""
    return
      "\(spelled(change.since)) since \(change.point.date) (\(change.point.revision)), \(spelled(change.before)) before\(share)"
  }

  /// A line over the nights, from the least value to the greatest, with a mark where a level begins. The page's colours.
  var svg: String {
    let (width, height, edge) = (240.0, 44.0, 4.0)
    let values = points.map(\.value)
    guard let low = values.min(), let high = values.max(), points.count > 1 else { return "" }
    func x(_ index: Int) -> Double { edge + Double(index) / Double(points.count - 1) * (width - 2 * edge) }
    func y(_ value: Double) -> Double {
      high > low ? height - edge - (value - low) / (high - low) * (height - 2 * edge) : height / 2
    }
    let line = values.enumerated().map { "\(SVG.number(x($0))),\(SVG.number(y($1)))" }.joined(separator: " ")
    var body = "<polyline fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" points=\"\(line)\"/>"
    for change in changes {
      guard let index = points.firstIndex(of: change.point) else { continue }
      body +=
        "<circle cx=\"\(SVG.number(x(index)))\" cy=\"\(SVG.number(y(change.point.value)))\" r=\"3.5\" fill=\"#d55e00\"/>"
    }
    return
      "<svg class=\"trend\" viewBox=\"0 0 240 44\" role=\"img\" aria-label=\"\(name.escapedForXML) over \(points.count) nights, from \(spelled(low).escapedForXML) to \(spelled(high).escapedForXML)\">\(body)</svg>"
  }
}
