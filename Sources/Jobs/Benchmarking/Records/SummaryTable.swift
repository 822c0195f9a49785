import Foundation

/// The table of the README. Every figure in it comes from one record.
public struct SummaryTable: Sendable {
  /// The lines of the table, as benchmark paths without their engine.
  public static let operations = [
    "build/chain-100", "tick/chain-100", "leaf/chain-100", "animate/chain-100", "toggle/chain-100", "build/feed-20",
    "tick/feed-20", "rotate/feed-20", "leaf/feed-20", "text/feed-20", "toggle/feed-20", "tick/tiers-3",
    "toggle/tiers-3",
    "build/feed-item-20", "tick/feed-item-20", "leaf/feed-item-20", "build/list-2000", "rotate/list-2000",
    "insert/list-2000", "hide/list-2000", "measure/table-3000",
  ]
  /// The benchmarks on which growth is fitted.
  public static let growthFamily = ["tick/feed", "leaf/feed", "build/feed"]
  public static let growthSizes = [5, 20, 200]

  /// The pattern that selects the benchmarks that the table needs.
  public static let filter =
    // A general solver makes and solves the whole program each time: minutes on a feed of 200.
    "^(?!glpk.*/feed-200).*/(" + operations.joined(separator: "|") + "|"
    + growthFamily.flatMap { family in growthSizes.map { "\(family)-\($0)" } }.joined(separator: "|") + ")$"

  /// The largest number of constraints of a workload in the table.
  package static let mostConstraints = 20_000

  private let recording: Recording

  public init(_ recording: Recording) { self.recording = recording }

  /// The table as Markdown: times with a column for each engine, growth with size, and the capacity of a frame.
  public var markdown: String {
    var text =
      "Machine `\(recording.machine)`, revision `\(recording.revision)`; times of the processor for one operation.\n\n"
    text += timesTable + "\n" + growthTable
    let capacities = capacityTable
    if !capacities.isEmpty { text += "\n" + capacities }
    return text
  }

  /// The mark before and after the table in a text.
  package static let mark = "<!-- bench-table -->"

  /// Returns a text with this table between its two marks; nil if the text does not have exactly two marks. Each mark is on a line of its own.
  package func placed(in text: String) -> String? {
    let parts = text.components(separatedBy: Self.mark)
    guard parts.count == 3 else { return nil }
    return parts[0] + Self.mark + "\n" + markdown + Self.mark + parts[2]
  }

  /// The flags with which drivers measure the table's benchmarks.
  package static var selection: [String] { ["--most_constraints=\(mostConstraints)", "--benchmark_filter=\(filter)"] }

  private func nanoseconds(_ path: String) -> Double? {
    guard let entry = recording.cases[path], entry.failure == nil, !entry.runs.isEmpty else { return nil }
    return median(entry.runs)
  }

  private static let ours = ["layout", "layout-again", "solver", "solver-again"]
  private static let limits = ["by-hand", "manual", "sweep"]

  /// The columns: this project's engine first, then the other engines, then layout by hand and the lower limit.
  private var engines: [String] {
    let all = Set(recording.cases.keys.compactMap { $0.split(separator: "/").first.map(String.init) })
    let shown = all.filter { engine in Self.operations.contains { nanoseconds("\(engine)/\($0)") != nil } }
    let peers = shown.filter { !(Self.ours + Self.limits).contains($0) && !$0.hasSuffix("-again") }.sorted()
    return (Self.ours + peers + Self.limits).filter(shown.contains)
  }

  private var timesTable: String {
    let engines = engines
    let rows = Self.operations.map { operation -> [String] in
      let views = recording.cases["layout/\(operation)"]?.counters["views"].map(spelled) ?? ""
      return [operation, views] + engines.map { nanoseconds("\($0)/\(operation)").map(duration) ?? "" }
    }
    return markdownTable(["operation", "views"] + engines, rows.filter { $0.dropFirst(2).contains { !$0.isEmpty } })
  }

  private var growthTable: String {
    let engines = engines.filter { !$0.hasSuffix("-again") }
    let rows = Self.growthFamily.map { family -> [String] in
      [family]
        + engines.map { engine in
          let points = Self.growthSizes.compactMap { size -> (size: Double, cost: Double)? in
            nanoseconds("\(engine)/\(family)-\(size)").map { (Double(size), $0) }
          }
          guard points.count > 2, let exponent = growthExponent(points) else { return "" }
          return String(format: "%.2f", exponent)
        }
    }
    return markdownTable(["growth with the size (1 is linear)"] + engines, rows)
  }

  private var capacityTable: String {
    let found = recording.cases.compactMap { path, entry in Capacity(path: path, entry) }
    let budgets = Set(found.map(\.budget)).sorted()
    var rows: [[String]] = []
    for workload in ["feed", "list", "table", "animations"] {
      for operation in ["tick", "rotation", "first"] {
        let cells = budgets.map { budget in
          found.first { $0.workload == workload && $0.operation == operation && $0.budget == budget }.map(\.markdown)
            ?? ""
        }
        if cells.contains(where: { !$0.isEmpty }) { rows.append(["\(workload), \(operation)"] + cells) }
      }
    }
    guard !rows.isEmpty else { return "" }
    return markdownTable(["fits into"] + budgets.map { "\(spelled($0)) ms" }, rows)
  }

  private func markdownTable(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, ["---"] + head.dropFirst().map { _ in "---:" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

extension Capacity {
  fileprivate var markdown: String { "\(size) \(unit) (\(low)–\(high.map { "\($0)" } ?? ""))" }

  /// The benchmark path under which a recording stores the capacity, with `recorded` as its case. Both together can be read back.
  public var path: String { "capacity/\(operation)/\(workload)-\(spelled(budget))" }

  public var recorded: Recording.Case {
    var entry = Recording.Case(runs: [median * 1e6])
    entry.counters = [
      "size": Double(size), "low": Double(low), "percentile_90": percentile90 * 1e6,
      "percentile_99": percentile99 * 1e6,
    ]
    if let high { entry.counters["high"] = Double(high) }
    return entry
  }

  init?(path: String, _ entry: Recording.Case) {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 3, parts[0] == "capacity", let dash = parts[2].lastIndex(of: "-"),
      let budget = Double(parts[2][parts[2].index(after: dash)...]), let size = entry.counters["size"],
      let low = entry.counters["low"], let median = entry.runs.first
    else { return nil }
    let workload = String(parts[2][..<dash])
    self.init(
      workload: workload, unit: ["feed": "cells", "animations": ""][workload] ?? "rows", operation: parts[1],
      budget: budget, size: Int(size), low: Int(low), high: entry.counters["high"].map { Int($0) },
      median: median / 1e6, percentile90: (entry.counters["percentile_90"] ?? 0) / 1e6,
      percentile99: (entry.counters["percentile_99"] ?? 0) / 1e6)
  }
}

/// Returns capacities as text in columns.
public func capacityText(_ found: [Capacity]) -> String {
  let rows = found.map { one in
    [
      "\(one.workload)/\(one.operation)", "\(spelled(one.budget)) ms", "\(one.size) \(one.unit)",
      "\(one.low)–\(one.high.map { "\($0)" } ?? "")",
    ] + [one.median, one.percentile90, one.percentile99].map { duration($0 * 1e6) }
  }
  return columns([["capacity", "frame", "fits", "interval", "median", "90th", "99th"]] + rows)
}
