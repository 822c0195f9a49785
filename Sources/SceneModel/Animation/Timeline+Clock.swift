extension Timeline {
  /// The clock's time at a time of a layer; nil where a layer on the way stands still.
  public func clock(of local: Double, in layer: Layer) -> Double? {
    var time = local
    var current: Layer? = layer
    while let next = current {
      guard next.timing.speed != 0 else { return nil }
      time = next.timing.parent(time)
      current = next.parent.map { layers[$0] }
    }
    return time.isFinite ? time : nil
  }

  /// When the last animation that ends has ended, in the clock's time; nil where none does.
  public var end: Double? {
    layers.flatMap { layer in layer.animations.compactMap { clock(of: $0.timing.endTime, in: layer) } }.max()
  }
}
