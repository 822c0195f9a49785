import ConflictLogs
import ConstraintSolver
import Foundation
import LayoutKernel
import LayoutPlugin
import SceneModel
import TestSupport
import Testing

/// What an expert would say first of a conflict.
@Suite("Advice") struct ConflictAdviceTests {
  /// The log of some lines without their brackets and addresses; what begins with a class of its own keeps it.
  private func log(_ lines: [String], broken: Int? = nil) throws -> ConflictLog {
    let entries = lines.enumerated().map { index, line in
      let className = line.hasPrefix("h=") ? "NSAutoresizingMaskLayoutConstraint" : "NSLayoutConstraint"
      let isWhole = line.hasPrefix("MAS") || line.hasPrefix("SnapKit.")
      return isWhole ? "<\(line)>" : "<\(className):0x60000\(index + 1) \(line)   (active)>"
    }
    var text = "Unable to simultaneously satisfy constraints.\n(\n"
    text += entries.map { "    \"\($0)\"" }.joined(separator: ",\n") + "\n)\n"
    if let broken { text += "Will attempt to recover by breaking constraint\n\(entries[broken])\n" }
    return try #require(try ConflictLog.all(in: text).first)
  }

  private func explained(_ lines: [String], broken: Int? = nil) throws -> ConflictExplanation {
    let log = try log(lines, broken: broken)
    #expect(log.constraints.count == lines.count)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(try explanation.doubt(of: log, by: .reference) == nil)
    return explanation
  }

  @Test(
    "Constraints of the system's own are known, and nothing that nobody can reach is advised",
    arguments: [
      (["UIView:0x1.width == - 16"], "action-sheet-width"),
      (
        [
          "'assistantHeight' SystemInputAssistantView.height == 45",
          "'assistantView.bottom' SystemInputAssistantView.bottom == _UIKBCompatInputView:0x2.top",
          "'assistantView.top' SystemInputAssistantView.top == _UIKBCompatInputView:0x2.top",
        ], "keyboard-assistant"
      ),
      (
        [
          "'accessoryView.bottom' _UIRemoteKeyboardPlaceholderView:0x1.bottom == _UIKBCompatInputView:0x2.top",
          "_UIRemoteKeyboardPlaceholderView:0x1.height == 44",
          "'inputView.top' V:[_UIRemoteKeyboardPlaceholderView:0x1]-(0)-[_UIKBCompatInputView:0x2]",
          "V:[_UIRemoteKeyboardPlaceholderView:0x1]-(8)-[_UIKBCompatInputView:0x2]",
        ], "keyboard-window"
      ),
      (
        [
          "h=--& v=--& _UIToolbarContentView:0x1.width == 0",
          "'TB_Leading_Leading' _UIModernBarButton:0x3.leading == _UIToolbarContentView:0x1.leading + 16",
          "'TB_Trailing_Trailing' _UIModernBarButton:0x3.trailing == _UIToolbarContentView:0x1.trailing - 16",
        ], "toolbar-size"
      ),
      (
        [
          "'BIB_Trailing_CB_Leading' H:[_UIModernBarButton:0x1]-(6)-[_UIModernBarButton:0x2]",
          "'CB_Trailing_Trailing' _UIModernBarButton:0x2.trailing == _UIModernBarButton:0x1.trailing",
          "_UIModernBarButton:0x2.width >= 4",
        ], "navigation-bar"
      ),
      (
        ["_UISearchBarSearchContainerView:0x1.height == 20", "_UISearchBarSearchContainerView:0x1.height == 36"],
        "search-bar"
      ),
      (["_UISomethingOfTomorrow:0x1.height == 20", "_UISomethingOfTomorrow:0x1.height == 36"], "system-constraints"),
    ])
  func systemsOwn(lines: [String], name: String) throws {
    let explanation = try explained(lines)
    #expect(explanation.artefact?.name == name, "\(explanation.artefact as Any)")
    #expect(explanation.isInfeasible == true && explanation.isSystemOnly && explanation.fixes.isEmpty)
  }

