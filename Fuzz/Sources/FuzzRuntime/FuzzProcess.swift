import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel

/// What a libFuzzer process does with its target: executes inputs, records broken laws, mutates inputs.
///
/// Violations go to `LAYOUTLAB_FUZZ_WORK`, else to `Fuzz/Work`, as `FindingStore` lays it out.
public final class FuzzProcess {
  private let target: FuzzTarget
  private let session: FuzzSession
  /// Inputs that libFuzzer chose to mutate lately, to cross others with.
  private var recent: [[UInt8]] = []

  public init(_ target: FuzzTarget, plugin: Plugin) {
    self.target = target
    let work = ProcessInfo.processInfo.environment["LAYOUTLAB_FUZZ_WORK"] ?? "Fuzz/Work"
    let store = FindingStore(folder: URL(filePath: work))
    let today = isoDate(Date())
    session = FuzzSession(target, plugin: plugin) { violation in
      do {
        try store.record(violation, target: target.name, found: today)
      } catch {
        // A finding that cannot be kept must not pass unseen: this ends the process as a crash does.
        fatalError("cannot record a violation of \(violation.law) in \(work): \(error)")
      }
    }
  }

  public func execute(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    session.execute(UnsafeRawBufferPointer(start: data, count: count))
    return 0
  }

  public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
    guard let data else { return 0 }
    let input = Array(UnsafeBufferPointer(start: data, count: count))
    var entropy = Entropy(seed: UInt64(seed))
    // libFuzzer's own mutations know the dictionary and the comparisons of the target, which our documents have no use
    // for: they are changed by type.
    if target.readFile != nil, input.first == UInt8(ascii: "<"), entropy.chance(1, in: 2) {
      return libFuzzerMutate(data, count, room)
    }
    let output: [UInt8]
    if !recent.isEmpty, entropy.chance(1, in: 16) {
      output = target.crossed(input, with: entropy.pick(recent), room: room, seed: UInt64(seed))
    } else {
      output = target.mutated(input, room: room, seed: UInt64(seed))
    }
    if recent.count < 64 { recent.append(input) } else { recent[entropy.below(64)] = input }
    let written = min(output.count, room)
    output.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { data.update(from: base, count: written) }
    }
    return written
  }
}

@_extern(c, "LLVMFuzzerMutate")
private func libFuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int
