import AnimationSampler
import Foundation
import ScenePlayer
import SceneModel

extension CALayer {
  /// Adds the layer to the host's player, with all its values.
  func appear(in host: Host) {
    guard let player = host.player else { return }
    self.host = host
    defer { if let id { host.know(self, as: id) } }
    if let view {
      id = player.layer(of: view.item)
    } else if let parent = superlayer?.id {
      id = player.layers.addLayer(in: parent)
      if let outer = superlayer?.recordedItem {
        let item = host.takeItem()
        ownItem = item
        var described = SceneModel.View(
          id: item, name: "\(Swift.type(of: self))@\(item.rawValue)", parent: outer, kind: .layer)
        described.frame = frame.model
        described.autoresizing = []
        host.recorder.record(.addView(described), host)
      }
    }
    guard let id else { return }
    // The values that the layer already has are not animated.
    if view != nil { host.recorder.open(.still, host) }
    player.layers.performWithoutAnimation {
      for (key, value) in values.sorted(by: { $0.key < $1.key })
      where !(view != nil && (key == "bounds" || key == "position" || key == "hidden")) {
        player.layers.set(id, key, value)
        record(key, value, host)
      }
    }
    if view != nil { host.recorder.close(isOfProgram: false) }
    if timing != LayerTiming() {
      player.layers.setTiming(id, timing)
      if let recordedItem { host.recorder.record(.play(.timing(recordedItem, timing)), host) }
    }
    handInActions()
    let waiting = pendingAnimations
    pendingAnimations = []
    for (animation, key) in waiting { add(animation, forKey: key) }
    for layer in ownSublayers { layer.appear(in: host) }
  }

  func disappear() {
    (id, host, ownItem) = (nil, nil, nil)
    for layer in ownSublayers { layer.disappear() }
  }

  func handInActions() {
    guard let id, let player = host?.player else { return }
    for (key, action) in (actions ?? [:]).sorted(by: { $0.key < $1.key }) {
      let animation = (action as? CAAnimation)?.described()
      player.layers.setAction(id, key, animation.map { .animation($0) } ?? LayerAction.none)
      if let host, let recordedItem { host.recorder.record(.play(.action(recordedItem, key, animation)), host) }
    }
  }
}
