/// The cost of one measured region, as callgrind writes it on a driver's request.
public struct CallgrindDump: Hashable, Sendable {
  /// The benchmark for which the dump was made.
  public var path: String
  public var instructions: UInt64
  /// The misses of the last-level cache that reads and writes of data caused; nil if callgrind did not simulate caches.
  public var lastLevelMisses: UInt64?
  /// The instructions of each function itself, without its callees, by its name in the binary.
  public var functions: [String: UInt64] = [:]
  /// The cost of each function's calls, including everything below them: by the caller's name, then by the callee's.
  public var calls: [String: [String: UInt64]] = [:]

  /// Reads a dump; nil for a file that is not a dump on request (callgrind writes one more when the process ends).
  /// - Parameter text: one dump file in callgrind's documented format. The trigger, the events, the totals and, if `readsFunctions` is true, the
  ///   lines of costs are read.
  public init?(text: String, readsFunctions: Bool = false) {
    let trigger = "desc: Trigger: Client Request: "
    var path: String?
    var totals: [UInt64] = []
    var events: [Substring] = ["Ir"]
    var reader = FunctionCosts()
    for line in text.split(separator: "\n") {
      if line.hasPrefix(trigger) { path = String(line.dropFirst(trigger.count)) }
      if line.hasPrefix("events: ") { events = line.split(separator: " ").dropFirst().map { $0 } }
      if line.hasPrefix("totals: ") || line.hasPrefix("summary: ") {
        let numbers = line.split(separator: " ").dropFirst().compactMap { UInt64($0) }
        if !numbers.isEmpty { totals = numbers }
      }
      if readsFunctions { reader.read(line) }
    }
    guard let path, let total = totals.first else { return nil }
    self.path = path
    instructions = total
    let places = events.indices.filter { ["DLmr", "DLmw"].contains(events[$0]) }
    if places.count == 2, places.allSatisfy(totals.indices.contains) {
      lastLevelMisses = places.reduce(0) { $0 + totals[$1] }
    }
    (functions, calls) = (reader.costs, reader.calls)
  }

  /// The sums of the lines of costs: `fn=(4) name` begins a function, and `calls=` announces a line with a callee's cost.
  private struct FunctionCosts {
    private var names: [Substring: String] = [:]
    private var present: String?
    private var callee: String?
    private var isCall = false
    private(set) var costs: [String: UInt64] = [:]
    private(set) var calls: [String: [String: UInt64]] = [:]

    mutating func read(_ line: Substring) {
      if line.hasPrefix("fn=") {
        present = name(line.dropFirst(3))
      } else if line.hasPrefix("cfn=") {
        callee = name(line.dropFirst(4))
      } else if line.hasPrefix("calls=") {
        isCall = true
      } else if let first = line.utf8.first, Self.isPosition(first) {
        defer { isCall = false }
        let words = line.split(separator: " ")
        guard let present, words.count > 1, let cost = UInt64(words[1]) else { return }
        if !isCall {
          costs[present, default: 0] += cost
        } else if let callee {
          calls[present, default: [:]][callee, default: 0] += cost
        }
      }
    }

    /// Returns the name of a function, which is `(4) name` at its first mention and `(4)` after that.
    private mutating func name(_ text: Substring) -> String {
      guard text.hasPrefix("("), let close = text.firstIndex(of: ")") else { return String(text) }
      let number = text[...close]
      let rest = text[text.index(after: close)...].drop { $0 == " " }
      if !rest.isEmpty { names[number] = String(rest) }
      return names[number] ?? String(number)
    }

    private static func isPosition(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-*".utf8.contains(byte)
    }
  }
}
