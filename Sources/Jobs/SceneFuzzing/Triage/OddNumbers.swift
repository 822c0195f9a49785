import SceneModel

/// The test for numbers that no real layout has. Findings with such numbers show rounding, underflow or overflow, and say nothing about usual
/// numbers.
public enum OddNumbers {
  /// The largest magnitude of a plain number: more points than any layout is long.
  public static let largest = 1e6
  /// The least magnitude of a plain number, and of a difference between two: the grid of points, 2⁻²⁰.
  public static let least = 0x1p-20

  /// Whether a number is too small or too large to be plain. Zero counts as plain. So do infinite numbers and NaN, because they are wrong in any
  /// layout.
  public static func contains(_ number: Double) -> Bool {
    number.isFinite && number != 0 && !(least...largest).contains(number.magnitude)
  }

  /// Whether a number of a verdict is odd, or two of its numbers differ by less than `least` without being equal.
  static func areAmong(_ numbers: [Double]) -> Bool {
    if numbers.contains(where: contains) { return true }
    // A verdict compares few numbers, mostly two.
    let compared = numbers.prefix(8)
    return compared.indices.contains { late in
      compared[..<late].contains { contains($0 - compared[late]) && ($0 - compared[late]).magnitude < least }
    }
  }

  /// Returns the numbers in a text that stand alone, without those in names and ids, and without priorities after an `@`.
  fileprivate static func numbers(in text: String) -> [Double] {
    text.split { " \n\t,;:()[]\"".contains($0) }.compactMap { Double($0) }
  }
}

extension Document {
  /// Whether a coefficient, a constant or a length of the document is odd.
  public var hasOddNumbers: Bool {
    var plain = self
    plain.provenance = nil
    if case .solver(let script) = plain { return script.hasOddNumbers }
    return plain.text.split(separator: "\n").dropFirst().contains {
      OddNumbers.numbers(in: String($0)).contains(where: OddNumbers.contains)
    }
  }
}

extension SolverScript {
  fileprivate var hasOddNumbers: Bool {
    transactions.contains { transaction in
      transaction.edits.contains { edit in
        switch edit {
        case .add(let row):
          OddNumbers.contains(row.constant) || row.terms.contains { OddNumbers.contains($0.coefficient) }
        case .setConstant(_, let value): OddNumbers.contains(value)
        case .setPriority, .remove, .declare, .forget: false
        }
      }
    }
  }
}
