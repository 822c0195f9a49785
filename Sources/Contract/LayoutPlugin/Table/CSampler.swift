import CLayoutPlugin
import SceneModel

/// A sampler of a plugin, called through the C table and checked against its contract.
final class CSampler: AnimationSampling {
  private let functions: SamplerFunctions
  // Kept, because the engine may call the host as long as the engine lives.
  private let host: HostTable
  private let name: String
  private var sampler: UnsafeMutableRawPointer?
  private var width = 0

  init(_ functions: SamplerFunctions, _ host: HostTable, name: String) {
    (self.functions, self.host, self.name) = (functions, host, name)
  }

  deinit {
    if let sampler { functions.destroy(sampler) }
  }

  func load(_ timeline: Timeline) throws(PluginFault) {
    do {
      try timeline.validate()
    } catch {
      throw .rejected(error.description)
    }
    var count: UInt64 = 0
    let made = timeline.compact.withUnsafeBufferPointer { functions.create($0, &count) }
    guard let made else { throw .rejected("\(name): sampler_create refused the timeline") }
    let width = timeline.valueCount
    guard count == width else {
      functions.destroy(made)
      throw .broken(
        ContractViolation(
          .wrongValueCount, by: name, ["sampler_create found \(count) values, the timeline has \(width)"])
      )
    }
    if let sampler { functions.destroy(sampler) }
    sampler = made
    self.width = width
  }

  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    for time in times where !time.isFinite { throw .rejected("a time is not finite: \(time).") }
    guard let sampler else {
      values = []
      return
    }
    if values.count != times.count * width { values = Array(repeating: 0, count: times.count * width) }
    let full = values.count
    var count = UInt64(full)
    let code = times.withUnsafeBufferPointer { times in
      values.withUnsafeMutableBufferPointer {
        functions.sample(sampler, times.baseAddress, UInt64(times.count), $0.baseAddress, &count)
      }
    }
    switch Int(code) {
    case LP_OK where count == full: return
    case LP_OK:
      throw .broken(
        ContractViolation(
          .wrongValueCount, by: name, ["sampler_sample found \(count) values where there are \(full)"]))
    case LP_CANCELLED: throw .cancelled
    default: throw .broken(ContractViolation(.unknownReturnCode, by: name, ["sampler_sample returned \(code)"]))
    }
  }
}
