import SceneModel

/// The amounts that a row adds to its constraint's constant: one on the right, and one that is subtracted for the left side. They are stored
/// separately, so that setting a constant rounds in the same way as making the row anew.
struct RowOffsets: BitwiseCopyable, Equatable {
  var right = 0.0
  var left = 0.0
  /// The factor by which the row is multiplied.
  var scale = 1.0

  static let none = RowOffsets()

  func constant(_ own: Double) -> Double { right + own * scale - left }
}
