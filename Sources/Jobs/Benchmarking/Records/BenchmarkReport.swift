import Foundation
import SceneModel

/// A run's record in Google Benchmark's public JSON format.
public struct BenchmarkReport: Sendable {
  /// The context's entries that are plain text. The host's name is left out, because a report may be published.
  public var context: [String: String]
  public var rows: [BenchmarkRow]

  public init(context: [String: String] = [:], rows: [BenchmarkRow] = []) {
    self.context = context
    self.rows = rows
  }

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - json: the bytes of one report.
  ///   - file: its name, for the error.
  public init(json: [UInt8], file: String) throws(TextError) {
    guard !json.isEmpty else {
      throw TextError(
        file: file, line: 0, code: .endsEarly, problem: "the file is empty", hint: "Did the benchmark driver end early?"
      )
    }
    do {
      self = try JSONDecoder().decode(BenchmarkReport.self, from: Data(standardJSON(json)))
    } catch let DecodingError.keyNotFound(key, context) {
      throw TextError(
        file: file, line: 0, code: .valueMissing, problem: "\(path(context)) has no \"\(key.stringValue)\"",
        hint: formatHint)
    } catch let DecodingError.typeMismatch(_, context) {
      throw TextError(
        file: file, line: 0, code: .wrongKind, problem: "\(path(context)) has the wrong type", hint: formatHint)
    } catch let DecodingError.valueNotFound(_, context) {
      throw TextError(file: file, line: 0, code: .valueMissing, problem: "\(path(context)) is null", hint: formatHint)
    } catch let DecodingError.dataCorrupted(context) where !context.codingPath.isEmpty {
      throw TextError(
        file: file, line: 0, code: .wrongFormat, problem: "\(path(context)): \(context.debugDescription)",
        hint: formatHint)
    } catch {
      throw TextError(
        file: file, line: 0, code: .wrongFormat, problem: "not JSON, or cut off",
        hint: "Write it with --benchmark_format=json and run it again.")
    }
  }
}

extension BenchmarkReport {
  /// Reads the output of a driver that was ended early, and keeps the complete rows; nil if there are none.
  init?(cutJSON data: Data) {
    var text = String(decoding: data, as: UTF8.self)
    while let end = text.lastIndex(of: "}") {
      text = String(text[...end])
      // The text is cut after a row, or after the context.
      for end in ["]}", ", \"benchmarks\": []}"] {
        guard let report = try? BenchmarkReport(json: Array((text + end).utf8), file: "") else { continue }
        self = report
        return
      }
      text.removeLast()
    }
    return nil
  }
}

private let formatHint = "Expected what Google Benchmark writes with --benchmark_format=json."

private func path(_ context: DecodingError.Context) -> String {
  let steps = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
  return steps.isEmpty ? "the file" : steps.joined(separator: ".")
}

/// One measured row, an aggregate over repetitions, or a complexity fit.
public struct BenchmarkRow: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case iteration, aggregate }

  /// The benchmark's path, on aggregates with a suffix such as `_median` or `_BigO`.
  public var name: String
  /// The benchmark's path, without the suffix that `name` has on aggregates.
  public var path: String
  public var kind: Kind
  /// The kind of aggregate: `mean`, `median`, `stddev`, `cv`, `BigO` or `RMS`; nil for a measured row.
  public var aggregate: String?
  public var iterations: Int
  /// Nanoseconds per iteration by the wall clock; nil if the report has no number, as for a fit.
  public var nanoseconds: Double?
  public var cpuNanoseconds: Double?
  /// Google's user counters.
  public var counters: [String: Double]
  /// The growth that Google Benchmark fitted, such as `N` or `NlgN`, and its coefficient in nanoseconds; nil in other rows.
  public var complexity: String?
  public var coefficient: Double?
  /// The failure, as text. A row with a failure has no times.
  public var failure: String?

  public init(
    path: String, nanoseconds: Double?, iterations: Int = 1, counters: [String: Double] = [:], failure: String? = nil
  ) {
    name = path
    self.path = path
    kind = .iteration
    self.iterations = iterations
    self.nanoseconds = nanoseconds
    cpuNanoseconds = nanoseconds
    self.counters = counters
    self.failure = failure
  }
}

extension BenchmarkRow {
  /// The processor time of the timed region: the smaller of the row's two times; nil if it has none. A driver that times its rounds itself measures
  /// processor time; the row's other time includes the work between the rounds. In other drivers, the wall clock includes the work of other programs.
  public var processorNanoseconds: Double? {
    guard let nanoseconds, let cpuNanoseconds else { return nanoseconds }
    return min(nanoseconds, cpuNanoseconds)
  }
}

