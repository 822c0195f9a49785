import LayoutKernel

/// A string, with the width at which it was recorded.
public struct TextSample: Hashable, Sendable {
  public var text: String
  public var pointSize: Double
  public var isBold: Bool
  /// The recorded width in points, rounded up to a multiple of `grid`.
  public var width: Double
  public var grid: Double

  public init(text: String, pointSize: Double, isBold: Bool, width: Double, grid: Double) {
    self.text = text
    self.pointSize = pointSize
    self.isBold = isBold
    self.width = width
    self.grid = grid
  }
}

extension GlyphTable {
  /// Fits the widths of single glyphs, never of whole strings. A recorded width is modelled as the sum of its glyphs' widths, corrected by half a
  /// step for the rounding up.
  ///
  /// The method is a ridge regression towards Helvetica's widths. It minimises absolute instead of squared errors, by reweighting (Weiszfeld's
  /// iteration), because the samples include strings in other fonts and with other attributes.
  public init(fittedTo samples: [TextSample]) {
    let glyphs = GlyphTable.helvetica.keys.sorted()
    let columns = Dictionary(uniqueKeysWithValues: zip(glyphs, glyphs.indices))
    let count = glyphs.count + Extra.allCases.count
    let start = glyphs.map { GlyphTable.helvetica[$0] ?? 0 } + Extra.allCases.map { _ in 0 }
    var rows: [Row] = samples.map { Row($0, columns, count: count) }
    for index in rows.indices { rows[index].target -= rows[index].sum(start) }
    let ridge = glyphs.map { _ in GlyphTable.glyphRidge } + Extra.allCases.map { _ in GlyphTable.extraRidge }
    var shift = [Double](repeating: 0, count: count)
    for _ in 0..<GlyphTable.rounds {
      var matrix = [Double](repeating: 0, count: count * count)
      var right = [Double](repeating: 0, count: count)
      for row in rows {
        let weight = 1 / max(abs(row.target - row.sum(shift)), GlyphTable.smallestError)
        for (i, a) in row.entries {
          right[i] += weight * a * row.target
          for (j, b) in row.entries { matrix[i * count + j] += weight * a * b }
        }
      }
      for i in 0..<count { matrix[i * count + i] += ridge[i] }
      shift = solvePositiveDefinite(&matrix, right)
    }
    let fitted = zip(start, shift).map { $0 + $1 }
    func extra(_ extra: Extra) -> Double { fitted[glyphs.count + extra.rawValue] }
    self.init(
      widths: Dictionary(uniqueKeysWithValues: zip(glyphs, fitted)), bold: extra(.bold), tracking: extra(.tracking),
      trackingSlope: extra(.trackingSlope), displayTracking: extra(.displayTracking))
  }

  /// The terms of a string's width besides its glyphs' own widths.
  private enum Extra: Int, CaseIterable {
    case tracking, trackingSlope, displayTracking, bold
  }

  /// The weights that pull a glyph's width towards Helvetica's (per thousandth of the point size) and tracking towards none (per point). They were
  /// chosen to predict best the repositories that were left out of the fit.
  private static let glyphRidge = 0.003
  private static let extraRidge = 0.01
  /// The lower limit, in points, for the error by which a string's weight is divided. All strings with smaller errors have the same weight.
  private static let smallestError = 0.25
  private static let rounds = 20

  /// A sample as a linear equation in the widths of the glyphs and the extras.
  private struct Row {
    var entries: [(column: Int, coefficient: Double)]
    var target: Double

    init(_ sample: TextSample, _ columns: [Character: Int], count: Int) {
      var coefficients = [Double](repeating: 0, count: count)
      target = sample.width - sample.grid / 2
      for glyph in sample.text {
        if let column = columns[glyph] {
          coefficients[column] += sample.pointSize / 1000
        } else {
          target -= GlyphTable.standard.width(of: glyph) * sample.pointSize / 1000
        }
      }
      let length = Double(sample.text.count)
      func set(_ extra: Extra, _ value: Double) { coefficients[columns.count + extra.rawValue] = value }
      if sample.pointSize < GlyphTable.displaySize {
        set(.tracking, length)
        set(.trackingSlope, length * (GlyphTable.bodySize - sample.pointSize))
      } else {
        set(.displayTracking, length)
      }
      if sample.isBold { set(.bold, length * sample.pointSize) }
      entries = coefficients.enumerated().filter { $1 != 0 }.map { ($0, $1) }
    }

    func sum(_ values: [Double]) -> Double { entries.reduce(0) { $0 + $1.coefficient * values[$1.column] } }
  }
}

/// Solves a positive definite system by Cholesky's method. The matrix, row by row, is overwritten.
private func solvePositiveDefinite(_ matrix: inout [Double], _ right: [Double]) -> [Double] {
  let count = right.count
  var solution = right
  matrix.withUnsafeMutableBufferPointer { a in
    for i in 0..<count {
      for j in 0...i {
        var sum = a[i * count + j]
        for k in 0..<j { sum -= a[i * count + k] * a[j * count + k] }
        // The ridge keeps the diagonal away from zero.
        a[i * count + j] = i == j ? sum.squareRoot() : sum / a[j * count + j]
      }
    }
    for i in 0..<count {
      for k in 0..<i { solution[i] -= a[i * count + k] * solution[k] }
      solution[i] /= a[i * count + i]
    }
    for i in (0..<count).reversed() {
      for k in i + 1..<count { solution[i] -= a[k * count + i] * solution[k] }
      solution[i] /= a[i * count + i]
    }
  }
  return solution
}
