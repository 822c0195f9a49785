/// The total of one measured region, as callgrind writes it on a driver's request.
public struct CallgrindDump: Hashable, Sendable {
  /// The benchmark that asked for the dump.
  public var path: String
  public var instructions: UInt64

  /// Nil for a file that is no dump on request (callgrind writes one more when the process ends).
  /// - Parameter text: one dump file. Of it, `desc: Trigger: Client Request: NAME` and `totals: COUNT` are read.
  public init?(text: String) {
    let trigger = "desc: Trigger: Client Request: "
    var path: String?
    var total: UInt64?
    for line in text.split(separator: "\n") {
      if line.hasPrefix(trigger) { path = String(line.dropFirst(trigger.count)) }
      if line.hasPrefix("totals: ") || line.hasPrefix("summary: ") {
        total = line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) } ?? total
      }
    }
    guard let path, let total else { return nil }
    self.path = path
    instructions = total
  }
}
