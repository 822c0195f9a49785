import ConflictLogs
import Foundation
import SceneImport
import TestSupport
import SceneModel
import Testing

extension CorpusLog {
  /// The message as a console prints it, with a timestamp and other output around.
  fileprivate var message: String {
    let list = constraints.map { "    \"\($0.replacingOccurrences(of: "\"", with: "\\\""))\"" }.joined(separator: ",\n")
    let end = broken.map { "\nWill attempt to recover by breaking constraint \n\($0)\n\nMake a symbolic breakpoint.\n" }
    return """
      2020-01-01 12:00:00.000 App[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
      \tProbably at least one of the constraints in the following list is one you don't want.
      \tTry this:
      \t\t(1) look at each constraint and try to figure out which you don't expect;
      (
      \(list)
      )
      \(end ?? "")
      unrelated output: <UIView: 0x1; frame = (0 0; 1 1)>

      """
  }
}

@Suite struct ConflictLogTests {
  @Test(
    "Every real line of the corpus is read, and printed again byte for byte",
    .enabled(if: Corpus.conflictLogs.isHere, "\(Corpus.conflictLogs.absence)"),
    arguments: ["dev.jsonl", "listonly.jsonl"])
  func corpusLines(_ name: String) throws {
    for log in try CorpusLog.all([name]) {
      for line in log.constraints {
        let constraint = try #require(ConstraintDescription(line), "\(log.id): \(line)")
        #expect(constraint.description == line, "\(log.id)")
        #expect(ConstraintDescription(constraint.description) == constraint)
      }
    }
  }

  @Test(
    "Whole messages are read, several in one paste, with the broken line found",
    .enabled(if: Corpus.conflictLogs.isHere, "\(Corpus.conflictLogs.absence)"),
    arguments: ["dev.jsonl", "listonly.jsonl"])
  func corpusMessages(_ name: String) throws {
    let corpus = try CorpusLog.all([name])
    #expect(!corpus.isEmpty)
    let logs = try ConflictLog.all(in: corpus.map(\.message).joined(separator: "\n"))
    #expect(logs.count == corpus.count)
    for (log, expected) in zip(logs, corpus) {
      #expect(log.constraints.count == expected.constraints.count, "\(expected.id)")
      #expect(log.brokenIndex == expected.broken_index, "\(expected.id)")
    }
  }

  @Test("The fields of real descriptions are told apart")
  func descriptions() throws {
    struct Row: Decodable {
      var line, className, address, body, form: String
      var file, horizontalMask, verticalMask, identifier, state, names: String?
      var fileLine: Int?
    }
    struct File: Decodable { var rows: [Row] }
    for row in Evidence.decode(File.self, from: "layout/constraint-descriptions").rows {
      let constraint = try #require(ConstraintDescription(row.line), "\(row.line)")
      #expect(constraint.description == row.line)
      #expect(constraint.className == row.className)
      #expect(constraint.address == row.address)
      #expect(constraint.source?.file == row.file)
      #expect(constraint.source?.line == row.fileLine)
      #expect(constraint.masks?.horizontal == row.horizontalMask)
      #expect(constraint.masks?.vertical == row.verticalMask)
      #expect(constraint.identifier == row.identifier)
      #expect(constraint.body.description == row.body)
      #expect(constraint.tail.state?.rawValue == row.state)
      #expect(constraint.tail.namesText == row.names ?? "", "\(row.line)")
      if case .visual = constraint.body { #expect(row.form == "vfl") } else { #expect(row.form == "equation") }
    }
  }

  @Test("Text that looks like other parts of a line stays text")
  func awkwardTexts() throws {
    for line in [
      "<NSLayoutConstraint:0x1 V:[UILabel:0x2'a]-(8)-[b == (c'(20)]>",
      "<NSLayoutConstraint:0x1 UILabel:0x2'x.top == y'.top == UIView:0x3'it's (active)'.bottom - 1.5   (active)>",
      "<NSLayoutConstraint:0x1 'an id' with quotes' UIView:0x2.width >= 0.5*UIView:0x3.height + 7>",
      "<SnapKit.LayoutConstraint:label@My File.swift#12 UIView:0x2.left == UIView:0x3.right / 2 - 4.0 ^750>",
      "<NSContentSizeLayoutConstraint:0x1 UILabel:0x2.width == 41.6667 Hug:250 CompressionResistance:750   (active)>",
      "<NSLayoutConstraint:0x1 H:|-(>=NSSpace(20)@750)-[name with.dots and spaces](LTR)   (active, names: name with.dots and spaces:0x5, '|':UIView:0x6 )>",
    ] {
      let constraint = try #require(ConstraintDescription(line), "\(line)")
      #expect(constraint.description == line)
    }
  }

  @Test("What cannot be read is kept as unread, and indices count it")
  func unreadLines() throws {
    let logs = try ConflictLog.all(
      in: """
        [Layout] Unable to simultaneously satisfy constraints.
        (
            "&lt;NSLayoutConstraint:0x1 UIView:0x2.width == 10   (active)&gt;",
            "<private>",
            "<NSLayoutConstraint:0x3 garbage>",
            "<NSLayoutConstraint:0x4 UIView:0x2.width
        == 20   (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x4 UIView:0x2.width == 20   (active)>
        """)
    #expect(logs.count == 1)
    #expect(logs[0].entries.count == 4)
    #expect(logs[0].constraints.map(\.index) == [0, 3])
    #expect(logs[0].entries[1] == .unread("<private>"))
    #expect(logs[0].brokenIndex == 3)
  }

  @Test(
    "A list's marks behind an entry without its opening quote are no part of it",
    arguments: ["<NSLayoutConstraint:0x1 UIView:0x2.width == 50>", "<NSLayoutConstraint:0x1 co ... tive)>ive)>"])
  func closingMarks(entry: String) throws {
    // Found by FuzzImport: of the second's marks one was left, and the printed log was another.
    for (before, after) in [("", ""), ("", ","), ("", "\""), ("", "\","), ("", "\",\","), ("\"", "\",  \"")] {
      let log = try #require(
        try ConflictLog.all(in: "Will attempt to recover by breaking constraint\n\(before)\(entry)\(after)\n").first)
      #expect(log.broken?.description == entry)
      #expect(try ConflictLog.all(in: log.description) == [log])
    }
  }

