import Foundation

/// Numbers that never come back: `fraction(n)` is in [0, 1) and another one for each n below 2³².
///
/// Multiples of the golden ratio, which spread evenly however many are taken (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4), on a grid of 2⁻³², so that sums of them stay exact.
func fraction(_ n: Int) -> Double {
  Double((UInt64(truncatingIfNeeded: n) &* 0x9E37_79B9_7F4A_7C15) >> 32) / 4_294_967_296
}

/// How far an animation that swings there and back again and again has come in its frame `n`, from 0 to 1; each swing
/// of 60 frames turns at another place, and no frame is like one before.
func swing(_ n: Int) -> Double {
  let progress = (1 - cos(2 * Double.pi * Double(n % 60) / 60)) / 2
  let turn = 0.5 + 0.4375 * fraction(n / 60)
  let grid = 1_048_576.0
  return (progress * turn * grid).rounded() / grid + fraction(n) / 16
}

extension EditableConstant {
  /// Another value between its two for each part of 1.
  func value(_ part: Double) -> Double { values.0 + (values.1 - values.0) * part }
}

extension EditableSceneConstant {
  func value(_ part: Double) -> Double { values.0 + (values.1 - values.0) * part }
}
