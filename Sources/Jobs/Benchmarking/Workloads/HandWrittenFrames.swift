/// A layout as a person would write it in code: loops over frames, without constraints.
///
/// A solver's answers are checked against it, and its time is the limit with which a solver's time is compared.
public struct HandWrittenFrames: Sendable {
  /// The number of values: x, y, width and height of each view in absolute coordinates, in the workload's order of views.
  public var valueCount: Int
  @usableFromInline let body: @Sendable (Double, UnsafeMutablePointer<Double>) -> Void

  init(views: Int, body: @escaping @Sendable (Double, UnsafeMutablePointer<Double>) -> Void) {
    valueCount = 4 * views
    self.body = body
  }

  /// Writes `valueCount` values for a root of this width in points.
  @inlinable public func compute(rootWidth: Double, into values: inout MutableSpan<Double>) {
    precondition(values.count >= valueCount, "room for \(values.count) values, \(valueCount) needed")
    values.withUnsafeMutableBufferPointer { body(rootWidth, $0.baseAddress!) }
  }

  public func values(rootWidth: Double) -> [Double] {
    [Double](unsafeUninitializedCapacity: valueCount) { buffer, count in
      body(rootWidth, buffer.baseAddress!)
      count = valueCount
    }
  }
}

extension UnsafeMutablePointer<Double> {
  @inline(__always)
  func setFrame(_ view: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    let at = self + 4 * view
    at[0] = x
    at[1] = y
    at[2] = width
    at[3] = height
  }
}
