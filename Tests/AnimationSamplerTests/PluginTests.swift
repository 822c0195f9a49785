import AnimationSampler
import CLayoutPlugin
import LayoutLabPlugin
import LayoutPlugin
import SceneModel
import Testing

@Suite("The sampler behind the C table")
struct PluginTests {
  private func plugin() throws -> Plugin {
    try Plugin(table: #require(layoutPluginEntry(UInt32(LAYOUT_PLUGIN_ABI))))
  }

  @Test("Through the table the values are the same, bit for bit")
  func sameBits() throws {
    var layer = Timeline.Layer()
    layer["opacity"] = .number(0.5)
    layer["transform"] = .transform(.identity)
    layer.animations = [
      .spring("opacity", from: .number(0), to: .number(1), spring: Spring(), duration: 1),
      .basic("transform.rotation", to: .number(3), duration: 2),
    ]
    let timeline = Timeline(layer)
    let times = (0...50).map { Double($0) / 20 }
    let make = try #require(try plugin().makeSampler)
    let sampler = make()
    try sampler.load(timeline)
    var values: [Double] = []
    try sampler.sample(at: times, into: &values)
    #expect(values.map(\.bitPattern) == (try sample(timeline, at: times)).flatMap { $0.map(\.bitPattern) })
  }

  @Test("What is malformed is refused, and what was loaded stays")
  func refusal() throws {
    let make = try #require(try plugin().makeSampler)
    let sampler = make()
    var layer = Timeline.Layer()
    layer["opacity"] = .number(0.5)
    try sampler.load(Timeline(layer))
    var wrong = layer
    wrong.animations = [.basic("position", duration: 1)]
    #expect(throws: PluginFault.self) { try sampler.load(Timeline(wrong)) }
    var values: [Double] = []
    try sampler.sample(at: [0, 1], into: &values)
    #expect(values == [0.5, 0.5])
    #expect(throws: PluginFault.self) { try sampler.sample(at: [.infinity], into: &values) }
    let table = try #require(layoutPluginEntry(UInt32(LAYOUT_PLUGIN_ABI)))
    let create = try #require(table.pointee.sampler_create)
    var count: UInt64 = 0
    let zeros = [UInt8](repeating: 0, count: 9)
    let made = zeros.withUnsafeBufferPointer { create(nil, $0.baseAddress, UInt64($0.count), &count) }
    #expect(made == nil)
  }
}
