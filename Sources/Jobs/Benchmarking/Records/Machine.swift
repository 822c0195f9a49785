import Foundation
import LibC

/// The id of the machine on which times were measured. Times are never compared across machines.
public enum Machine {
  /// The id, made from the facts that decide speed (processor model, number of processors, compiler), not from the machine's name.
  public static var identifier: String {
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "other"
    #endif
    #if compiler(>=6.3)
      let compiler = "6.3"
    #else
      let compiler = "6.2"
    #endif
    let processors = ProcessInfo.processInfo.processorCount
    let hash = fingerprint("\(ProcessFacts.processorModel ?? "unknown")|\(processors)|\(compiler)")
    return "\(architecture)-\(processors)-\(hash)"
  }

  /// Returns the FNV-1a hash of a text, folded to 32 bits. Unlike `hashValue`, it is the same in every process.
  private static func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let folded = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return String(repeating: "0", count: 8 - folded.count) + folded
  }
}
