import ConflictLogs
import Foundation
import SceneImport
import Testing

/// Logs that a terminal or `fold` cut at a fixed width are read as those that nobody cut.
@Suite struct HardWrapTests {
  private static let message = """
    2026-11-25 16:10:14.525 Shop[4711:90210] [LayoutConstraints] Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want.\u{20}
    \tTry this:\u{20}
    \t\t(1) look at each constraint and try to figure out which you don't expect;\u{20}
    \t\t(2) find the code that added the unwanted constraint or constraints and fix it.\u{20}
    (
        "<NSLayoutConstraint:0x600002b3c0a0 UILabel:0x7fb2dd40a1b0'Zurück zum Warenkorb der Woche'.leading == UITableViewCellContentView:0x7fb2dd40b2c0.leadingMargin   (active)>",
        "<NSLayoutConstraint:0x600002b3c0f0 H:[UILabel:0x7fb2dd40a1b0'Zurück zum Warenkorb der Woche']-(>=8)-[PriceView:0x7fb2dd40c3d0]   (active)>",
        "<NSLayoutConstraint:0x600002b3c140 'price-width' PriceView:0x7fb2dd40c3d0.width == 320   (active)>",
        "<NSLayoutConstraint:0x600002b3c190 PriceView:0x7fb2dd40c3d0.trailing == UITableViewCellContentView:0x7fb2dd40b2c0.trailingMargin - 16   (active)>",
        "<NSLayoutConstraint:0x600002b3c1e0 'UIView-Encapsulated-Layout-Width' UITableViewCellContentView:0x7fb2dd40b2c0.width == 320   (active)>"
    )

    Will attempt to recover by breaking constraint\u{20}
    <NSLayoutConstraint:0x600002b3c140 'price-width' PriceView:0x7fb2dd40c3d0.width == 320   (active)>

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be helpful.

    """

  /// As `fold` cuts: a column is a byte, or a character; a tab goes to the next eighth column.
  private static func folded(_ text: String, at width: Int, byBytes: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var column = 0
      for piece in byBytes ? line.utf8.map({ [$0] }) : line.unicodeScalars.map({ Array(String($0).utf8) }) {
        var next = piece == [9] ? (column / 8 + 1) * 8 : column + 1
        if next > width {
          result.append(10)
          next = piece == [9] ? 8 : 1
        }
        result += piece
        column = next
      }
      result.append(10)
    }
    return result
  }

  private static func same(_ logs: [ConflictLog]) -> [ConflictLog] {
    logs.map { ConflictLog(line: 0, platform: $0.platform, entries: $0.entries, broken: $0.broken) }
  }

  @Test("A message is read whole at every width at which it may have been cut", arguments: [true, false])
  func everyWidth(byBytes: Bool) throws {
    let whole = Self.same(try ConflictLog.all(in: Self.message))
    #expect(whole.count == 1 && whole[0].constraints.count == 5 && whole[0].broken != nil)
    for width in 60...200 {
      let cut = Self.folded(Self.message, at: width, byBytes: byBytes)
      #expect(Self.same(try ConflictLog.all(in: cut)) == whole, "cut at \(width)")
      // Pages and mails take spaces away at the ends of lines: how many stood in a row is lost with them.
      guard !byBytes else { continue }
      let stripped = try ConflictLog.all(in: String(decoding: cut, as: UTF8.self).replacing(/\ +\n/, with: "\n"))
      #expect(stripped.count == 1 && stripped[0].brokenIndex == 2, "cut at \(width), without its spaces")
      #expect(stripped[0].constraints.map(\.constraint.address) == whole[0].constraints.map(\.constraint.address))
    }
  }

  @Test("Entries that nobody cut are left as they are, whatever their widths")
  func nothingIsCut() throws {
    // Two lines of the same greatest width, of which none goes on: an entry, and a line that is foreign to the list.
    let text = """
      Unable to simultaneously satisfy constraints.
      (
          "<NSLayoutConstraint:0x600002b3c140 PriceView:0x7fb2dd40c3d0.width == 320   (active)>",
          something that a library printed while the list was written, which is just as long it
          "<NSLayoutConstraint:0x600002b3c150 PriceView:0x7fb2dd40c3d0.width == 300   (active)>"
      )

      """
    let log = try #require(try ConflictLog.all(in: text).first)
    #expect(log.constraints.count == 2 && log.entries.count == 3)
    // A line that a mail broke at its spaces keeps them.
    let mail = """
      (
          "<NSLayoutConstraint:0x600002b3c140 UILabel:0x7fb2dd40c3d0'Back to
      the shop'.width == 320   (active)>",
          "<NSLayoutConstraint:0x600002b3c150 UILabel:0x7fb2dd40c3d0'Back to the
      shop'.width == 300   (active)>"
      )

      """
    let read = try ConflictLog.all(in: mail)[0]
    #expect(read.description.split(separator: "'Back to the shop'").count == 3, "\(read)")
  }

  @Test("Real logs are read at every width as they are uncut", .enabled(if: Corpus.conflictLogs.folder() != nil))
  func realLogs() throws {
    for sample in try CorpusLog.all(["dev.jsonl", "listonly.jsonl"]) {
      let list = sample.constraints.map { "    \"\($0.replacing("\"", with: "\\\""))\"" }.joined(separator: ",\n")
      let text =
        "Unable to simultaneously satisfy constraints.\n(\n\(list)\n)\n\n"
        + (sample.broken.map { "Will attempt to recover by breaking constraint \n\($0)\n\n" } ?? "")
      guard let whole = try? ConflictLog.all(in: text) else { continue }
      for width in stride(from: 60, through: 200, by: 7) {
        let cut = try ConflictLog.all(in: Self.folded(text, at: width, byBytes: true))
        #expect(Self.same(cut) == Self.same(whole), "\(sample.id) at \(width)")
      }
    }
  }
}
