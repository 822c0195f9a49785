import AnimationSampler
import ScenePlayer
import SceneModel
import Testing

func makePlayer() -> LayerPlayer { LayerPlayer(makeSampler: { AnimationSampler() }) }

/// A player with one layer that has been on the screen for a turn.
func makePlayer(isViewBacked: Bool) -> (LayerPlayer, LayerID) {
  let player = makePlayer()
  let layer = player.addLayer(isViewBacked: isViewBacked)
  player.advance(by: 0)
  return (player, layer)
}

extension LayerPlayer {
  func number(_ layer: LayerID, _ key: String) -> Double {
    if case .number(let number)? = presentation(layer, key) { number } else { .nan }
  }

  func shownX(_ layer: LayerID) -> Double {
    if case .point(let point)? = presentation(layer, "position") { point.x } else { .nan }
  }

  func setX(_ layer: LayerID, _ x: Double) { set(layer, "position", .point(Point(x: x, y: 0))) }

  func setOpacity(_ layer: LayerID, _ value: Double) { set(layer, "opacity", .number(value)) }

  var whats: [PlayerEvent.What] { events.map(\.what) }
}

func expectNear(
  _ a: Double, _ b: Double, within tolerance: Double = 1e-9, _ what: String = "",
  at location: SourceLocation = #_sourceLocation
) {
  if !((a - b).magnitude <= tolerance) {
    Issue.record("\(what) \(a), expected \(b) within \(tolerance)", sourceLocation: location)
  }
}
