import CLayoutPlugin
import SceneModel

/// The functions of a sampler in a table; all of them are there.
struct SamplerFunctions: Sendable {
  typealias Create =
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> UnsafeMutableRawPointer?
  typealias Sample =
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<Double>?, Int, UnsafeMutablePointer<Double>?) -> Int32
  typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void

  var create: Create
  var sample: Sample
  var destroy: Destroy

  /// Reads the functions of a sampler; nil if the plugin offers no sampler.
  init?(_ table: lp_plugin, _ place: String) throws(PluginFault) {
    guard let create = table.sampler_create else { return nil }
    guard let sample = table.sampler_sample, let destroy = table.sampler_destroy else {
      throw .incompleteTable(path: place, found: "sampler_create without sampler_sample and sampler_destroy")
    }
    self.create = create
    self.sample = sample
    self.destroy = destroy
  }
}

/// A sampler of a plugin, called through the C table and checked against its contract.
final class CSampler: AnimationSampling {
  private let functions: SamplerFunctions
  private let name: String
  private var sampler: UnsafeMutableRawPointer?
  private var width = 0

  init(_ functions: SamplerFunctions, name: String) {
    self.functions = functions
    self.name = name
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
    let bytes = timeline.compact
    var count = 0
    let made = bytes.withUnsafeBufferPointer { functions.create($0.baseAddress, $0.count, &count) }
    guard let made else { throw .rejected("\(name): sampler_create refused the timeline") }
    guard count == timeline.valueCount else {
      functions.destroy(made)
      throw .broken(
        ContractViolation(
          .wrongValueCount, by: name, ["sampler_create found \(count) values, the timeline has \(timeline.valueCount)"])
      )
    }
    if let sampler { functions.destroy(sampler) }
    sampler = made
    width = count
  }

  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault) {
    for time in times where !time.isFinite { throw .rejected("a time is not finite: \(time).") }
    guard let sampler else {
      values = []
      return
    }
    if values.count != times.count * width { values = Array(repeating: 0, count: times.count * width) }
    let code = times.withUnsafeBufferPointer { times in
      values.withUnsafeMutableBufferPointer {
        functions.sample(sampler, times.baseAddress, times.count, $0.baseAddress)
      }
    }
    guard Int(code) == LP_OK else {
      throw .broken(ContractViolation(.unknownReturnCode, by: name, ["sampler_sample returned \(code)"]))
    }
  }
}
