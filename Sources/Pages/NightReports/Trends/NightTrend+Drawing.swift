import Reports
import SceneModel

extension NightTrend {
  /// Returns a figure as text: costs as times with a unit, other figures as plain numbers.
  func spelled(_ value: Double) -> String {
    name.hasPrefix(NightHistory.costs) ? BenchmarkChart.time(value) : shortNumber(value)
  }

  /// Whether a higher value is worse; nil if that is not known.
  var isWorseAbove: Bool? {
    if name.hasPrefix(NightHistory.costs) || name.hasPrefix(NightHistory.instructions) { return true }
    return name.hasPrefix(NightHistory.capacities) ? false : nil
  }

  /// Returns a change as text, such as `14.1 µs since 2026-11-20 (abc), 12.5 µs before: +13 %`.
  func sentence(of shift: FigureShift) -> String {
    let share = shift.before == 0 ? nil : (shift.since - shift.before) / abs(shift.before)
    let words = share.map { ": \($0 > 0 ? "+" : "−")\(readable((abs($0) * 1000).rounded() / 10)) %" } ?? ""
    let point = points[shift.start]
    let how = shift.kind == .creep ? "little by little " : ""
    return
      "\(how)\(spelled(shift.since)) since \(point.date) (\(point.revision)), \(spelled(shift.before)) before\(words)"
  }

  /// A line over the nights, from the lowest value to the highest, as SVG, with a mark where a level begins. It has the page's colours. Empty for a
  /// single night.
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
    for shift in shifts {
      let index = shift.start
      body +=
        "<circle cx=\"\(SVG.number(x(index)))\" cy=\"\(SVG.number(y(points[index].value)))\" r=\"3.5\" fill=\"#d55e00\"/>"
    }
    return
      "<svg class=\"trend\" viewBox=\"0 0 240 44\" role=\"img\" aria-label=\"\(name.escapedForXML) over \(points.count) nights, from \(spelled(low).escapedForXML) to \(spelled(high).escapedForXML)\">\(body)</svg>"
  }
}
