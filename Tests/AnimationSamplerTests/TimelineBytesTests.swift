import AnimationSampler
import SceneModel
import Testing

@Suite("The compact form of timelines")
struct TimelineBytesTests {
  /// One of everything.
  private func rich() -> Timeline {
    var outer = Timeline.Layer()
    outer.timing = LayerTiming(beginTime: 1, speed: 2, timeOffset: 0.5)
    outer["opacity"] = .number(0.5)
    outer["position"] = .point(Point(x: 1, y: 2))
    outer["transform"] = .transform(.scale(x: 2))
    outer["path"] = .path(VectorPath([.move(.zero), .line(Point(x: 10, y: 0)), .close]))
    outer["backgroundColor"] = .color(nil)
    outer["hidden"] = .boolean(false)
    outer["contents"] = .contents(7)
    outer["count"] = .integer(3)
    outer["name"] = .token(5)
    outer["locations"] = .numbers([0, 1])
    outer["bounds"] = .rect(Rect(x: 0, y: 0, width: 5, height: 6))
    outer["shadowOffset"] = .size(Size(width: 1, height: -1))
    var frames = Keyframes([0, 1, 0.5].map { .number($0) }, keyTimes: [0, 0.5, 1], mode: .cubic)
    frames.timingFunctions = [.easeIn]
    (frames.tensions, frames.continuities, frames.biases) = ([0.5], [0.25, 0], [-0.5])
    var follow = Keyframes(
      path: VectorPath([
        .move(.zero), .quadratic(control: Point(x: 1, y: 1), end: Point(x: 2, y: 0)),
        .cubic(control1: Point(x: 3, y: 3), control2: Point(x: 4, y: 4), end: Point(x: 5, y: 0)),
      ]), mode: .paced)
    follow.rotationMode = .autoReverse
    var turn = Animation.basic("transform", from: .number(0), to: .number(3), duration: 1)
    turn.property?.valueFunction = .rotateZ
    turn.property?.isCumulative = true
    turn.timing.repeatCount = .infinity
    turn.timing.autoreverses = true
    turn.timing.fillMode = .both
    var group = Animation.group(
      [
        .keyframes("opacity", frames), .keyframes("position", follow),
        .basic("backgroundColor", from: .color(Color(white: 0)), to: .color(Color(white: 1, alpha: 0.5))),
      ], duration: 3)
    group.isRemovedOnCompletion = false
    group.timingFunction = .easeOut
    var inner = Timeline.Layer(parent: 0)
    inner["path"] = .path(VectorPath([.move(.zero)]))
    inner.animations = [
      .spring("path", from: nil, to: nil, spring: Spring(perceptualDuration: 1, bounce: -1), duration: 1),
      Animation(
        .transition(TransitionAnimation(style: .reveal, subtype: .fromTop, startProgress: 0, endProgress: 0.5))),
    ]
    outer.animations = [group, turn, .basic("bounds.size.width", by: .number(3), duration: 2)]
    var timeline = Timeline(layers: [outer, inner])
    timeline.outputs = outer.model.map { Timeline.Output(layer: 0, property: $0.name) }
    timeline.outputs += ["path", "transition"].map { Timeline.Output(layer: 1, property: $0) }
    return timeline
  }

  @Test("What was written is read again, and written the same")
  func roundTrip() throws {
    let timeline = rich()
    try timeline.validate()
    let bytes = timeline.compact
    let again = try Timeline(compact: bytes)
    #expect(again == timeline)
    #expect(again.compact == bytes)
    let times = (0...30).map { Double($0) / 7 }
    let before = try sample(timeline, at: times).map { $0.map(\.bitPattern) }
    let after = try sample(again, at: times).map { $0.map(\.bitPattern) }
    #expect(before == after)
    #expect(timeline.laneCounts.reduce(0, +) == before[0].count)
  }

  @Test("What was written as text is read again, and no cut and no changed letter does harm")
  func text() throws {
    let timeline = rich()
    let text = timeline.text
    #expect(try Timeline(text: text, file: "rich.timeline") == timeline)
    var entropy = Entropy(seed: 3)
    let letters = Array(text.utf8)
    for _ in 0..<1000 {
      var changed = letters
      switch entropy.below(3) {
      case 0: changed.removeSubrange(entropy.below(letters.count)...)
      case 1: changed[entropy.below(letters.count)] = UInt8(32 + entropy.below(95))
      default: changed.swapAt(entropy.below(letters.count), entropy.below(letters.count))
      }
      guard let read = try? Timeline(text: String(decoding: changed, as: UTF8.self), file: "hostile") else { continue }
      #expect(try Timeline(text: read.text, file: "again") == read)
    }
    #expect(throws: TextError.self) {
      try Timeline(
        text: "timeline 1\nlayer\nanimation " + String(repeating: "group { ", count: 100_000), file: "deep.timeline")
    }
    #expect(throws: TextError.self) {
      try Timeline(text: "timeline 1\nlayer\nanimation spring opacity 0 1 1 0\n", file: "spring.timeline")
    }
  }

  @Test("The example of Guides/timeline-format.md is byte for byte what is written")
  func example() {
    let text = """
      4C4C544C 01000000 01000000 07000000 6F706163697479 00000000 01000000 01000000 FFFFFFFF
      0000000000000000 000000000000F03F 0000000000000000 01000000 00000000 00 000000000000F03F 01000000 00 01 00 00
      0000000000000000 000000000000F03F 000000000000F03F 0000000000000000 0000000000000000 0000000000000000
      00000000 00 03 00 0000000000000000 00 000000000000F03F 00000000 00000000
      """
    let digits = Array(text.filter { $0.isHexDigit })
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    var layer = Timeline.Layer()
    layer["opacity"] = .number(1)
    layer.animations = [opacity(from: 0, to: 1)]
    #expect(Timeline(layer).compact == bytes)
  }

  @Test("No cut and no changed byte does harm: it is refused, or it is a timeline that can be sampled")
  func hostileBytes() throws {
    let bytes = rich().compact
    for length in 0..<bytes.count {
      #expect(throws: Timeline.Malformed.self) { try Timeline(compact: Array(bytes[..<length])) }
    }
    var entropy = Entropy(seed: 7)
    var accepted = 0
    for _ in 0..<1000 {
      var changed = bytes
      for _ in 0...entropy.below(3) { changed[entropy.below(changed.count)] = UInt8(entropy.below(256)) }
      guard let timeline = try? Timeline(compact: changed) else { continue }
      accepted += 1
      _ = try sample(timeline, at: [-1, 0, 0.3, 1e9])
    }
    #expect(accepted > 50)
  }

  @Test("A malformed timeline says where")
  func messages() {
    #expect {
      _ = try Timeline(compact: [0, 0, 0, 0])
    } throws: {
      ($0 as? Timeline.Malformed)?.offset == 1
    }
    var layer = Timeline.Layer(parent: 4)
    layer["opacity"] = .number(.nan)
    #expect(throws: Timeline.Malformed.self) { try Timeline(layers: [layer]).validate() }
    var plain = Timeline.Layer()
    plain["opacity"] = .number(0)
    // Bytes hold finite key times only; a player drops others, as 9.7 wants.
    plain.animations = [.keyframes("opacity", Keyframes([.number(0), .number(1)], keyTimes: [0, .infinity]))]
    #expect(throws: Timeline.Malformed.self) { try Timeline(plain).validate() }
  }
}
