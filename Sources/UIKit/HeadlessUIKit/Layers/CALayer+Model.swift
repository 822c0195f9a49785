import AnimationSampler
import Foundation
import ScenePlayer
import SceneModel

extension CALayer {
  func value(_ key: String) -> AnimationValue {
    values[key] ?? LayerProperty.defaultValue(of: key) ?? .number(0)
  }

  /// Stores a model value without notifying the player.
  func store(_ key: String, _ value: AnimationValue) { values[key] = value }

  func set(_ key: String, _ value: AnimationValue) {
    let old = self.value(key)
    values[key] = value
    host?.sync()
    guard let host, let id, let player = host.player else { return }
    player.layers.set(id, key, value)
    // The same value counts, too: a layer without a view moves to it from its shown place, and among keyframes it is a keyframe.
    if view == nil || old != value || player.layers.isInKeyframes { record(key, value, host) }
  }

  func record(_ key: String, _ value: AnimationValue, _ host: Host) {
    guard let view else {
      if let ownItem { host.recorder.recordValue(of: ownItem, key, value, host) }
      return
    }
    switch (key, value) {
    case ("opacity", .number(let alpha)): host.recorder.record(.setProperty(view.item, .alpha(alpha)), host)
    case ("transform", .transform(let transform)):
      host.recorder.record(.setProperty(view.item, .transform(transform)), host)
    case ("hidden", _), ("bounds", _), ("position", _): break
    default: host.recorder.recordValue(of: view.item, key, value, host)
    }
  }

  func number(_ key: String) -> CGFloat {
    if case .number(let number) = value(key) { return CGFloat(number) }
    return 0
  }
  func flag(_ key: String) -> Bool { value(key) == .boolean(true) }

  func color(_ key: String) -> CGColor? {
    if case .color(let color?) = value(key) { return CGColor(color) }
    return nil
  }
}
