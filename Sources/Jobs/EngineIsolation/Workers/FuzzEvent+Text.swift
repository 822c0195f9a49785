import Foundation

extension FuzzEvent {
  /// The event in one line; for a status, the progress of the run.
  public var text: String {
    switch self {
    case .status(let status): return status.text()
    case .finding(let item):
      let rate = item.isNondeterministic ? ", nondeterministic" : ""
      return
        "\(item.target): \(item.headline): \(item.law) is broken (\(item.status.rawValue)\(rate)), \(item.weight), \(item.id)"
    case .lost(let crash): return "worker lost (\(crash.kind.rawValue)): \(crash.summary), \(crash.id)"
    }
  }

  /// An object of JSON in one line.
  public var json: String {
    switch self {
    case .status(let status): Line(event: "status", status: status).json
    case .finding(let item): Line(event: "finding", finding: item).json
    case .lost(let crash): Line(event: "lost", lost: crash).json
    }
  }

  /// Returns a line of JSON about the run as a whole.
  public static func json(saying text: String) -> String { Line(event: "run", text: text).json }

  private struct Line: Encodable {
    var event: String
    /// The time of the event, in UTC with milliseconds.
    var time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    var text: String?
    var status: FuzzStatus?
    var finding: FuzzReport.Item?
    var lost: FuzzRun.Crash?

    var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(self) else { preconditionFailure("what is told of a run is JSON") }
      return String(decoding: data, as: UTF8.self)
    }
  }
}