  @Test(
    "What a damaged entry holds begins no other one when the log is printed (found by FuzzImport)",
    arguments: [
      "<_UISystemBaselineConstraint:0x50 a.wid\"<th == b.width\nance:749 (acnstraint <_UISystemBaselineConstraint:0x50 a.width == 2 (active)>",
      "<NSLayoutConstraint:0x1 'a \"<b onstraint: <c' UIView:0x2.width == 50>",
      "&quot;&lt;NSLayoutConstraint:0x1 V:[UIView:0x2(10)]&g\n<pt;&quot;,\n&quot;&lt;A.LayoutConstraint:0x3 UIView:0x2.height == 20&gt;&quot;",
    ])
  func damagedEntry(entry: String) throws {
    for log in try ConflictLog.all(in: "\(entry)\n") {
      var expected = log
      expected.line = 1
      #expect(try ConflictLog.all(in: log.description) == [expected])
    }
  }

  /// A message as Xcode prints it, of a kind that is not in the corpus.
  private static let message = """
    Unable to simultaneously satisfy constraints.
    \tTry this:
    (
        "<MyPod.LayoutConstraint:0x6000@Cell.swift#48 Shop.PriceView:0x7f0.height == 60.0>",
        "<NSLayoutConstraint:0x6001 V:|-(12)-[Shop.PriceView:0x7f0'A > B']   (active, names: '|':UIView:0x7f1 )>"
    )

    Will attempt to recover by breaking constraint 
    <MyPod.LayoutConstraint:0x6000@Cell.swift#48 Shop.PriceView:0x7f0.height == 60.0>

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    """

