import Foundation

/// The results of one run: each engine's time for an operation on a workload, as a multiple of ours and of the limit, and the growth of
/// the cost with size.
public struct RatioTable: Sendable {
  /// One operation on one workload.
  public struct Line: Hashable, Sendable {
    public var operation: String
    public var workload: String
    public var constraints: Double?
    /// Nanoseconds per operation, by engine.
    public var nanoseconds: [String: Double]

    fileprivate var isScreen: Bool { workload.contains("screens") }
  }

  /// How one engine's cost for one operation grows within a family.
  public struct Growth: Hashable, Sendable, Codable {
    public var engine, operation, family: String
    /// The slope of log(time) over log(constraints).
    public var exponent: Double
    /// The sizes to which the slope was fitted, in constraints.
    public var sizes: [Double]
  }

  /// The lines, in the report's order.
  public var lines: [Line] = []
  /// The growth by engine, operation and family, in the report's order.
  public var growth: [Growth] = []
  /// The engines, in the order of their first appearance.
  public var engines: [String] = []

  public init(_ report: BenchmarkReport) {
    var times: [String: [Double]] = [:]
    var order: [BenchmarkRow] = []
    for row in report.rows where row.kind == .iteration && row.failure == nil {
      guard let time = row.processorNanoseconds else { continue }
      if times[row.path] == nil { order.append(row) }
      times[row.path, default: []].append(time)
    }
    var lineIndex: [String: Int] = [:]
    var series: [String: [(size: Double, cost: Double)]] = [:]
    var seriesOrder: [String] = []
    for row in order {
      let parts = row.path.split(separator: "/", maxSplits: 2).map(String.init)
      guard parts.count == 3, let samples = times[row.path] else { continue }
      let (engine, operation, workload) = (parts[0], parts[1], parts[2])
      let time = median(samples)
      if !engines.contains(engine) { engines.append(engine) }
      let key = "\(operation)/\(workload)"
      if lineIndex[key] == nil {
        lineIndex[key] = lines.count
        lines.append(Line(operation: operation, workload: workload, nanoseconds: [:]))
      }
      lines[lineIndex[key]!].nanoseconds[engine] = time
      // A timeline has no constraints; it grows in animations.
      guard let constraints = row.counters["constraints"] ?? row.counters["animations"],
        let dash = workload.lastIndex(of: "-")
      else { continue }
      // The count of the first engine is used: a kernel counts the document's constraints, a solver the rows that it gets.
      if lines[lineIndex[key]!].constraints == nil { lines[lineIndex[key]!].constraints = constraints }
      let family = "\(engine)/\(operation)/\(workload[..<dash])"
      if series[family] == nil { seriesOrder.append(family) }
      series[family, default: []].append((constraints, time))
    }
    for name in seriesOrder {
      let parts = name.split(separator: "/").map(String.init)
      guard let points = series[name], let exponent = growthExponent(points) else { continue }
      growth.append(
        Growth(
          engine: parts[0], operation: parts[1], family: parts[2], exponent: exponent, sizes: points.map(\.size)))
    }
  }

  /// The table as text: times with ratios to the first engine, then growth. Screens have a table of their own, because a family's growth says little
  /// about them.
  public var text: String {
    guard !engines.isEmpty else { return "no measurements\n" }
    let families = lines.filter { !$0.isScreen }
    let screens = lines.filter(\.isScreen)
    var tables = [families, screens].filter { !$0.isEmpty }.map(table)
    if !growth.isEmpty {
      let fits = growth.map { [$0.engine, $0.operation, $0.family, String(format: "%.2f", $0.exponent)] }
      tables.append(columns([["engine", "operation", "family", "growth exponent"]] + fits))
    }
    return tables.joined(separator: "\n")
  }

  private func table(_ lines: [Line]) -> String {
    let engines = engines.filter { engine in lines.contains { $0.nanoseconds[engine] != nil } }
    let own = engines[0]
    var rows = [["benchmark", "size", own] + engines.dropFirst().map { "\($0) (× \(own))" }]
    for line in lines {
      let mine = line.nanoseconds[own]
      rows.append(
        ["\(line.operation)/\(line.workload)", line.constraints.map(spelled) ?? "", mine.map(duration) ?? "–"]
          + engines.dropFirst().map { engine in
            guard let time = line.nanoseconds[engine] else { return "–" }
            guard let mine, mine > 0 else { return duration(time) }
            return "\(duration(time)) (\(String(format: "%.3g", time / mine)))"
          })
    }
    return columns(rows)
  }
}

/// Returns a duration as text: `812 ns`, `14.1 µs`, `2.35 ms` or `1.2 s`.
package func duration(_ nanoseconds: Double) -> String {
  switch nanoseconds {
  case ..<1e3: String(format: "%.3g ns", nanoseconds)
  case ..<1e6: String(format: "%.3g µs", nanoseconds / 1e3)
  case ..<1e9: String(format: "%.3g ms", nanoseconds / 1e6)
  default: String(format: "%.3g s", nanoseconds / 1e9)
  }
}

func columns(_ rows: [[String]]) -> String {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = row.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: widths[index] - cell.count)
      return index == 0 ? cell + padding : padding + cell
    }
    return cells.joined(separator: "  ") + "\n"
  }.joined()
}
