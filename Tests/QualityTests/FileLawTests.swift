import ConflictLogs
import ConstraintSolver
import Foundation
import FuzzTargets
import LayoutKernel
import SceneFuzzing
import SceneImport
import SceneModel
import SceneOracles
import Testing

/// The laws about files from outside: they hold, and each fails on a reader that is broken on purpose.
@Suite("Laws about files")
struct FileLawTests {
  /// A mistake in reading, and the law that must notice it.
  struct BrokenReader: Sendable, CustomStringConvertible {
    var description: String
    var law: String
    var kind: FileKind
  }

  static let broken: [BrokenReader] = [
    BrokenReader(
      description: "loses a view that others name", law: "import.damaged-file-ends-in-scenes-or-a-mistake",
      kind: .interfaceBuilder(read: { bytes, options in
        FileKind.readDocument(bytes, options).map { $0.map(withoutLastView) }
      })),
    BrokenReader(
      description: "points behind the file", law: "import.damaged-file-ends-in-scenes-or-a-mistake",
      kind: .interfaceBuilder(read: { bytes, options in
        FileKind.readDocument(bytes, options).mapError {
          TextError(file: $0.file, line: $0.line + 400, code: $0.code, problem: $0.problem)
        }
      })),
    BrokenReader(
      description: "takes the first view for every name", law: "import.names-lead-to-their-views",
      kind: .interfaceBuilder(find: { imported, _ in imported.scene.root.id })),
    BrokenReader(
      description: "leaves out a scene on another device", law: "import.other-device-changes-no-tree",
      kind: .interfaceBuilder(read: { bytes, options in
        FileKind.readDocument(bytes, options).map { options.device == nil ? $0 : Array($0.dropLast()) }
      })),
    BrokenReader(
      description: "drops what it cannot read", law: "import.constraint-lines-are-read-or-listed",
      kind: .conflictLog(read: { bytes in
        changed(bytes) { log in log.entries.removeAll { if case .unread = $0 { true } else { false } } }
      })),
    BrokenReader(
      description: "keeps the first message only", law: "import.constraint-lines-are-read-or-listed",
      kind: .conflictLog(read: { bytes in (try? ConflictLog.all(in: bytes)).map { Array($0.prefix(1)) } })),
    BrokenReader(
      description: "loses what is glued into another's line", law: "import.constraint-lines-are-read-or-listed",
      kind: .conflictLog(read: { bytes in
        changed(bytes) { log in
          let places = log.entries.indices.map { log.line(of: $0) }
          log.entries = log.entries.indices.filter { $0 == 0 || places[$0] != places[$0 - 1] }.map { log.entries[$0] }
        }
      })),
    BrokenReader(
      description: "invents a line", law: "import.constraint-lines-are-read-or-listed",
      kind: .conflictLog(read: { bytes in
        changed(bytes) { log in log.entries.append(.unread("<NSLayoutConstraint:0xffff invented>")) }
      })),
    BrokenReader(
      description: "loses the order of a list", law: "import.printed-log-is-read-as-the-same",
      kind: .conflictLog(read: { bytes in changed(bytes) { $0.entries.reverse() } })),
    BrokenReader(
      description: "calls the whole list minimal", law: "import.explanations-are-proved",
      kind: .conflictLog(explain: { log, plugin in
        var explanation = try ConflictExplanation(log, on: plugin)
        if !explanation.minimalSets.isEmpty { explanation.minimalSets[0] = Array(log.entries.indices) }
        return explanation
      })),
    BrokenReader(
      description: "offers what does not help", law: "import.explanations-are-proved",
      kind: .conflictLog(explain: { log, plugin in
        var explanation = try ConflictExplanation(log, on: plugin)
        for at in explanation.fixes.indices { explanation.fixes[at].constraint = log.entries.count }
        return explanation
      })),
    BrokenReader(
      description: "points behind the format", law: "import.visual-format-mistakes-point-into-the-format",
      kind: .visualFormat(read: { format, text, options in
        read(format, text, options).mapError { mistake in
          var mistake = mistake
          mistake.offset += 2
          return mistake
        }
      })),
    BrokenReader(
      description: "forgets the priority of a lone size", law: "import.printed-visual-format-is-read-as-the-same",
      kind: .visualFormat(read: { format, text, options in
        read(format, text, options).map { constraints in
          var constraints = constraints
          if constraints.count == 1 { constraints[0].priority = 1000 }
          return constraints
        }
      })),
  ]