extension BenchmarkReport: Codable {
  private enum Key: String, CodingKey { case context, benchmarks }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    rows = try container.decode([BenchmarkRow].self, forKey: .benchmarks)
    context = [:]
    let entries = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .context)
    for key in entries.allKeys where key.stringValue != "host_name" {
      if let text = try? entries.decode(String.self, forKey: key) { context[key.stringValue] = text }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(context, forKey: .context)
    try container.encode(rows, forKey: .benchmarks)
  }
}

extension BenchmarkRow: Codable {
  private static let knownKeys: Set<String> = [
    "name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index",
    "threads", "iterations", "real_time", "cpu_time", "time_unit", "aggregate_name", "aggregate_unit", "big_o",
    "real_coefficient", "cpu_coefficient", "rms", "error_occurred", "error_message", "label",
  ]

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    name = try container.decode(String.self, forKey: "name")
    path = try container.decodeIfPresent(String.self, forKey: "run_name") ?? name
    let type = try container.decodeIfPresent(String.self, forKey: "run_type") ?? "iteration"
    guard let kind = Kind(rawValue: type) else {
      throw DecodingError.dataCorruptedError(forKey: "run_type", in: container, debugDescription: "unknown \"\(type)\"")
    }
    self.kind = kind
    aggregate = try container.decodeIfPresent(String.self, forKey: "aggregate_name")
    iterations = try container.decodeIfPresent(Int.self, forKey: "iterations") ?? 0
    if try container.decodeIfPresent(Bool.self, forKey: "error_occurred") ?? false {
      failure = try container.decodeIfPresent(String.self, forKey: "error_message") ?? "failed without a message"
    }
    let unit = try container.decodeIfPresent(String.self, forKey: "time_unit") ?? "ns"
    guard let scale = ["ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9][unit] else {
      throw DecodingError.dataCorruptedError(
        forKey: "time_unit", in: container, debugDescription: "unknown \"\(unit)\"")
    }
    complexity = try container.decodeIfPresent(String.self, forKey: "big_o")
    let isMeasured = kind == .iteration && failure == nil
    func time(_ key: AnyKey) throws -> Double? {
      isMeasured
        ? try container.decode(Double?.self, forKey: key).map { $0 * scale }
        : try container.decodeIfPresent(Double.self, forKey: key).map { $0 * scale }
    }
    nanoseconds = try time("real_time")
    cpuNanoseconds = try time("cpu_time")
    coefficient = try container.decodeIfPresent(Double.self, forKey: "real_coefficient").map { $0 * scale }
    counters = [:]
    for key in container.allKeys where !Self.knownKeys.contains(key.stringValue) {
      if let value = try? container.decode(Double.self, forKey: key) { counters[key.stringValue] = value }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(name, forKey: "name")
    try container.encode(path, forKey: "run_name")
    try container.encode(kind.rawValue, forKey: "run_type")
    try container.encodeIfPresent(aggregate, forKey: "aggregate_name")
    try container.encode(iterations, forKey: "iterations")
    try container.encodeIfPresent(nanoseconds, forKey: "real_time")
    try container.encodeIfPresent(cpuNanoseconds, forKey: "cpu_time")
    try container.encode("ns", forKey: "time_unit")
    try container.encodeIfPresent(complexity, forKey: "big_o")
    try container.encodeIfPresent(coefficient, forKey: "real_coefficient")
    if let failure {
      try container.encode(true, forKey: "error_occurred")
      try container.encode(failure, forKey: "error_message")
    }
    for (name, value) in counters.sorted(by: { $0.key < $1.key }) where value.isFinite {
      try container.encode(value, forKey: AnyKey(stringValue: name))
    }
  }
}

private struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral value: String) { stringValue = value }
  init?(intValue: Int) { nil }
}

/// Returns the output of Google Benchmark as valid JSON. Google Benchmark writes `NaN` and `Infinity` without quotes (for the variation of a counter
/// that is always 0, say), which no JSON parser accepts. They become null.
private func standardJSON(_ bytes: [UInt8]) -> [UInt8] {
  let words = ["-Infinity", "Infinity", "-NaN", "NaN", "-nan", "nan", "-inf", "inf"].map { Array($0.utf8) }
  let starts = Set(words.map { $0[0] })
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var isText = false
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    if isText {
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        result.append(byte)
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        isText = false
      }
    } else if byte == UInt8(ascii: "\"") {
      isText = true
    } else if starts.contains(byte), let word = words.first(where: { bytes[index...].starts(with: $0) }) {
      result += Array("null".utf8)
      index += word.count
      continue
    }
    result.append(bytes[index])
    index += 1
  }
  return result
}