  @Test("A message survives what carries it")
  func carriers() throws {
    let message = ConflictLogTests.message
    let expected = try ConflictLog.all(in: message)
    let escaped = message.replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    let written = message.replacing("\"", with: "\\\"").replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    let carried = [
      "<p>This:</p>\n<pre><code>\(escaped)</code></pre>\n<p>Why?</p>",
      message.replacing("\n", with: "\r\n"),
      message.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }.joined(separator: "\n"),
      "{\"message\": \"\(written)\"}",
      // As one line, which some pages make of it.
      message.replacing("\n", with: " "),
    ]
    for text in carried {
      var logs = try ConflictLog.all(in: text)
      #expect(logs.count == 1, "\(text)")
      logs[0].line = 1
      #expect(logs == expected, "\(text)")
    }
  }

  @Test("What holds a message's first words is no entry, unless a constraint stands before them")
  func wordsOfAMessage() throws {
    // Found by FuzzImport: a quoted one was an entry, which printed bare was a message.
    let words = "imultaneously satisfy constraints."
    let paste = """
      (
          "<NSLayoutConstraint:0x1 UIView:0x2.width == 50>"
      )
      Will attempt to recover by breaking constraint
      "<\\"NSAuto\(words)
      """
    for log in try ConflictLog.all(in: paste) {
      var expected = log
      expected.line = 1
      #expect(try ConflictLog.all(in: log.description) == [expected])
    }
    // Wrapped inside the words, it was taken for a message.
    let wrapped = "(\n\"<SnapKit.Lay:1@Unable to simultaneously satisfy\nconstraints.\n#9 H:[A:0x1(8)]>\",\n)"
    #expect(try ConflictLog.all(in: wrapped).first?.entries.count == 1)
    let label = "<NSLayoutConstraint:0x1 UILabel:0x2'\(words)'.width == 50>"
    let log = try #require(try ConflictLog.all(in: label).first)
    #expect(log.constraints.count == 1)
    #expect(try ConflictLog.all(in: log.description) == [log])
  }

  @Test(
    "An entry that a page escaped is read once and for all",
    arguments: ["\"  &lt;&lt;x &lt; y\"", "&quot;&amp;lt;x y&quot;", "\"&lt;x &amp;lt; y&gt;\"", "\"&amp;lt;x\""])
  func escapedTwice(line: String) throws {
    // Found by FuzzImport: what was left escaped, its quotes gone, was unescaped when the log was printed and read.
    let log = try #require(
      try ConflictLog.all(in: "Unable to simultaneously satisfy constraints.\n(\n\(line)\n)").first)
    #expect(try ConflictLog.all(in: log.description) == [log])
  }

  @Test("In a printed message, entries are what stands between its quotes, whatever they hold")
  func printedMessages() throws {
    let texts = [
      "<onstraint:<onstraint:", "&amp;lt;NSLayoutConstraint:0x1", "\\\"", "a\\", "a\",", ")", "(", "> quoted",
      "Will attempt to recover by breaking constraint ", "Unable to simultaneously satisfy constraints.", "2020 <x",
      "2021 <NSLayoutConstraint:", "\u{2026}",
    ]
    for platform in [ConflictLog.Platform.uiKit, .appKit] {
      for broken in [nil, ConflictLog.Entry.unread("<x \"y")] {
        let log = ConflictLog(platform: platform, entries: texts.map { .unread($0) }, broken: broken)
        #expect(try ConflictLog.all(in: log.description) == [log])
      }
    }
    // What can be read is read there as well, and several in one entry are several.
    let escaped = "&lt;NSLayoutConstraint:0x1 UIView:0x2.width == 10&gt;"
    let two = "<NSLayoutConstraint:0x3 UIView:0x2.width == 20>, <NSLayoutConstraint:0x4 UIView:0x2.width == 30>"
    let log = ConflictLog(entries: [.unread(escaped), .unread(two)])
    #expect(
      try ConflictLog.all(in: log.description)[0].constraints.map(\.constraint.address) == ["0x1", "0x3", "0x4"])
  }

  @Test(
    "Real messages are read as printed as they are with other output around",
    .enabled(if: Corpus.conflictLogs.isHere, "\(Corpus.conflictLogs.absence)"),
    arguments: ["dev.jsonl", "listonly.jsonl"])
  func printedCorpus(_ name: String) throws {
    for log in try CorpusLog.all([name]) {
      let printed = try ConflictLog.all(in: log.message)[0].description
      var (exact, loose) = try (ConflictLog.all(in: printed)[0], ConflictLog.all(in: "12:00 App[1:2] \(printed)")[0])
      #expect(exact == loose, "\(log.id)")
      exact.platform = .appKit
      loose.platform = .appKit
      #expect(try ConflictLog.all(in: exact.description) == ConflictLog.all(in: loose.description + "\nother output\n"))
    }
  }

  @Test("A quote with a combining mark behind it is a quote")
  func quoteWithMark() throws {
    let log = ConflictLog(entries: [.unread("<a \\\"\u{32C}b>")])
    #expect(try ConflictLog.all(in: log.description) == [log])
  }

  @Test("A broken line that could be a whole message is one line")
  func brokenMessage() throws {
    let text = "<x recover by breaking e simultaneously satisfy constraints. <NSLayoutConstraint:0x7 y >"
    let log = ConflictLog(entries: [], broken: .unread(text))
    #expect(try ConflictLog.all(in: log.description) == [log])
  }

  @Test("Text without a conflict is a mistake that says so")
  func noConflict() {
    #expect { _ = try ConflictLog.all(in: "all is well", file: "console.txt") } throws: {
      ($0 as? TextError)?.code == .wrongFormat && ($0 as? TextError)?.line == 1
    }
  }
}
