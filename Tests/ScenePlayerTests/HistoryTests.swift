import ScenePlayer
import SceneModel
import Testing

/// Commits an opacity every tenth of a second, other layers in turn; returns what was committed when.
private func commit(_ count: Int, on player: LayerPlayer, _ layers: [LayerID]) -> [(time: Double, opacities: [Double])]
{
  var opacities = layers.map { _ in 1.0 }
  return (0..<count).map { number in
    let place = number % layers.count
    opacities[place] = 1 / Double(number + 2)
    player.setOpacity(layers[place], opacities[place])
    player.advance(by: 0)
    defer { player.advance(by: 0.1) }
    return (player.now, opacities)
  }
}

private func makeViews(_ count: Int) -> (LayerPlayer, [LayerID]) {
  let player = makePlayer()
  let layers = (0..<count).map { _ in player.addLayer(isViewBacked: true) }
  player.advance(by: 0)
  player.advance(by: 0.1)
  return (player, layers)
}

@Test("What was shown at any time of a long history is told exactly, forward, backward and at random")
func longHistory() {
  let (player, layers) = makeViews(7)
  let story = commit(1000, on: player, layers)
  func check(_ index: Int) {
    let (time, opacities) = story[index]
    #expect(layers.map { player.presentation($0, "opacity", at: time) } == opacities.map { .number($0) })
    let stated = player.timeline(at: time).layers
    #expect(layers.map { stated[$0.rawValue]["opacity"] ?? .number(1) } == opacities.map { .number($0) })
  }
  for index in stride(from: 0, to: 1000, by: 97) { check(index) }
  for index in stride(from: 999, to: 0, by: -83) { check(index) }
  for number in 0..<40 { check(number * 617 % 1000) }
  #expect(player.history.count > 1000)
}

@Test("A state of the past has the layers that were there then, whatever was read before")
func growingHistory() {
  var (player, layers) = makeViews(7)
  let story = (0..<1000).map { number in
    if number.isMultiple(of: 50) { layers.append(player.addLayer(isViewBacked: true)) }
    player.setOpacity(layers[number % layers.count], 1 / Double(number + 2))
    player.advance(by: 0)
    defer { player.advance(by: 0.1) }
    return (time: player.now, layerCount: layers.count + 1)
  }
  for (time, layerCount) in story.reversed() { #expect(player.timeline(at: time).layers.count == layerCount) }
}

@Test("A history is bounded: its oldest states are forgotten, and what it still has is exact")
func boundedHistory() throws {
  let (player, layers) = makeViews(3)
  player.historyLimit = 100
  let story = commit(1000, on: player, layers)
  #expect(player.history.count < 300)
  let last = try #require(story.last)
  for (time, opacities) in story.suffix(40) {
    #expect(layers.map { player.presentation($0, "opacity", at: time) } == opacities.map { .number($0) })
  }
  #expect(layers.map { player.model($0, "opacity") } == last.opacities.map { .number($0) })
}
