import AnimationSampler
import CLayoutPlugin
import SceneModel

/// The object that a host's `void *sampler` points to.
final class ExportedSampler {
  private let engine = AnimationSampler()
  private let width: Int

  /// Decodes a timeline; nil if the bytes are not one.
  init?(_ bytes: UnsafePointer<UInt8>?, _ size: Int) {
    guard let bytes, size > 0,
      let timeline = try? Timeline(compact: Array(UnsafeBufferPointer(start: bytes, count: size))),
      (try? engine.load(timeline)) != nil
    else { return nil }
    width = engine.valueCount
  }

  var valueCount: Int { width }

  static func at(_ sampler: UnsafeMutableRawPointer?) -> ExportedSampler {
    guard let sampler else { preconditionFailure("a sampler function was called with a null sampler") }
    return Unmanaged.fromOpaque(sampler).takeUnretainedValue()
  }

  func sample(
    _ times: UnsafePointer<Double>?, _ timeCount: UInt64, _ values: UnsafeMutablePointer<Double>?,
    _ count: UnsafeMutablePointer<UInt64>
  ) -> Int32 {
    let (room, full) = (count.pointee, timeCount * UInt64(width))
    count.pointee = full
    guard full > 0, full <= room else { return Int32(LP_OK) }
    guard let times, let values else { return Int32(LP_FAULT) }
    let memory = UnsafeMutableBufferPointer(start: values, count: Int(full))
    var rows = memory.mutableSpan
    let isSampled = engine.sample(at: UnsafeBufferPointer(start: times, count: Int(timeCount)).span, into: &rows)
    return Int32(isSampled ? LP_OK : LP_FAULT)
  }
}