  @Test("A line of one's own beside the system's can be reached")
  func ownBesideSystem() throws {
    let explanation = try explained([
      "App.SearchField:0x1.width == 300", "'UIView-Encapsulated-Layout-Width' _UITAMICAdaptorView:0x2.width == 200",
      "App.SearchField:0x1.leading == _UITAMICAdaptorView:0x2.leading",
      "App.SearchField:0x1.trailing == _UITAMICAdaptorView:0x2.trailing",
    ])
    #expect(explanation.artefact?.name == "custom-bar-view" && !explanation.isSystemOnly)
    #expect(explanation.fixes.first?.action == .lowerPriority)
  }

  @Test("Every entry of the table is found by each of its marks, and says what to do and where that is known from")
  func table() throws {
    for artefact in SystemArtefact.all {
      #expect(!artefact.text.isEmpty && !artefact.advice.isEmpty && !artefact.source.isEmpty)
      guard artefact.loneSize == nil else { continue }
      for mark in artefact.classes {
        let name = mark.hasPrefix("*") ? "X" + mark.dropFirst() : mark.replacing("*", with: "X")
        let found = try explained(["\(name):0x1.width == 10", "\(name):0x1.width == 20"]).artefact?.name
        // An earlier entry may know the class as well.
        #expect(found != nil, "\(mark)")
      }
    }
    #expect(Set(SystemArtefact.all.map(\.name)).count == SystemArtefact.all.count)
  }

  @Test("One autoresizing mask is turned off once, by the view's name")
  func masks() throws {
    let explanation = try explained([
      "h=--& v=--& App.Box:0x2.minX == 0", "h=--& v=--& App.Box:0x2.width == 0", "App.Frame:0x1.width == 320",
      "App.Frame:0x1.leading == App.Box:0x2.leading", "App.Frame:0x1.trailing == App.Box:0x2.trailing + 20",
    ])
    let masks = explanation.fixes.filter { $0.action == .useConstraints }
    #expect(masks.count == 1 && masks[0].text.contains("= false on Box"), "\(explanation.fixes.map(\.text))")
    #expect(explanation.fixes.first?.action == .useConstraints)
  }

