import CLayoutPlugin
import LibC
import Synchronization

/// A host in the form in which one plugin sees it. It lives as long as the plugin's engines.
final class HostTable: Sendable {
  /// How often an engine was told to give up.
  let cancellations = Atomic<Int>(0)
  private let name: String
  private let host: EngineHost
  private let lines = Atomic<Int>(0)
  nonisolated(unsafe) private let table = UnsafeMutablePointer<lp_host>.allocate(capacity: 1)

  init(_ host: EngineHost, name: String) {
    (self.host, self.name) = (host, name)
    table.initialize(
      to: lp_host(
        struct_size: UInt32(MemoryLayout<lp_host>.size), reserved: 0,
        context: Unmanaged.passUnretained(self).toOpaque(),
        log: { HostTable.at($0).log($1, $2) },
        is_cancelled: { HostTable.at($0).isCancelled ? 1 : 0 }))
  }

  deinit { table.deallocate() }

  var pointer: UnsafePointer<lp_host> { UnsafePointer(table) }

  private static func at(_ context: UnsafeMutableRawPointer?) -> HostTable {
    guard let context else { preconditionFailure("an engine called its host with a null context") }
    return Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  private var isCancelled: Bool {
    guard host.isCancelled() else { return false }
    cancellations.add(1, ordering: .relaxed)
    return true
  }

  private func log(_ level: Int32, _ text: UnsafePointer<CChar>?) {
    let line = lines.add(1, ordering: .relaxed).oldValue
    if line > EngineHost.mostLines { return }
    if line == EngineHost.mostLines { return host.log("\(name): the rest of its log is not shown") }
    let word =
      switch Int(level) {
      case LP_DEBUG: "debug"
      case LP_INFO: "info"
      case LP_WARNING: "warning"
      case LP_ERROR: "error"
      default: "level \(level)"
      }
    host.log("\(name): \(word): \(text.map(HostTable.shown) ?? "")")
  }

  /// Returns the text with spaces for control characters, cut to `longestLine` bytes.
  private static func shown(_ text: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, longestLine + 1))
    let shown = String(decoding: bytes.prefix(longestLine).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    return bytes.count > longestLine ? shown + " …" : shown
  }

  private static let longestLine = 400
}
