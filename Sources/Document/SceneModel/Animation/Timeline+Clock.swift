extension Timeline {
  /// Returns the clock's time at a local time of a layer; `nil` if the layer or one of its ancestors has a stopped clock (speed 0),
  /// or if the time is not finite.
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

  /// The clock's time at which the last animation has ended, apart from animations that never end; `nil` if no animation ends.
  public var end: Double? {
    layers.flatMap { layer in layer.animations.compactMap { clock(of: $0.timing.endTime, in: layer) } }.max()
  }
}
