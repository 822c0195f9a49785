import ConflictLogs
import Foundation
import TestSupport
import SceneModel
import Testing

/// Something that carries a message from a console to us, and what it makes of the text.
struct Carrier: Sendable, CustomStringConvertible {
  var name: String
  var carry: @Sendable ([String]) -> [UInt8]
  var description: String { name }

  init(_ name: String, _ carry: @escaping @Sendable ([String]) -> [UInt8]) { (self.name, self.carry) = (name, carry) }

  /// A change of each line.
  static func lines(_ name: String, _ change: @escaping @Sendable (String, Int) -> String) -> Carrier {
    Carrier(name) { lines in Array(lines.enumerated().map { change($1, $0) }.joined(separator: "\n").utf8) }
  }

  /// A change of the lines that hold a constraint.
  static func entries(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Carrier {
    .lines(name) { line, _ in line.contains("Constraint:0x") ? change(line) : line }
  }

  static func text(_ name: String, _ change: @escaping @Sendable (String) -> String) -> Carrier {
    Carrier(name) { Array(change($0.joined(separator: "\n")).utf8) }
  }
}

/// Pastes come as Slack, Jira, Markdown, mails, terminals, loggers and debuggers make them: each says what the console said.
@Suite("Pastes as their carriers make them") struct CarriedPasteTests {
  private static let message = """
    Unable to simultaneously satisfy constraints.
    (
        "<NSLayoutConstraint:0x600002e10 V:|-(12)-[Shop.Badge:0x7f8a10]   (active, names: '|':Shop.Tile:0x7f8a20 )>",
        "<NSLayoutConstraint:0x600002e20 V:[Shop.Badge:0x7f8a10]-(>=6)-|   (active, names: '|':Shop.Tile:0x7f8a20 )>",
        "<NSLayoutConstraint:0x600002e30 Shop.Badge:0x7f8a10.height == 0.5*Shop.Tile:0x7f8a20.width - 4   (active)>",
        "<NSLayoutConstraint:0x600002e40 Shop.Tile:0x7f8a20.width == 96   (active)>",
        "<NSLayoutConstraint:0x600002e50 'tile-height' Shop.Tile:0x7f8a20.height == 50   (active)>"
    )
    Will attempt to recover by breaking constraint
    <NSLayoutConstraint:0x600002e20 V:[Shop.Badge:0x7f8a10]-(>=6)-|   (active, names: '|':Shop.Tile:0x7f8a20 )>

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  private static func json(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#x27;")
  }

  private static func utf16(_ text: String, isBig: Bool, hasMark: Bool) -> [UInt8] {
    ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBig ? [high, low] : [low, high]
    }
  }

  static let carriers: [Carrier] = [
    // Comments and marks.
    .entries("comments behind entries") { $0 + "  // from the nib, > 3" },
    .entries("arrows behind entries") { $0 + "   <-- this one?" },
    .entries("bold entries") { "    **\($0.trimmingCharacters(in: .whitespaces))**" },
    .entries("starred entries") { "* \($0.trimmingCharacters(in: .whitespaces))" },
    .entries("struck entries with a word") { "~~\($0.trimmingCharacters(in: .whitespaces))~~ (not me)" },
    .lines("code in each line") { line, _ in line.isEmpty ? line : "`\(line)`" },
    .lines("double backticks") { line, _ in line.isEmpty ? line : "``\(line)``" },
    .lines("hard breaks of Markdown") { line, _ in line + "\\" },
    .lines("two spaces at ends") { line, _ in line + "  " },
    .lines("breaks of HTML") { line, _ in line + "<br>" },
    .lines("breaks of XHTML") { line, _ in line + "<br />" },
    .lines("a table") { line, _ in "| \(line) |" },
    .lines("paragraphs") { line, _ in "<p>\(line)</p>" },
    .lines("list items of HTML") { line, _ in "<li><code>\(line)</code></li>" },
    .text("a fence") { "```\n\($0)\n```" },
    .text("Jira's box") { "{noformat}\n\($0)\n{noformat}" },
    .text("another bracket at the end") { $0.replacing("\n)\n", with: "\n}\n") },
    .text("a bracket with a semicolon") { $0.replacing("\n)\n", with: "\n);\n") },
    // Prefixes.
    .lines("comments of code") { line, _ in "//  \(line)" },
    .lines("comments of documentation") { line, _ in "/// \(line)" },
    .lines("comments of a block") { line, _ in " * \(line)" },
    .lines("comments of a script") { line, _ in "# \(line)" },
    .lines("fastlane") { line, _ in "▸ \(line)" },
    .lines("a tag") { line, _ in "[app] \(line)" },
    .lines("two quote marks") { line, _ in ">> \(line)" },
    .lines("quotes of quotes") { line, _ in "> > \(line)" },
    .lines("list marks") { line, _ in "- \(line)" },
    .lines("a dot") { line, _ in "• \(line)" },
    .lines("growing numbers") { line, index in "\(index + 7) | \(line)" },
    .lines("a time and a thread") { line, index in "14:0\(index % 6):\(index + 1).\(index * 111) [main] \(line)" },
    .lines("GitHub Actions") { line, index in "2026-03-0\(index % 9 + 1)T10:22:0\(index % 9).12\(index)4567Z \(line)" },
    .lines("levels") { line, index in (index < 3 ? "E/UIKit: " : "W/UIKit: ") + line },
    .lines("an old syslog") { line, index in "Mar 11 14:02:\(10 + index) iPhone Shop[\(100 + index)] <Error>: \(line)"
    },
    .lines("React Native") { line, _ in " ERROR  \(line)" },
    .lines("colour codes without their escape") { line, _ in "[31m\(line)[0m" },
    // Terminals, editors and pages.
    .lines("colours") { line, _ in "\u{1B}[31m\(line)\u{1B}[0m" },
    .text("bold in a line") { $0.replacing("Shop.Tile", with: "\u{1B}[1mShop.Tile\u{1B}[22m") },
    .text("links of a terminal") { "\u{1B}]8;;file:///a\u{7}\($0)\u{1B}]8;;\u{7}" },
    .text("spaces that do not break") { $0.replacing("   (", with: "\u{A0} \u{A0}(") },
    .text("every space without a break") { $0.replacing(" ", with: "\u{A0}") },
    .text("narrow spaces") { $0.replacing("   (", with: "\u{202F}\u{202F}\u{202F}(") },
    .entries("characters without a width") { $0.replacing("Shop.", with: "\u{200B}Shop.") },
    .text("typographic quotes") {
      "it's here\n"
        + $0.replacing("    \"", with: "    “").replacing(">\"", with: ">”").replacing("'|'", with: "‘|’")
        .replacing("'tile-height'", with: "‘tile-height’")
    },
    .text("French quotes and dashes") {
      $0.replacing("    \"", with: "    «").replacing(">\"", with: ">»").replacing("- 4", with: "– 4")
    },
    .text("single quotes around entries") { $0.replacing("    \"", with: "    '").replacing(">\"", with: ">'") },
    .text("escapes of Markdown") {
      $0.replacing("<", with: "\\<").replacing(">", with: "\\>").replacing("[", with: "\\[").replacing("]", with: "\\]")
        .replacing("|", with: "\\|").replacing("*", with: "\\*").replacing("_", with: "\\_")
    },
    .text("entities") { escaped($0) },
    .text("entities of entities") { escaped(escaped($0)) },
    .text("entities, three deep") { escaped(escaped(escaped($0))) },
    .text("numbered entities") {
      $0.replacing("<", with: "&#60;").replacing(">", with: "&#62;").replacing("\"", with: "&#34;")
    },
    .lines("entities in list items") { line, _ in "<li>\(escaped(line))</li>" },
    .lines("entities behind a mark") { line, _ in "- \(escaped(line))" },
    // Encodings.
    Carrier("UTF-16 with a mark") { utf16($0.joined(separator: "\n"), isBig: false, hasMark: true) },
    Carrier("UTF-16 of the other order") { utf16($0.joined(separator: "\n"), isBig: true, hasMark: true) },
    Carrier("UTF-16 without a mark") { utf16($0.joined(separator: "\r\n"), isBig: false, hasMark: false) },
    Carrier("UTF-8 with a mark") { [0xEF, 0xBB, 0xBF] + Array($0.joined(separator: "\n").utf8) },
    .text("returns alone") { $0.replacing("\n", with: "\r") },
    // Loggers and debuggers.
    .lines("JSON lines") { line, index in "{\"ts\":\(index),\"level\":\"error\",\"message\":\(json(line))}" },
    .lines("JSON lines of another key") { line, index in
      "{\"seq\": \(index), \"log\": \(json(line)), \"stream\": \"stderr\"}"
    },
    .text("JSON of one object") { "{\"eventMessage\":\(json($0)),\"processID\":71}" },
    .text("JSON of the unified log") {
      "[{\n  \"eventMessage\" : \(json($0)),\n  \"category\" : \"LayoutConstraints\"\n}]"
    },
    .text("a string of Swift") { "let log = \(json($0))" },
    .text("one line") { $0.replacing("\n", with: " ") },
    .text("an array of a debugger") { text in
      let entries = text.split(separator: "\n").filter { $0.contains("    \"<") }
        .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \",")) }
      return "[" + entries.joined(separator: ", ") + "]\nWill attempt to recover by breaking constraint\n" + entries[1]
    },
    .entries("elements of a debugger") { line in
      line.contains("    \"<")
        ? "  - 0 : \(line.trimmingCharacters(in: CharacterSet(charactersIn: " \",")))" : line
    },
    .entries("elements of an NSArray") { line in
      line.contains("    \"<") ? "  [0] = 0x00006000 \(line.trimmingCharacters(in: .whitespaces))" : line
    },
    .text("empty lines between") { $0.replacing("\n", with: "\n\n") },
    .text("no indentation") { $0.replacing("    ", with: "") },
    .text("hyphens that a tracker took for struck words") {
      $0.replacing("-(", with: "~~(").replacing(")-", with: ")~~")
    },
    .text("spaces that a translator put behind colons") { $0.replacing(":0x", with: ": 0x") },
    .text("spaces of a page") { $0.replacing("   (", with: " (") },
    .text("brackets that a page took away") {
      $0.replacing("\"<NS", with: "NS").replacing(")>\",", with: ")").replacing(")>\"", with: ")").replacing(
        "\n<NS", with: "\nNS"
      )
      .replacing(")>\n", with: ")\n")
    },
    .text("an address cut in two") { $0.replacing("Shop.Tile:0x7f8a20.height", with: "Shop.Tile:0\nx7f8a20.height") },
    .text("a class cut in two") { $0.replacing("Shop.Tile:0x7f8a20.height", with: "Shop.Ti\nle:0x7f8a20.height") },
    .text("an identifier of UIKit's cut in two") {
      $0.replacing("'tile-height'", with: "'UIView-Encap\nsulated-Layout-Height'")
    },
    .text("a broken line that is cut") {
      $0.replacing(#/\n<NSLayoutConstraint:0x600002e20[^\n]*/#, with: "\n<NSLayoutConstraint:0x600002e20 V:[Sh")
    },
    .text("a broken line cut in its address") {
      $0.replacing(#/\n<NSLayoutConstraint:0x600002e20[^\n]*/#, with: "\n<NSLayoutConstraint:0x600002e2…")
    },
    .text("what is broken in the line of the words") {
      $0.replacing("breaking constraint\n", with: "breaking constraint ")
    },
  ]

  /// What a message says: the demands of its lines, what is broken, and whether anything was not read.
  private static func said(_ bytes: [UInt8]) throws -> [String] {
    try ConflictLog.all(in: bytes).map { log in
      let lines = log.entries.map { entry in
        switch entry {
        case .read(let line): "\(line.address) \(line.body) \(line.tail.namesText)"
        case .unread(let text): "unread \(text)"
        }
      }
      return (lines + ["\(log.brokenIndex ?? -1)"]).joined(separator: "\n")
    }
  }

  @Test("A message says the same, whatever carried it", arguments: carriers)
  func carried(_ carrier: Carrier) throws {
    let expected = try Self.said(Array(Self.message.joined(separator: "\n").utf8))
    #expect(expected.count == 1 && expected[0].hasSuffix("\n1"))
    #expect(try Self.said(carrier.carry(Self.message)) == expected)
  }

  @Test("A message is told as UIKit's own claim, a list alone is not")
  func claimed() throws {
    #expect(try ConflictLog.all(in: Self.message.joined(separator: "\n")).map(\.isClaimed) == [true])
    #expect(try ConflictLog.all(in: Self.message[2...6].joined(separator: "\n")).map(\.isClaimed) == [false])
  }

  @Test("Entries know the lines of the paste that they start at")
  func places() throws {
    let text = "hello\n" + Self.message.joined(separator: "\n")
    let log = try #require(try ConflictLog.all(in: text).first)
    #expect(log.entries.indices.map { log.line(of: $0) } == [4, 5, 6, 7, 8])
    #expect(log.line == 2 && log.brokenLine == 11)
  }

  @Test("A message without its list, and one whose entries a page took away, are messages of which nothing is known")
  func empty() throws {
    let lost =
      "Unable to simultaneously satisfy constraints.\n(\n    \"\",\n    \"\"\n)\nWill attempt to recover by breaking constraint\n\n"
    let log = try #require(try ConflictLog.all(in: lost).first)
    #expect(log.entries.isEmpty && log.emptyEntries == 2 && log.broken == nil)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.isInfeasible == nil && explanation.missing[0].contains("markup"))
    #expect {
      _ = try ConflictLog.all(in: "Xcode said: Unable to simultaneously satisfy constraints. Help!", file: "a.txt")
    } throws: {
      ($0 as? TextError)?.code == .endsEarly && ($0 as? TextError)?.line == 1
    }
  }

  @Test(
    "Addresses that somebody took out are placeholders",
    arguments: [("0x<A>", 0), ("0x...", 1), ("0xXXXX", 1), ("0x…", 1), ("0x****", 1), ("0x7f…", 1)])
  func placeholders(address: String, assumptions: Int) throws {
    let text = """
      (
          "<NSLayoutConstraint:0x... Box:\(address).height >= 32   (active)>",
          "<NSLayoutConstraint:0x... V:|-(8)-[Box:\(address)]   (active, names: '|':UIView:\(address) )>",
          "<NSLayoutConstraint:0x... Box:\(address).height == 0   (active)>"
      )
      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x... Box:\(address).height == 0   (active)>
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    #expect(log.constraints.count == 3 && log.brokenIndex == 2)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(
      explanation.minimalSets == [[0, 2]] && explanation.assumptions.count == assumptions, "\(explanation.assumptions)")
  }
}
