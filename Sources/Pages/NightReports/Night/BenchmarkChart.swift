import Foundation
import Reports
import SceneModel

/// A chart of cost over size, with logarithmic axes and one line for each engine.
struct BenchmarkChart {
  struct Series {
    var name: String
    var isRemembered: Bool
    /// Size and nanoseconds, ascending.
    var points: [(size: Double, time: Double)]

    /// The slope of the line through the points: 1 is linear. Nil if there is only one size.
    var growth: Double? {
      let logs = points.filter { $0.size > 0 && $0.time > 0 }.map { (log($0.size), log($0.time)) }
      guard logs.count > 1 else { return nil }
      let count = Double(logs.count)
      let x = logs.reduce(0) { $0 + $1.0 } / count, y = logs.reduce(0) { $0 + $1.1 } / count
      let square = logs.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
      guard square > 0 else { return nil }
      return logs.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / square
    }
  }

  var title: String
  var series: [Series]

  /// Returns one chart for each operation on each family of workloads. Benchmarks are named `ENGINE/OPERATION/FAMILY-SIZE`. A column `-again` shows the cost
  /// when all results are cached.
  static func all(of benchmarks: [NightRecord.Benchmark]) -> [BenchmarkChart] {
    var charts: [BenchmarkChart] = []
    for benchmark in benchmarks {
      guard let time = benchmark.nanoseconds, let name = Name(benchmark.name) else { continue }
      let title = "\(name.operation) \(name.family)"
      let chart = charts.firstIndex { $0.title == title } ?? charts.endIndex
      if chart == charts.endIndex { charts.append(BenchmarkChart(title: title, series: [])) }
      let isKnown = charts[chart].series.firstIndex { $0.name == name.engine && $0.isRemembered == name.isRemembered }
      if let known = isKnown {
        charts[chart].series[known].points.append((name.size, time))
      } else {
        charts[chart].series.append(
          Series(name: name.engine, isRemembered: name.isRemembered, points: [(name.size, time)]))
      }
    }
    for chart in charts.indices {
      for series in charts[chart].series.indices { charts[chart].series[series].points.sort { $0.size < $1.size } }
    }
    return charts
  }

  private struct Name {
    var engine, operation, family: String
    var isRemembered: Bool
    var size: Double

    init?(_ name: String) {
      let parts = name.split(separator: "/").map(String.init)
      guard parts.count >= 3 else { return nil }
      let again = "-again"
      isRemembered = parts[0].hasSuffix(again)
      engine = isRemembered ? String(parts[0].dropLast(again.count)) : parts[0]
      operation = parts[1]
      let workload = parts[2...].joined(separator: "/")
      guard let dash = workload.lastIndex(of: "-"), let size = Double(workload[workload.index(after: dash)...]) else {
        return nil
      }
      self.size = size
      family = String(workload[..<dash])
    }
  }

  private static let colors = ["#2f7fd0", "#d55e00", "#009e73", "#cc79a7", "#b08000", "#7a5cc0", "#777777"]
  /// The columns that are not engines but lower limits for them, such as layout by hand.
  private static let limits: Set = ["sweep", "manual", "by-hand"]

  /// The chart as SVG. Its colours follow the page's light or dark mode.
  var svg: String {
    let all = series.flatMap(\.points).filter { $0.size > 0 && $0.time > 0 }
    guard let low = all.map(\.time).min(), let high = all.map(\.time).max(), let small = all.map(\.size).min(),
      let large = all.map(\.size).max()
    else { return "" }
    let frame = Rect(x: 56, y: 12, width: 300, height: 170)
    let (bottom, top) = (floor(log10(low)), max(ceil(log10(high)), floor(log10(low)) + 1))
    let (left, right) = (floor(log10(small)), max(ceil(log10(large)), floor(log10(small)) + 1))
    func x(_ size: Double) -> Double { frame.x + (log10(size) - left) / (right - left) * frame.width }
    func y(_ time: Double) -> Double { frame.maxY - (log10(time) - bottom) / (top - bottom) * frame.height }
    var body = ""
    for power in Int(bottom)...Int(top) {
      let level = y(pow(10, Double(power)))
      body += SVG.line(frame.x, level, frame.maxX, level, "class=\"grid\"")
      body +=
        "<text x=\"\(SVG.number(frame.x - 5))\" y=\"\(SVG.number(level + 3))\" text-anchor=\"end\">\(BenchmarkChart.time(pow(10, Double(power))))</text>"
    }
    for power in Int(left)...Int(right) {
      let place = x(pow(10, Double(power)))
      body += SVG.line(place, frame.y, place, frame.maxY, "class=\"grid\"")
      body +=
        "<text x=\"\(SVG.number(place))\" y=\"\(SVG.number(frame.maxY + 14))\" text-anchor=\"middle\">\(readable(pow(10, Double(power))))</text>"
    }
    var ends: [Double] = []
    for (index, one) in series.enumerated() {
      let color = BenchmarkChart.color(of: one, among: series, index)
      let dash =
        one.isRemembered
        ? " stroke-dasharray=\"4 3\"" : BenchmarkChart.limits.contains(one.name) ? " stroke-dasharray=\"1 2\"" : ""
      let places = one.points.filter { $0.size > 0 && $0.time > 0 }
      let text = places.map { "\(SVG.number(x($0.size))),\(SVG.number(y($0.time)))" }.joined(separator: " ")
      body += "<polyline fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.8\"\(dash) points=\"\(text)\"/>"
      for point in places {
        body +=
          "<circle cx=\"\(SVG.number(x(point.size)))\" cy=\"\(SVG.number(y(point.time)))\" r=\"2.6\" fill=\"\(color)\">"
        body +=
          "<title>\(one.label.escapedForXML), \(readable(point.size)): \(BenchmarkChart.time(point.time))</title></circle>"
      }
      guard let last = places.last else { continue }
      var place = y(last.time) + 3
      while ends.contains(where: { abs($0 - place) < 11 }) { place += 11 }
      ends.append(place)
      body +=
        "<text x=\"\(SVG.number(frame.maxX + 6))\" y=\"\(SVG.number(place))\" style=\"fill:\(color)\">\(one.label.escapedForXML)</text>"
    }
    let height = max(210, (ends.max() ?? 0) + 12)
    return
      "<svg class=\"chart\" viewBox=\"0 0 520 \(SVG.number(height))\" role=\"img\" aria-label=\"\(title.escapedForXML): time over size\">\(body)</svg>"
  }

  private static func color(of series: Series, among all: [Series], _ index: Int) -> String {
    let names = all.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return colors[(names.firstIndex(of: series.name) ?? index) % colors.count]
  }

  /// Returns a time in a readable unit, such as `14.1 µs`.
  static func time(_ nanoseconds: Double) -> String {
    for (unit, size) in [("s", 1e9), ("ms", 1e6), ("µs", 1e3)] where nanoseconds >= size {
      return "\(readable(nanoseconds / size)) \(unit)"
    }
    return "\(readable(nanoseconds)) ns"
  }
}

extension BenchmarkChart.Series {
  var label: String {
    let growth = growth.map { " n^\(readable(($0 * 10).rounded() / 10))" } ?? ""
    return name + (isRemembered ? " remembered" : "") + growth
  }
}
