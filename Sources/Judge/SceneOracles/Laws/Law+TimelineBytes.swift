import LayoutPlugin
import SceneModel

extension Law {
  /// Returns the laws about the bytes in which engines behind the C table get their timelines. To show that the laws can fail, tests pass a broken
  /// reader.
  package static func timelineByteLaws(
    read: @escaping @Sendable ([UInt8]) throws(Timeline.Malformed) -> Timeline = {
      (bytes) throws(Timeline.Malformed) in try Timeline(compact: bytes)
    }
  ) -> [Law] {
    [
      Law(
        "timeline.bytes-carry-everything", "A timeline written as bytes and read again is the same timeline.",
        cost: .comparing
      ) { (trial: TimelineTrial) in
        var expected = trial.timeline
        expected.provenance = nil
        let bytes = expected.compact
        guard let again = try? read(bytes) else { return .broken("what was written cannot be read") }
        if again != expected { return .broken("what was read is another timeline") }
        return again.compact == bytes ? .holds : .broken("written again, it has other bytes")
      },
      Law(
        "timeline.damaged-bytes-are-a-mistake",
        "Damaged bytes are refused as such, or are a valid timeline that can be written and sampled.", cost: .comparing
      ) { (trial: TimelineTrial) in
        let bytes = trial.timeline.compact
        var entropy = Entropy(seed: Digest(of: bytes).low)
        for _ in 0..<4 {
          guard let damaged = try? read(bytes.damaged(&entropy)) else { continue }
          do throws(Timeline.Malformed) {
            try damaged.validate()
            let again = try Timeline(compact: damaged.compact)
            if again != damaged { return .broken("damaged bytes were read as what cannot be written") }
          } catch {
            return .broken("damaged bytes were taken for a timeline that is none: \(error)")
          }
          do throws(TimelineTrial.Obstacle) {
            _ = try trial.rows(of: damaged, at: trial.times)
          } catch .fault(let fault) {
            return .broken("a timeline from damaged bytes was refused: \(fault)")
          } catch {
            return error.verdict
          }
        }
        return .holds
      },
    ]
  }
}

extension [UInt8] {
  /// Returns the bytes with damage as in a transfer: a byte changed, or a stretch removed, doubled or overwritten.
  fileprivate func damaged(_ entropy: inout Entropy) -> [UInt8] {
    var bytes = self
    let start = entropy.below(count)
    let end = Swift.min(count, start + 1 + entropy.below(12))
    switch entropy.below(6) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: self[start..<end], at: entropy.below(count))
    case 2: bytes.removeSubrange(start...)
    case 3: bytes.replaceSubrange(start..<end, with: self.suffix(end - start))
    // Most bytes are small counts, kinds and flags.
    case 4: bytes[start] = UInt8(entropy.below(16))
    default: bytes[start] = UInt8(truncatingIfNeeded: entropy.next())
    }
    return bytes
  }
}
