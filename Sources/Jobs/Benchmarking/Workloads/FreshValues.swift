import Foundation

/// Returns numbers that do not repeat: `fraction(n)` is in [0, 1), and a different one for each n below 2³².
///
/// They are the fractional parts of multiples of the golden ratio, which spread evenly however many are taken (Knuth, The Art of Computer
/// Programming, volume 3, section 6.4), on a grid of 2⁻³², so that sums of them stay exact.
func fraction(_ n: Int) -> Double {
  Double((UInt64(truncatingIfNeeded: n) &* 0x9E37_79B9_7F4A_7C15) >> 32) / 4_294_967_296
}

/// Returns the progress from 0 to 1, in frame `n`, of an animation that goes back and forth. Each swing takes 60 frames and turns at a different
/// position, so no frame equals an earlier one.
func swing(_ n: Int) -> Double {
  let progress = (1 - cos(2 * Double.pi * Double(n % 60) / 60)) / 2
  let turn = 0.5 + 0.4375 * fraction(n / 60)
  let grid = 1_048_576.0
  return (progress * turn * grid).rounded() / grid + fraction(n) / 16
}

extension EditableConstant {
  /// Returns the value at a fraction of the way between its two values.
  func value(_ part: Double) -> Double { values.0 + (values.1 - values.0) * part }
}

extension EditableSceneConstant {
  func value(_ part: Double) -> Double { values.0 + (values.1 - values.0) * part }
}