  @Test("What a scroll view tiles keeps its mask; the scroll view is to get room")
  func tiled() throws {
    let text = """
      (
          "<NSAutoresizingMaskLayoutConstraint:0x1 h=-&- v=-&- V:|-(23)-[NSClipView:0x12]   (active, names: '|':NSScrollView:0x11 )>",
          "<NSAutoresizingMaskLayoutConstraint:0x2 h=-&- v=-&- V:[NSClipView:0x12]-(0)-|   (active, names: '|':NSScrollView:0x11 )>",
          "<NSAutoresizingMaskLayoutConstraint:0x3 h=--& v=--& V:[NSScrollView:0x11(10)]>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.fixes.first?.action == .changeSize && explanation.fixes.first?.to == 23)
    #expect(!explanation.fixes.contains { $0.text.contains("NSClipView") })
    #expect(try explanation.doubt(of: log, by: .reference) == nil)
  }

  @Test(
    "A held cell height is known beside lines of Masonry and SnapKit, which hide its identifier",
    arguments: ["MASLayoutConstraint:0x%@ ", "SnapKit.LayoutConstraint:0x%@@Cell.swift#7 "])
  func hiddenIdentifiers(head: String) throws {
    func line(_ number: String, _ body: String) -> String { head.replacing("%@", with: number) + body }
    let explanation = try explained([
      line("1", "UILabel:0x12.top == UITableViewCellContentView:0x11.top + 31"),
      line("2", "UILabel:0x12.bottom == UITableViewCellContentView:0x11.bottom - 20"),
      "UITableViewCellContentView:0x11.height == 44",
    ])
    #expect(explanation.patterns == [.selfSizingCell])
    let first = try #require(explanation.fixes.first)
    #expect(first.action == .lowerPriority)
    #expect(!explanation.fixes.contains { $0.action == .changeConstant })
  }

  @Test("A size that was returned for a cell is to be returned otherwise")
  func itemSize() throws {
    let explanation = try explained([
      "'UIView-Encapsulated-Layout-Width' App.PhotoCell:0x1.width == 120",
      "'UIView-Encapsulated-Layout-Height' App.PhotoCell:0x1.height == 120",
      "App.PhotoCell:0x1.height == 0.75*App.PhotoCell:0x1.width",
    ])
    #expect(explanation.patterns == [.itemSize])
    #expect(explanation.fixes.first?.action == .changeSize && explanation.fixes.first?.to == 90)
  }

  @Test("A size of 0 before the first layout: the far edge waits")
  func zeroSize() throws {
    let explanation = try explained([
      "App.Title:0x2.leading == App.Card:0x1.leading + 12", "App.Title:0x2.trailing == App.Card:0x1.trailing - 12",
      "'UIView-Encapsulated-Layout-Width' App.Card:0x1.width == 0",
    ])
    #expect(explanation.patterns == [.zeroSize])
    #expect(explanation.fixes.first?.constraint == 1 && explanation.fixes.first?.action == .lowerPriority)
    #expect(!explanation.fixes.contains { $0.action == .changeConstant })
  }

  @Test(
    "A surplus of a pixel in a row is its separator's", arguments: [("150.333", true), ("150.5", true), ("152", false)])
  func separator(height: String, isSeparator: Bool) throws {
    let explanation = try explained([
      "App.Box:0x1.height == 50", "App.Box:0x1.top == UITableViewCellContentView:0x2.top + 50",
      "App.Box:0x1.bottom == UITableViewCellContentView:0x2.bottom - 50",
      "'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0x2.height == \(height)",
    ])
    #expect(explanation.patterns.contains(.separator) == isSeparator)
    if isSeparator { #expect(explanation.fixes.first?.constraint == 2) }
  }

  @Test("A stack that is hidden in a stack: its spacing is named")
  func hiddenStack() throws {
    let text = """
      (
          "<NSLayoutConstraint:0x1 'UISV-canvas-connection' UIStackView:0x11.top == UILabel:0x12.top   (active)>",
          "<NSLayoutConstraint:0x2 'UISV-canvas-connection' V:[UILabel:0x13]-(0)-|   (active, names: '|':UIStackView:0x11 )>",
          "<NSLayoutConstraint:0x3 'UISV-hiding' UIStackView:0x11.height == 0   (active)>",
          "<NSLayoutConstraint:0x4 'UISV-spacing' V:[UILabel:0x12]-(10)-[UILabel:0x13]   (active)>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.patterns == [.hiddenStack])
    #expect(explanation.fixes.first?.action == .changeSpacing && explanation.fixes.first?.to == 0)
    #expect(try explanation.doubt(of: log, by: .reference) == nil)
  }

  @Test("Two lines of one's own: one is too many")
  func duel() throws {
    let explanation = try explained(["App.Box:0x1.height >= 32", "App.Box:0x1.height == 0"])
    #expect(explanation.fixes.first?.action == .deactivate)
    #expect(explanation.fixes.count { $0.action == .deactivate } == 1)
  }

  @Test("An edge that is tied to its own opposite, and one that is placed twice, have sentences of their own")
  func misplacedEdges() throws {
    let tied = try explained([
      "App.Tag:0x2.left == App.Tag:0x2.right", "App.Tag:0x2.left == App.Row:0x1.left + 10",
      "App.Tag:0x2.right == App.Row:0x1.right - 10", "App.Row:0x1.width == 320",
    ])
    #expect(tied.patterns.contains(.tiedToItself) && tied.fixes.first?.constraint == 0)
    let twice = try explained([
      "App.Panel:0x2.leading == App.Page:0x1.trailing", "App.Panel:0x2.leading == App.Page:0x1.leading",
      "'UIView-Encapsulated-Layout-Width' App.Page:0x1.width == 375",
    ])
    #expect(twice.patterns.contains(.placedTwice) && twice.fixes.first?.action == .update)
  }

  @Test("Lines that say the same contradict each other by no more than rounding")
  func sameTwice() throws {
    let line = "UILabel:0x1'B'.firstBaseline == UILabel:0x2'A'.lastBaseline + 18"
    let explanation = try explained([line, line], broken: 0)
    #expect(explanation.isInfeasible == false && explanation.missing.isEmpty)
    #expect(explanation.redundant.count == 1)
  }

  @Test("A need is told once, and is the whole of it")
  func wholeNeed() throws {
    let explanation = try explained([
      "h=--& v=--& UIImageView:0x2.minY == 0", "h=--& v=--& UIImageView:0x2.height == 0",
      "UIImageView:0x2.centerY == UIView:0x1.centerY + 9", "UIImageView:0x2.top == UIView:0x1.top",
    ])
    #expect(explanation.impossible?.needed == 18, "\(explanation.summary)")
    #expect(explanation.summary.count { $0 == "." } == 1, "\(explanation.summary)")
  }

  @Test("Margins that would have to add up are told without an assumption")
  func margins() throws {
    let explanation = try explained([
      "App.Box:0x2.width == 100", "App.Box:0x2.leading == App.Page:0x1.leadingMargin",
      "App.Box:0x2.trailing == App.Page:0x1.trailingMargin", "App.Page:0x1.width == 390",
    ])
    #expect(explanation.isInfeasible == nil)
    #expect(explanation.summary.contains("Page") && explanation.summary.contains("290"), "\(explanation.summary)")
    #expect(!explanation.fixes.contains { $0.action == .changeConstant })
  }

  @Test("Texts that a property list wrote in numbers are told in letters")
  func letters() throws {
    let explanation = try explained([
      #"UILabel:0x1'\U4f60\U597d'.height == 30"#, #"UILabel:0x1'\U4f60\U597d'.height == 40"#,
    ])
    #expect(explanation.fixes[0].text.contains("你好"), "\(explanation.fixes[0].text)")
  }

  @Test("Edges of a scroll view, in constraints of what it holds, are its content's")
  func scrollViews() throws {
    let text = """
      (
          "<NSLayoutConstraint:0x1 H:[UIScrollView:0x12]-(0)-|   (active, names: '|':UIView:0x11 )>",
          "<NSLayoutConstraint:0x2 App.Box:0x13.trailing == UIView:0x11.trailing - 10   (active)>",
          "<NSLayoutConstraint:0x3 H:[App.Box:0x13]-(0)-|   (active, names: '|':UIScrollView:0x12 )>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    #expect(try ConflictExplanation(log, on: .layoutlab).isInfeasible == false)
    let made = LogScene(log)
    #expect(made.scene.views.contains { $0.kind == .scroll && $0.scroll != nil })
    #expect(try #require(made.scene.conflictLogs(on: .layoutlab)).isEmpty)
  }

  @Test("A scroll view of AppKit's holds its clip view within its own edges")
  func appKitScrollViews() throws {
    let text = """
      (
          "<NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& V:[App.List:0x11(0)]>",
          "<NSAutoresizingMaskLayoutConstraint:0x2 h=-&- v=-&- V:|-(0)-[App.ListScrollView:0x12]   (Names: '|':App.List:0x11 )>",
          "<NSAutoresizingMaskLayoutConstraint:0x3 h=-&- v=-&- V:[App.ListScrollView:0x12]-(0)-|   (Names: '|':App.List:0x11 )>",
          "<NSAutoresizingMaskLayoutConstraint:0x4 h=-&- v=-&- V:|-(0)-[NSClipView:0x13]   (Names: '|':App.ListScrollView:0x12 )>",
          "<NSAutoresizingMaskLayoutConstraint:0x5 h=-&- v=-&- V:[NSClipView:0x13]-(17)-|   (Names: '|':App.ListScrollView:0x12 )>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    #expect(try ConflictExplanation(log, on: .layoutlab).isInfeasible == true)
  }

  @Test("A list that begins in its middle is not called free of contradictions")
  func cutBeginning() throws {
    let tail = """
          "<NSLayoutConstraint:0x1 App.Box:0x11.width == App.Page:0x12.width   (active)>",
          "<NSLayoutConstraint:0x2 App.Page:0x12.width == 320   (active)>"
      )
      Will attempt to recover by breaking constraint
      <NSLayoutConstraint:0x3 App.Box:0x11.width == 300   (active)>
      """
    let log = try #require(try ConflictLog.all(in: tail).first)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.isInfeasible == nil && explanation.missing.first?.contains("beginning") == true)
    #expect(try ConflictLog.all(in: "(\n" + tail).map(\.beginsWithinList) == [false])
    #expect(
      try ConflictLog.all(in: "Unable to simultaneously satisfy constraints.\n" + tail).map(\.beginsWithinList) == [
        false
      ])
  }

  @Test("The height that a keyboard extension gives its input view is its own, and no cell's")
  func inputView() throws {
    let explanation = try explained([
      "V:[UIInputView:0x1(246)]", "'UIView-Encapsulated-Layout-Height' V:[UIInputView:0x1(216)]",
    ])
    #expect(!explanation.isSystemOnly && explanation.artefact == nil && explanation.patterns == [.encapsulatedSize])
    #expect(explanation.fixes.first?.action == .lowerPriority && explanation.fixes.first?.constraint == 0)
  }

  @Test("A top layout guide of no height is where no bar is, and what hangs on it is the reader's")
  func layoutGuide() throws {
    let text = """
      (
          "<_UILayoutSupportConstraint:0x1 _UILayoutGuide:0x11.height == 0   (active)>",
          "<_UILayoutSupportConstraint:0x2 V:|-(0)-[_UILayoutGuide:0x11]   (active, names: '|':UIView:0x12 )>",
          "<NSLayoutConstraint:0x3 V:[_UILayoutGuide:0x11]-(-20)-[UINavigationBar:0x13]   (active)>",
          "<NSLayoutConstraint:0x4 V:|-(0)-[UINavigationBar:0x13]   (active, names: '|':UIView:0x12 )>"
      )
      """
    let log = try #require(try ConflictLog.all(in: text).first)
    let explanation = try ConflictExplanation(log, on: .layoutlab)
    #expect(explanation.patterns == [.placedTwice])
    #expect(Set(explanation.fixes.map(\.constraint)).isSubset(of: [2, 3]))
    #expect(try explanation.doubt(of: log, by: .reference) == nil)
  }

  @Test("The scene of a log breaks what UIKit broke, and knows its masks")
  func scenes() throws {
    let lines = [
      "App.Box:0x2.centerY == App.Page:0x1.centerY - 44", "App.Box:0x2.top == App.Page:0x1.top",
      "App.Box:0x2.bottom == App.Page:0x1.bottom",
    ]
    for broken in lines.indices {
      let log = try log(lines, broken: broken)
      let logs = try #require(LogScene(log).scene.conflictLogs(on: .layoutlab))
      #expect(logs.count == 1 && logs[0].broken?.description.contains("0x60000000000\(broken + 1)") == true, "\(logs)")
    }
    let masked = try log(["h=--& v=--& App.Box:0x2.width == 0", "App.Box:0x2.width == 20"])
    let told = try #require(LogScene(masked).scene.conflictLogs(on: .layoutlab)?.first)
    let explanation = try ConflictExplanation(told, on: .layoutlab)
    #expect(explanation.patterns.contains(.autoresizingMask) && explanation.fixes.first?.action == .useConstraints)
  }

  @Test("One conflict is told once, however often and in whatever order it is logged")
  func repeated() throws {
    var text = ""
    for round in 0..<30 {
      for kind in 0..<3 {
        var lines = [
          "<NSLayoutConstraint:0x6\(round)\(kind)1 V:|-(0)-[UIView:0x7\(round)1]   (active, names: '|':UIView:0x7\(round)2 )>",
          "<NSLayoutConstraint:0x6\(round)\(kind)2 V:[UIView:0x7\(round)1]-(0)-|   (active, names: '|':UIView:0x7\(round)2 )>",
          "<NSLayoutConstraint:0x6\(round)\(kind)3 UIView:0x7\(round)1.height == \(10 + kind)   (active)>",
          "<NSLayoutConstraint:0x6\(round)\(kind)4 UIView:0x7\(round)2.height == 50   (active)>",
        ]
        lines.swapAt(round % 4, kind)
        text +=
          "12:00:0\(kind) App[1:\(round)] Unable to simultaneously satisfy constraints.\n(\n"
          + lines.map { "    \"\($0)\"" }.joined(separator: ",\n") + "\n)\n\n"
      }
    }
    let conflicts = RepeatedConflict.all(in: try ConflictLog.all(in: text))
    #expect(conflicts.map(\.count) == [30, 30, 30])
    #expect(conflicts.map(\.log.line) == [1, 9, 17])
    // Another structure of the same words is another conflict.
    let other =
      text.prefix(0) + """
        (
            "<NSLayoutConstraint:0x1 UIView:0x2.width == UIView:0x3.width   (active)>",
            "<NSLayoutConstraint:0x4 UIView:0x2.width == 50   (active)>",
            "<NSLayoutConstraint:0x5 UIView:0x3.width == 60   (active)>"
        )
        Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0x1 UIView:0x2.width == UIView:0x3.width   (active)>",
            "<NSLayoutConstraint:0x4 UIView:0x2.width == 50   (active)>",
            "<NSLayoutConstraint:0x5 UIView:0x2.width == 60   (active)>"
        )
        """
    #expect(RepeatedConflict.all(in: try ConflictLog.all(in: String(other))).count == 2)
  }

  @Test("Lines that contradict each other by a rounding are one remark, and fractions are told from their digits")
  func roundings() throws {
    func thirds(_ factor: String, width: Double = 375) throws -> ConflictExplanation {
      let shares = ["A:0x2", "B:0x3", "C:0x4"].map { "\($0).width == \(factor)*UIView:0x1.width" }
      return try explained(
        shares + [
          "UIView:0x1.width == \(TextNumber.spell(width))", "A:0x2.left == UIView:0x1.left",
          "B:0x3.left == A:0x2.right",
          "C:0x4.left == B:0x3.right", "C:0x4.right == UIView:0x1.right",
        ], broken: 7)
    }
    for factor in ["0.333", "0.3333", "0.33333", "0.333333"] {
      let explanation = try thirds(factor)
      #expect(explanation.isInfeasible == false && explanation.rounding != nil, "\(factor): \(explanation.summary)")
      #expect(
        explanation.minimalSets.isEmpty && explanation.fixes.map(\.action) == [.changeMultiplier, .lowerPriority])
    }
    // More than a point is seen, and the fraction is what an expert would write.
    for (factor, width) in [("0.33", 375.0), ("0.333", 1366)] {
      let explanation = try thirds(factor, width: width)
      #expect(explanation.isInfeasible == true && explanation.rounding == nil)
      #expect(explanation.fixes.first?.action == .changeMultiplier)
      #expect(explanation.fixes.first?.text.contains("1.0 / 3 for \(factor)") == true)
    }
    // 0.34 is no third's digits.
    #expect(try thirds("0.34").fixes.allSatisfy { $0.action != .changeMultiplier })
  }

  @Test(
    "A height that a pixel's part is missing of is a rounding; a separator's pixel is not",
    arguments: [(211.0, true), (210.667, true), (210.5, false), (212, false)])
  func partsOfPixels(height: Double, isRounding: Bool) throws {
    let explanation = try explained([
      "A:0x1.height == 0.5625*A:0x1.width", "A:0x1.width == 375", "A:0x1.top == UITableViewCellContentView:0x2.top",
      "A:0x1.bottom == UITableViewCellContentView:0x2.bottom",
      "'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0x2.height == \(TextNumber.spell(height))",
    ])
    #expect((explanation.rounding != nil) == isRounding, "\(explanation.summary)")
    #expect(explanation.isInfeasible == !isRounding)
  }

  @Test("A mask's line measures a far edge in the superview, whose length it names")
  func farEdgesOfMasks() throws {
    let explanation = try explained([
      "Box:0x2.left == UIView:0x1.left + 10", "h=--- v=--- UIView:0x1.width == Box:0x2.maxX + 10",
      "UIView:0x1.width == 100",
      "Box:0x2.width == 90",
    ])
    #expect(explanation.isInfeasible == true)
  }
}