  @Test("A broken reader is caught", arguments: broken)
  func caught(reader: BrokenReader) {
    let target = FuzzTarget.importer(laws: [], exactSample: 1, files: [reader.kind])
    let outcome = Campaign(target, plugin: .layoutlab, seed: 1).run { outcome in
      outcome.executions >= 20_000 || outcome.fileViolations.contains { $0.law == reader.law }
    }
    #expect(outcome.fileViolations.contains { $0.law == reader.law }, "\(outcome.executions) inputs")
  }

  @Test("A law about files can be left out, and judge alone")
  func chosenLaws() {
    let listing = "import.constraint-lines-are-read-or-listed"
    let printing = "import.printed-log-is-read-as-the-same"
    // It breaks both.
    let kind = FileKind.conflictLog(read: { bytes in
      FileLawTests.changed(bytes) { log in
        log.entries.append(.unread("<NSLayoutConstraint:0xffff invented>"))
        log.entries.reverse()
      }
    })
    let target = FuzzTarget.importer(laws: [], exactSample: 1, files: [kind])
    func broken(_ target: FuzzTarget) -> Set<String> {
      Set(Campaign(target, plugin: .layoutlab, seed: 1).run { $0.executions >= 300 }.fileViolations.map(\.law))
    }
    #expect(broken(target).isSuperset(of: [listing, printing]))
    #expect(broken(target.judging(by: [listing])) == [listing])
    #expect(
      !broken(target.without([listing])).contains(listing) && broken(target.without([listing])).contains(printing))
    #expect(target.without(target.lawNames).files.isEmpty)
  }

  @Test("The laws of printed scenes fail on a reader that is broken on purpose, and hold on ours")
  func printedScenes() throws {
    let swapped: FileKind.LogReader = { bytes in
      FileLawTests.changed(bytes) { log in
        guard case .read(var constraint)? = log.entries.first else { return }
        constraint.identifier = "another"
        log.entries[0] = .read(constraint)
      }
    }
    for law in [Law.printedConstraints(read: swapped), .printedConflicts(read: swapped)] {
      let target = FuzzTarget.importer(laws: [law], files: [])
      let outcome = Campaign(target, plugin: .layoutlab, seed: 1).run {
        $0.executions >= 20_000 || !$0.violations.isEmpty
      }
      let violation = try #require(outcome.violations.first, "\(law.name) after \(outcome.executions) inputs")
      let sound = try #require(Law.ofAllTargets.first { $0.name == law.name })
      #expect(sound.judge(violation.document, .layoutlab) == .holds)
    }
  }

  @Test("The law of the conflicts of scenes fails on an explainer that is broken on purpose, and holds on ours")
  func explainedScenes() throws {
    let broken = Law.explainedConflicts { log, facts, plugin in
      var explanation = try ConflictExplanation(log, facts, on: plugin)
      if !explanation.minimalSets.isEmpty { explanation.minimalSets[0] = Array(log.entries.indices.dropLast()) }
      return explanation
    }
    let target = FuzzTarget.importer(laws: [broken], exactSample: 1, files: [])
    let outcome = Campaign(target, plugin: .layoutlab, seed: 1).run {
      $0.executions >= 20_000 || !$0.violations.isEmpty
    }
    let violation = try #require(outcome.violations.first, "after \(outcome.executions) inputs")
    let sound = try #require(Law.ofAllTargets.first { $0.name == broken.name })
    #expect(sound.judge(violation.document, .layoutlab) == .holds)
  }

  @Test("A text that is not read as the same is noticed, in every target whose documents have names")
  func texts() throws {
    let forgetful = Law.textReadAgain { text in
      guard case .scene(var scene) = try Document(text: text, file: "") else {
        return try Document(text: text, file: "")
      }
      _ = scene.steps.popLast()
      return .scene(scene)
    }
    let law = try #require(FuzzTarget.stories().laws.first { $0.name == forgetful.name })
    #expect(FuzzTarget.importer().laws.contains { $0.name == law.name })
    let story = Document.scene(try Scene(text: "scene 1\nview a in root\nstep animate 1 about a { layout root }\n"))
    #expect(law.judge(story, .layoutlab) == .holds)
    guard case .broken = forgetful.judge(story, .layoutlab) else {
      Issue.record("a step is lost, and nobody notices")
      return
    }
  }

  @Test("The laws hold on made and damaged files", arguments: FileKind.all.map(\.name))
  func hold(name: String) throws {
    let kind = try #require(FileKind.all.first { $0.name == name })
    let target = FuzzTarget.importer(laws: [], exactSample: 16, files: [kind])
    let outcome = Campaign(target, plugin: .layoutlab, seed: 2).run { $0.executions >= 4_000 }
    for violation in outcome.fileViolations.prefix(3) {
      Issue.record("\(violation.law): \(violation.detail)\n\(String(decoding: violation.bytes, as: UTF8.self))")
    }
  }

  @Test(
    "A log in which a view is said to be its own superview, or two each other's, is explained as its scene is",
    arguments: [
      """
      "<NSLayoutConstraint:0x30 H:|-(==1.5)-[UIView:0x20]   (active)>",
      "<NSLayoutConstraint:0x31 H:|-(<=1.5)-[UIView:0x20]   (active, names: '|':UIView:0x20 )>"
      """,
      """
      "<NSLayoutConstraint:0x30 H:|-(2)-[UIView:0x20]   (active, names: '|':UIView:0x21 )>",
      "<NSLayoutConstraint:0x31 H:|-(3)-[UIView:0x21]   (active, names: '|':UIView:0x20 )>",
      "<NSLayoutConstraint:0x32 H:|-(4)-[UIView:0x21]   (active)>"
      """,
    ])
  func impossibleSuperviews(list: String) {
    let text = "Unable to simultaneously satisfy constraints.\n(\n\(list)\n)\n"
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test(
    "What looks like a wrapped line, or like a logger's prefix, and is none, breaks no law (found by FuzzImport)",
    arguments: [
      #"""
      Unable to simultaneously satisfy constraints.
      (
          "<SnapKit.LayoutConstraint:0x50@Some.longName.of.a.file.so.that.this.line.is.the.longest.Cell.swift#68 'UISV-canvas-conne alignment="
      (
      center"ction' UIView:0x30.width >= UITableViewCellContentView:0x40.width NSSpace(8)>"
      )
      """#,
      #"""
      Unable to simultaneously satisfy constraints:
      (
          "<NSLayoutConstraint:0x60 '_UITemporaryLayoutWidth' UILabel:0x40.height <= -5   (active)>",
          "<NSLayoutConstraint:0x70 V:|-(200)-[UIView:0x30]   (inactive, names: '|':UIView:0x30 priority="0 UILabel:0x40.topMargin >= 3   (active)>
       ",   "
      """#,
      #"""
       constraints:
      (
          "<NSLa
      youtConstraint:-1e308x40 UIS   "<NSLa
      youtConstraint:-1e308x40 UIStackView:0=20'Name'.height == 0   (active)   "n key="fontDescription" pointSize="20"/>
                          x40 UIStackView:1 "<NSLa
      youtConstraint:-1e308x40 UIS   "<NSLa
      youtConstraint:-1e308x40 UIStackView:0=20'Name'.height == 0   (active)   "n key="fontDescription" pointSize="20"/>
      """#,
    ])
  func looksWrapped(text: String) {
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test(
    "What begins like an entry and is the rest of one breaks no law, where another line holds two (found by FuzzImport)",
    arguments: [
      #"""
      Unable to simultaneously satisfy constraints:
      (
          "<=100)-[UIStackView:0x20'a ]-(b']   (active)>=-5)-[UIStackView:0x20'a ]-(b'](LTR)   (active)>",
          "<NSLayoutConstraint:0x40 V:[UIStackView:0x20'a ]-(b']-(<NSLayoutConstraint:0x30 H:[UIStackView:0x20'a ]-(b']-(>",
          ""
      )
      """#,
      #"""
      Unable to simultaneously satisfy constraints.
      (
          "<=NSSpace(1e+06))-[UIView:0x20]   (active)>",
          "<NSLayoutConstraint:0x60 UITableViewCellContentView:0x30.width >= UITableViewCellContentView:0x40.width   (active)>",
          "<NSLayoutConstraint:0x70 H:[UITableViewCellContentView:0x30]-(<NSContentSizeLayoutConstraint:0x50 UIViewx20.height == 8 priority:251   (inactive)>"
      )
      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x60 UITableViewCellContentView:0x30.width >= UITableViewCellContentView:0x40.width   (active)>
      """#,
      #"""
      Will attempt to recover by breaking constraint
          "<NSLotouCnyastraint:0x40 V:[UIStackView:0x20]-(8)-[UIStackView:0x30]   (active)>"log
      """#,
    ])
  func restsOfEntries(text: String) {
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test(
    "A damaged line is read whole or listed whole, and printed as it is read (found by FuzzImport)",
    arguments: [
      // Escaped by a page, in part: whole lines are taken apart before, and printed ones as they stand.
      "&lt;onstraint:&lt;onstraint:", "\"<&lt;onstraint:onstraint:", "<i&lt;onstraint:",
      // What stands behind a bracket is no comment where it may be the constraint.
      "<N:0 0.maxX == p.maxX 0 CompressionResistance:9 (active)>\"onstraint:",
      "<a:0 H:[0(8)](LTR) (active)><onstraint:", "\"<S:0 H:|-(0)-[0] (active, names: :0x)>\"p>",
      "\"<S>\"i<onstraint:onstraint:", "<onstraint:0 V:[0]-(5)-[0]>\\\"<(onstraint:",
      // Nor where a bracket is missing before the constraint's class.
      "\"<N|utConstraint:0x3 A:0x2.top == 0 (names: '|':V:0x4 )>\"<N:0x1 C:0x20'0>\"PNSLayoutConstraint:0x5 A:0x2.width == 5>\"",
      "\"<N|utConstraint:0x3>\"<N:0x1 C:0x20>\"utConstraint:0x5 A:0x2.width == 5",
      // What stands before one is no markup where its brackets are open.
      "< tonstraint:<onstraint:",
      // What comes again before entries is no tool's prefix where it may begin one, or ends within a word.
      "<i:NSLayoutCo<NSAConstraint:0x1 h=--&>\n<i:NSLayoutCo<NSAConstraint:0x1 h=--&>\n<i:NSLayoutConstraint:nan",
      "<i>:LayoutCo<AConstraint:0x1 h=--&>\n<i>:LayoutCo<AConstraint:0x1 h=--&>\n<i>:LayoutConstraint:nan>",
      // An escape character without a terminal's sequence behind it.
      "\"<\u{1B}i", "<onstraint:\u{1B}c", "<NSLayoutConstraint:0x1 V:\u{1B}[31mUIView:0x2(8)]>", "\"<\u{1B}]i",
      // One dot cuts no line.
      "<NSLayoutConstraint:0x1 A:0x2.leading == B:0x3.leading>\nrecover by breaking\n<NSLayoutConstraint:0x1 A:0x2.lead.",
      "<NSLayoutConstraint:0x1 A:0x2.leading == B:0x3.leading>\nrecover by breaking\n<NSLayoutConstraint:0x1 A:0x2.lead...",
    ])
  func damagedLine(text: String) {
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test(
    "Entries that are glued into a damaged line, struck out, or wrapped within a name break no law (found by FuzzImport)",
    arguments: [
      "\"<A\"<;\nlt;onstraint: &lt;onstraint:0 0.midX == priority:1&gt;",
      "\"<NSLayoutConstraint:0x80 'a0.bot~~~~~~tom' H:[B:0x4]-(44)-|   (active, names: '|':C:0x5 )>\"",
      "(\n    \"<N\u{E9}og\n{lt;NS (names: \"UI >\"ew-Enc \"\\u:0x20.bottom == 2*App.Card:0x20.bottom onstraint|:infx1\"",
      // A terminal's sequence ends at the next one.
      "\"<\u{1B}]\u{1B}\u{7}",
    ])
  func gluedLine(text: String) {
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test(
    "A broken constraint that was cut is the entry that begins so, where bytes are no UTF-8 too (found by FuzzImport)",
    arguments: [([0xA6], 4), ([0xD1, 0x80], -1)] as [([UInt8], Int)])
  func cutBytes(name: [UInt8], cut: Int) throws {
    let start = Array("<NSLayoutConstraint:0x40 A:0x2'as ".utf8) + name
    let line = start + Array("'.width == 200   (active)>".utf8)
    let list = Array("(\n    \"".utf8) + line + Array("\"\n)\nWill attempt to recover by breaking constraint \n".utf8)
    let bytes = list + line.prefix(start.count + cut)
    let log = try #require(try ConflictLog.all(in: bytes).first)
    #expect(log.brokenIndex == 0)
    #expect(FileKind.conflictLog().judge(bytes, .layoutlab, true).map(\.law) == [])
  }

  @Test("Bytes that are no UTF-8, where an address is hidden, break no law (found by FuzzImport)")
  func hiddenAddress() {
    let text = Array("<i:0 U:0x".utf8) + [0xA6] + Array("''.height <= (active)>".utf8)
    #expect(FileKind.conflictLog().judge(text, .layoutlab, true).map(\.law) == [])
  }

  @Test("An escape character takes no digit of a number with it (found by FuzzImport)")
  func escapedDigit() {
    let text =
      "Unable to simultaneously satisfy constraints.\n(\n"
      + "    \"<NSLayoutConstraint:0x40 UIView:0x20.left ==\u{1B}0.5*UIView:0x20.left>\",\n"
      + "    \"<NSLayoutConstraint:0x50 UIView:0x20.width ==\u{1B}10>\"\n)\n"
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test(
    "A line in our own words, which has no address, breaks no law",
    arguments: ["0.width <= 100", "a.top = 2 * b.top @ 0.5"])
  func ownWords(line: String) {
    let text = "Unable to simultaneously satisfy constraints.\n(\n   \(line)\n)\n"
    #expect(FileKind.conflictLog().judge(Array(text.utf8), .layoutlab, true).map(\.law) == [])
  }

  @Test("Every line of the grammar is read, and printed again byte for byte")
  func grammar() {
    for seed in 0..<2_000 as Range<UInt64> {
      var entropy = Entropy(seed: seed)
      var sketch = ConflictLogSketch(&entropy)
      for _ in 0..<4 {
        let line = sketch.line()
        #expect(ConstraintDescription(line)?.description == line)
      }
    }
  }

  private static func withoutLastView(_ imported: ImportedScene) -> ImportedScene {
    var imported = imported
    if imported.scene.views.count > 1 { imported.scene.views.removeLast() }
    return imported
  }

  private static func changed(_ bytes: [UInt8], _ change: (inout ConflictLog) -> Void) -> [ConflictLog]? {
    guard var logs = try? ConflictLog.all(in: bytes) else { return nil }
    for at in logs.indices { change(&logs[at]) }
    return logs
  }

  private static func read(
    _ format: VisualFormat, _ text: String, _ options: VisualFormat.Options
  ) -> Result<[LayoutConstraint], VisualFormat.Mistake> {
    Result { () throws(VisualFormat.Mistake) in try format.constraints(text, options: options, firstID: .init(1)) }
  }
}
