import Testing

/// `layoutlab explain` as someone uses it who has just pasted a console.
@Suite struct ExplainTests {
  private static let console = """
    2026-01-01 App[1:2] hello
    > Unable to simultaneously satisfy constraints.
    > (
    >     "&lt;NSLayoutConstraint:0x1 UIView:0x2.width == 100   (active)&gt;",
    >     "&lt;NSLayoutConstraint:0x3 UIView:0x2.width
    > == 50   (active)&gt;",
    >     "&lt;private&gt;"
    > )

    """

  @Test("A messy paste is explained, and what cannot be read is listed")
  func messyPaste() throws {
    let result = try Tool.run(["explain", "--json"], on: ExplainTests.console, as: "console.txt")
    #expect(result.status == 1)
    let log = try #require(result.explained.first, "\(result.output)")
    #expect(log.unread == ["<private>"] && log.minimal == [[0, 1]])
    #expect(log.fixes.prefix(2).map(\.action) == ["update", "lower-priority"])
  }

  @Test("Nothing conflicts once a constraint is deactivated")
  func whatIf() throws {
    let result = try Tool.run(
      ["explain", "--what-if", "deactivate", "c1"], on: ExplainTests.console, as: "console.txt")
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.output.contains("nothing conflicts"))
  }

  @Test("A value of a view that a step adds is explained, too")
  func whyAdded() throws {
    let scene = """
      scene 1
      root 320 x 480
      view card in root
      view note in root
      constraint lead: card.leading = root.leading + 20
      constraint top: card.top = root.top
      constraint size: card.width = 100
      constraint high: card.height = 40
      step add view badge in card
      step add constraint side: badge.leading = card.leading + 8
      step add constraint wide: badge.width = 0.5 * card.width
      step add constraint wish: badge.width = 10 @ 500
      step set size constant 120
      step remove view note

      """
    let result = try Tool.run(["explain", "--why", "badge.width"], on: scene, as: "card.scene")
    #expect(result.status == 0 && result.output.hasPrefix("badge.width is 60 because"), "\(result)")
    #expect(result.output.contains("wide: badge.width = 0.5 * card.width   (10 without it)"), "\(result.output)")
    #expect(result.output.contains("wish: badge.width = 10 @ 500   (missed by 50)"), "\(result.output)")
    let changed = try Tool.run(
      ["explain", "--why", "badge.width", "--what-if", "deactivate", "wide"], on: scene, as: "card.scene")
    #expect(changed.output.hasPrefix("badge.width is 10 because"), "\(changed)")
    let gone = try Tool.run(["explain", "--why", "note.width"], on: scene, as: "card.scene")
    #expect(gone.status == 65 && gone.errors.contains("[unknown-name]"), "\(gone)")
    let unknown = try Tool.run(["explain", "--why", "bade.width"], on: scene, as: "card.scene")
    #expect(unknown.errors.contains("[unknown-name]") && unknown.errors.contains("root, card, badge"), "\(unknown)")
  }

  @Test("A value is explained by the sum of its constraints")
  func why() throws {
    let result = try Tool.run(
      ["explain", "--why", "card.width"],
      on: """
        scene 1
        root 320 x 480
        view card in root
        constraint lead: card.leading = root.leading + 20
        constraint trail: card.trailing = root.trailing - 20
        constraint wish: card.width = 100 @ 750

        """,
      as: "card.scene")
    #expect(result.output.hasPrefix("card.width is 280 because"), "\(result.output)")
    #expect(result.output.contains("wish: card.width = 100 @ 750   (missed by 180)"))
  }

  @Test("The accuracy of the break policy is counted over pasted logs")
  func accuracy() throws {
    let result = try Tool.run(
      ["explain", "--accuracy"],
      on: """
        (
            "<NSLayoutConstraint:0x1 UIView:0x2.width == 100   (active)>",
            "<NSLayoutConstraint:0x3 UIView:0x2.width == 50   (active)>"
        )
        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x1 UIView:0x2.width == 100   (active)>

        """,
      as: "told.txt")
    #expect(result.output.contains(": 1 of 1 (100.0 %)"), "\(result.output)")
  }

  @Test(
    "Views keep their names: Interface Builder's ids, those of other alphabets, those with spaces",
    arguments: ["9UH-EH-m8U", "카드", "_1", "left pane"])
  func names(name: String) throws {
    let written = name.contains(" ") ? "\"\(name)\"" : name
    let scene = """
      scene 1
      root 100 x 100 @2x
      view \(written) in root
      constraint narrow: \(written).width = 10
      constraint wide: \(written).width = 20

      """
    let answer = try Tool.run(["explain"], on: scene, as: "names.scene")
    #expect(answer.status == 1, "\(answer.errors)")
    #expect(answer.output.contains("\(name) is 20 wide") && answer.output.contains("V:") == false)
  }

  @Test("Why speaks of imported views as the other verbs do, with their ids where several have one name")
  func whyNames() throws {
    let path = Tool.root.appending(path: "Examples/Screens/Banner.xib")
    let banner = try Tool.run(["explain", "--why", "bnr-lb-002.width", path.path])
    #expect(banner.output.hasPrefix("PriceLabel.width is 120 because"), "\(banner.output) \(banner.errors)")
    #expect(banner.output.contains("PriceLabel.width = 120   (bnr-c-0006 in line 24; 92 without it)"))
    #expect(!banner.output.contains("bnr-lb"))
    let twins = try String(contentsOf: path, encoding: .utf8).replacing("Espresso", with: "PriceLabel")
    let answer = try Tool.run(["explain", "--why", "bnr-lb-001.left"], on: twins, as: "a.xib")
    #expect(answer.output.contains("bnr-lb-001.leading = BannerView.leading + 20"), "\(answer.output)")
    let unclear = try Tool.run(["explain", "--why", "PriceLabel.left"], on: twins, as: "a.xib")
    #expect(unclear.status == 65)
    #expect(
      unclear.errors.contains("bnr-lb-001, bnr-lb-002") && unclear.errors.contains("[several-match]"),
      "\(unclear.errors)")
  }

  /// A text of its own in each of so many conflicts.
  private static func coffees(_ count: Int) -> String {
    (1...count).map { number in
      """
      Unable to simultaneously satisfy constraints.
      (
          "<NSLayoutConstraint:0x1 UILabel:0x2'Espresso \(number)'.width == 160   (active)>",
          "<NSLayoutConstraint:0x3 UILabel:0x2'Espresso \(number)'.width == 120   (active)>"
      )

      """
    }.joined()
  }

  @Test("Quotes within quotes are single ones")
  func quotes() throws {
    let answer = try Tool.run(["explain"], on: Self.coffees(1), as: "log.txt")
    #expect(answer.output.contains(" \"UILabel 'Espresso 1' is 160 wide\" "), "\(answer.output)")
    #expect(answer.output.contains("c1  UILabel \"Espresso 1\" is 160 wide"))
  }

  @Test("Every conflict is drawn, up to a bound that is told", arguments: [1, 3, 24, 30])
  func pictures(count: Int) throws {
    try Tool.inFolder { folder in
      let svg = folder.appending(path: "all.svg")
      let answer = try Tool.run(["explain", "--svg", svg.path], on: Self.coffees(count), as: "log.txt")
      let text = try String(contentsOf: svg, encoding: .utf8)
      #expect(text.matches(of: />needs 1[26]0</).count == min(count, 24), "\(text.prefix(2000))")
      let titles = text.matches(of: />conflict \d+</).count
      #expect(titles == (count == 1 ? 0 : min(count, 24)))
      #expect(answer.errors.contains("the first 24 of 30 conflicts") == (count > 24), "\(answer.errors)")
    }
  }
}
