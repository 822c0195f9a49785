import SceneModel
import Testing

@Suite struct ShorthandTextTests {
  @Test("Edges, sizes, centres and unnamed constraints are the constraints that they stand for")
  func shorthand() throws {
    let short = try Scene(
      text: """
        scene 1
        root 320 x 480
        view card in root
        view "left pane" in card
        edges card = root inset 8
        edges "left pane" = card inset 1 2 3 4 @ 750
        size card 100 x 44
        center card = root
        constraint card.width >= 10
        constraint "left pane".width = 0.5 * card.width - 8 @ 999.5
        constraint distance(card.leading, "left pane".leading) >= 8

        """)
    #expect(short.constraints.count == 4 + 4 + 2 + 2 + 3)
    #expect(
      short.constraints.prefix(4).map { "\($0.name) \($0.constant)" } == [
        "card-top 8.0", "card-leading 8.0", "card-bottom -8.0", "card-trailing -8.0",
      ])
    #expect(short.constraints[4...7].map(\.constant) == [1, 2, -3, -4])
    #expect(short.constraints[4...7].allSatisfy { $0.priority == 750 })
    #expect(short.constraints.map(\.name).suffix(3) == ["card-width-2", "left pane-width", "distance"])
    #expect(try Scene(text: short.text) == short)
  }

  @Test("A starting value is set before the steps, in a transaction in which nothing moves")
  func start() throws {
    let scene = try Scene(
      text: """
        scene 1
        root 320 x 480
        view box in root  frame 0 0 10 10  autoresizing none
        layer box cornerRadius number 8
        layer box backgroundColor color 1 0 0 1
        step advance 1

        """)
    #expect(scene.steps.count == 5)
    #expect(try Scene(text: scene.text) == scene)
    #expect(throws: TextError.self) {
      try Scene(text: "scene 1\nroot 9 x 9\nview b in root\nstep advance 1\nlayer b cornerRadius number 8\n")
    }
  }

  @Test(
    "Mistakes in short lines are told",
    arguments: [
      "edges card", "edges card = card", "edges card = nowhere", "size card 10", "center card 3",
      "edges card = root inset",
    ]
  )
  func mistakes(line: String) {
    #expect(throws: TextError.self) { try Scene(text: "scene 1\nroot 9 x 9\nview card in root\n\(line)\n") }
  }
}
