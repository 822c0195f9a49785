import ConflictLogs
import ConstraintSolver
import FuzzTargets
import SceneFuzzing
import Testing

/// One damage to a small log, at every place of it.
@Suite("Damaged conflict logs")
struct DamagedLogTests {
  private static let constraints = [
    #"<NSLayoutConstraint:0x10 A:0x2'say \"hi\"'.top == 0>"#,
    #"<NSLayoutConstraint:0x11 V:|-(8)-[A:0x2]   (active, names: '|':B:0x3'\"<b>\"' )>"#,
    #"<NSLayoutConstraint:0x12 B:0x3.width == 30>"#,
  ]

  /// The log, and where its entries are in it, with their line feeds.
  private static let (text, lines): ([UInt8], [Range<Int>]) = {
    var text = Array("(\n".utf8)
    var lines: [Range<Int>] = []
    for (index, constraint) in constraints.enumerated() {
      let line = "    \"\(constraint)\(index + 1 < constraints.count ? "\"," : "\"")\n"
      lines.append(text.count..<(text.count + line.utf8.count))
      text += Array(line.utf8)
    }
    return (text + Array(")\n".utf8), lines)
  }()

  /// Returns what is wrong: a law that is broken, or a constraint of an intact line that is not read.
  private static func faults(_ damaged: [UInt8], isIntact: (Range<Int>) -> Bool, _ damage: String) -> [String] {
    let listed = ((try? ConflictLog.all(in: damaged)) ?? []).flatMap(\.entries).compactMap { entry in
      if case .read(let constraint) = entry { constraint.description } else { nil }
    }
    let intact = zip(constraints, lines).filter { isIntact($0.1) }.map { $0.0.replacing(#"\""#, with: "\"") }
    let lost = intact.filter { !listed.contains($0) }
    return (lost + FileKind.conflictLog().judge(damaged, .layoutlab, false).map(\.detail)).map { "\(damage): \($0)" }
  }

  @Test("Where a log was cut, nothing is lost of the cut entry, and those before it are read")
  func cuts() {
    let faults = Self.text.indices.flatMap { place in
      Self.faults(Array(Self.text[..<place]), isIntact: { $0.upperBound <= place }, "cut at \(place)")
    }
    #expect(faults == [])
  }

  @Test("Where a byte is missing, nothing else is lost of its entry, and the others are read")
  func losses() {
    let faults = Self.text.indices.flatMap { place in
      var damaged = Self.text
      damaged.remove(at: place)
      return Self.faults(damaged, isIntact: { !$0.contains(place) }, "without byte \(place)")
    }
    #expect(faults == [])
  }

  @Test(
    "Where a text was put in, nothing is lost of its entry, and the others are read",
    arguments: ["\"", "\n", "\\\"<\u{1}\u{0}NSLayoutConstraint:0x1 "])
  func additions(text: String) {
    let faults = Self.text.indices.flatMap { place in
      var damaged = Self.text
      damaged.insert(contentsOf: text.utf8, at: place)
      return Self.faults(damaged, isIntact: { !$0.contains(place) }, "\(text.debugDescription) at \(place)")
    }
    #expect(faults == [])
  }

  @Test("Where an entry runs into a later one, nothing is lost of either, and the others are read")
  func glued() {
    var faults: [String] = []
    for (first, second) in [(0, 1), (1, 2), (0, 2)] {
      for cut in Self.lines[first] {
        let start = Self.lines[second].lowerBound + 4
        faults += Self.faults(
          Array(Self.text[..<cut]) + Array(Self.text[start...]),
          isIntact: { $0.upperBound <= cut || $0.lowerBound > start }, "from \(cut) to \(start)")
      }
    }
    #expect(faults == [])
  }

  @Test("A bracket behind an escaped quote belongs to a name (found by FuzzImport)")
  func bracketInName() {
    let text = #"""
      > (
      >     "<NSLayoutConstraint:0x30 UIView:0<Nx20'say \"<*NSLayoutConstraint:0x30 UIView:0x20'say \"'.minY >= 0.333333*UIView:0x20'say \"hi\"'.minY   (active)>",
      >     "<NSLayoutConstraint:0x40 UIView:0x20'say \"hi\"'.top >= 9*UIView:0x20'say "\hi\"'.topMargin   (inactive)>"
      > )
      """#
    let bytes = Array(text.replacing("*", with: "\u{1}\u{0}", maxReplacements: 1).utf8)
    #expect(FileKind.conflictLog().judge(bytes, .layoutlab, true).map(\.detail) == [])
  }
}
