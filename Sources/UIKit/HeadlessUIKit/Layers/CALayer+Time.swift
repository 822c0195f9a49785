import Foundation
import ScenePlayer
import SceneModel

extension CALayer {
  /// How fast the layer's time passes; 0 stops it.
  public var speed: Float {
    get { Float(timing.speed) }
    set { changeTiming { $0.speed = Double(newValue) } }
  }
  /// The seconds added to the layer's own time.
  public var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming { $0.timeOffset = newValue } }
  }
  /// The time at which the layer's own time begins, in its superlayer's seconds.
  public var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming { $0.beginTime = newValue } }
  }
  private func changeTiming(_ body: (inout LayerTiming) -> Void) {
    body(&timing)
    host?.sync()
    guard let id, let host, let player = host.player else { return }
    player.layers.setTiming(id, timing)
    if let recordedItem { host.recorder.record(.play(.timing(recordedItem, timing)), host) }
  }
  /// Converts a time of another layer to this layer's time, in seconds; nil means the window.
  public func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
    guard let id, let player = host?.player else { return time }
    let global = layer?.globalTime(time) ?? time
    return player.layers.localTime(of: id, at: global)
  }
  /// Converts a time of this layer to another layer's time, in seconds; nil means the window.
  public func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
    let global = globalTime(time)
    return layer?.convertTime(global, from: nil) ?? global
  }
  private func globalTime(_ time: CFTimeInterval) -> CFTimeInterval {
    var (time, next): (CFTimeInterval, CALayer?) = (time, self)
    while let layer = next {
      time = layer.timing.parent(time)
      next = layer.superlayer
    }
    return time
  }
}
