import SceneModel
import Testing

/// What is said of a text that is no document.
private func mistake(_ text: String) -> String {
  do {
    _ = try Document(text: text, file: "f")
    return "read"
  } catch {
    return "\(error)"
  }
}

@Suite struct HostileTextTests {
  @Test(
    "A mistake in a scene is told with its line and a remedy",
    arguments: [
      ("", "f: the file is empty. The first line is \"scene 1\", \"solver 1\" or \"timeline 1\"."),
      ("# nothing\n\n", "f: the file is empty. The first line is \"scene 1\", \"solver 1\" or \"timeline 1\"."),
      (
        "\nimage 1", "f:2: \"image\" starts no document. The first line is \"scene 1\", \"solver 1\" or \"timeline 1\"."
      ),
      ("scene 2", "f:1: this is no scene of version 1. The first line of a scene is \"scene 1\"."),
      ("scene 1\nveiw a in root", "f:2: unknown keyword \"veiw\". Did you mean \"view\"?"),
      ("scene 1\nview a in b", "f:2: unknown view \"b\". Declare it on a line above, with \"view\" or \"guide\"."),
      ("scene 1\nview a in a", "f:2: the view \"a\" is its own superview."),
      (
        "scene 1\nview a in b\nview b in a",
        "f:2: unknown view \"b\". Declare it on a line above, with \"view\" or \"guide\"."
      ),
      ("scene 1\nguide g in root\nview a in g", "f:3: \"g\" is a guide, where a view is expected."),
      ("scene 1\nview a", "f:2: \"in\" is expected at the end of the line."),
      (
        "scene 1\nview a in root\nguide a in root",
        "f:3: a view or guide \"a\" exists already. Names are unique in a scene."
      ),
      (
        "scene 1\nview a in root\nview b @1 in root",
        "f:3: a view or guide with id @1 exists already. Ids are unique in a scene."
      ),
      (
        "scene 1\nview a @4294967295 in root\nview b in root",
        "f:3: a view or guide with id @0 exists already. Ids are unique in a scene."
      ),
      ("scene 1\nview a @-1 in root", "f:2: \"@-1\" is not an id. An id is @0 to @4294967295."),
      (
        "scene 1\nconstraint c: root.width = nan",
        "f:2: \"nan\" is not a finite number, where a constant or a multiplier is expected."
      ),
      (
        "scene 1\nconstraint c: root.width = 1e999",
        "f:2: \"1e999\" is not a finite number, where a constant or a multiplier is expected."
      ),
      (
        "scene 1\nconstraint c: root.width = 1 @ 0",
        "f:2: 0 is no priority. Priorities are greater than 0 and at most 1000, which is required."
      ),
      ("scene 1\nconstraint c: root.widht = 1", "f:2: unknown attribute \"widht\". Did you mean \"width\"?"),
      (
        "scene 1\nconstraint c: root = 1",
        "f:2: \"root\" is not an anchor. Write an item and an attribute, such as card.top."
      ),
      ("scene 1\nconstraint c: root.width 1", "f:2: \"1\" is no relation. Write =, <= or >=."),
      ("scene 1\nroot 10 x 10 @0x", "f:2: \"@0x\" is no scale. Write pixels per point, such as @2x."),
      ("scene 1\nroot -10 x 10", "f:2: the root's size is negative."),
      ("scene 1\nroot 10 x 10 frame 1 1 10 10", "f:2: the root's frame is its size, at 0 0."),
      ("scene 1\nroot 10 x 10\nroot 20 x 20", "f:3: \"root\" is said already. Keep one line."),
      ("scene 1\ndevice iphne-8\nview card in root", "f:2: unknown device \"iphne-8\". Did you mean \"iphone-8\"?"),
      (
        "scene 1\nroot 10 x 10\ndevice iphone-8",
        "f:3: the device comes after the root. Put it first: it sets the root's size."
      ),
      (
        "scene 1\nintrinsic root 1 x 1\nintrinsic root 2 x 2",
        "f:3: \"intrinsic\" is said already of this view. Keep one line."
      ),
      ("scene 1\nview \"a in root", "f:2: a quoted text does not end. Add the closing \"."),
      ("scene 1\nview \"a\\", "f:2: a quoted text does not end. Add the closing \"."),
      ("scene 1\nview \"\\u0041\" in root", "f:2: unknown escape in a quoted text. Use \\\", \\\\ or \\n."),
      (
        "scene 1\nstep add arranged root in root at -1",
        "f:2: \"-1\" is not a whole number from 0 to 4294967295, where the index is expected."
      ),
      (
        "scene 1\nstep move root in root at -9223372036854775808",
        "f:2: \"-9223372036854775808\" is not a whole number from 0 to 4294967295, where the index is expected."
      ),
      ("scene 1\nstep advance -1", "f:2: time does not go back. Advance by 0 or more seconds."),
      (
        "scene 1\nlaw layout.x",
        "f:2: a law without a date. Add the line \"found\" with a date such as 2026-11-21."
      ),
      ("scene 1\nfound 2026-11-21", "f:2: \"found\" without a law. Write the line \"law NAME\" first."),
      (
        "solver 1\nexpect v1 3",
        "f:2: nothing has been applied yet. Write an \"apply:\" line first."
      ),
      ("solver 1\napply: ad c1: v1 = 1", "f:2: unknown edit \"ad\". Did you mean \"add\"?"),
      ("solver 1\napply: add c1: v1 = inf", "f:2: \"inf\" is not a finite number, where the constant is expected."),
      ("solver 1\napply: add c1: x = 1", "f:2: \"x\" is no variable. Variables are v0 to v4294967295."),
      ("solver 1\napply: remove 1", "f:2: \"1\" is no constraint. Constraints are c0 to c4294967295."),
    ])
  func mistakes(text: String, expected: String) {
    #expect(mistake(text) == expected)
  }

  @Test("Any beginning and any damage of a text is read or refused", arguments: 0..<20)
  func damage(seed: UInt64) throws {
    let text = Array((seed % 2 == 0 ? RandomScene.scene(seed: seed).text : randomScript(seed: seed).text).utf8)
    for length in stride(from: 0, to: text.count, by: 7) {
      _ = mistake(String(decoding: text.prefix(length), as: UTF8.self))
    }
    var entropy = Entropy(seed: seed)
    let spice = Array("\"\\#@:;*=<>(),{}-+.x0e \n".utf8)
    for _ in 0..<150 {
      var damaged = text
      for _ in 0...entropy.below(4) where !damaged.isEmpty {
        let place = entropy.below(damaged.count)
        switch entropy.below(3) {
        case 0: damaged[place] = entropy.pick(spice)
        case 1: damaged.remove(at: place)
        default: damaged.insert(entropy.pick(spice), at: place)
        }
      }
      if let document = try? Document(text: String(decoding: damaged, as: UTF8.self)) {
        #expect(try Document(compact: document.compact) == document)
        #expect(try Document(text: document.text) == document)
      }
    }
  }

  @Test("A file larger than any scene is refused at once")
  func tooLarge() {
    let text = String(repeating: "view a in root\n", count: 50 << 20 / 15)
    #expect(mistake(text).hasPrefix("f: the file has"))
  }

  @Test(
    "A large file costs time in proportion to its size, whatever it is made of", .timeLimit(.minutes(1)),
    arguments: ["\n", "#\n", "x", " ", "\"", "x ", "@", "\\", "\u{301}", "\r\n"])
  func large(part: String) {
    let size = 1 << 20
    #expect(mistake("scene 1\n" + String(repeating: part, count: size / part.utf8.count)) != "")
  }

  @Test("One line may hold a whole system, and one stack 20,000 views", .timeLimit(.minutes(1)))
  func largeParts() throws {
    let count: UInt32 = 20_000
    let rows = (0..<count).map {
      SolverEdit.add(LinearConstraint(id: .init($0), terms: [.init(1, Variable($0))], relation: .equal, constant: 0.1))
    }
    let script = SolverScript(transactions: [.init(edits: rows)])
    #expect(try SolverScript(text: script.text) == script)
    var scene = Scene()
    scene.root.stack = StackConfiguration()
    for id in 1...count {
      scene.views.append(View(id: ItemID(id), name: "v\(id)", parent: ItemID(id - 1)))
      scene.root.stack?.arranged.append(ItemID(id))
    }
    #expect(scene.structuralMistake == nil)
    #expect(try Scene(text: scene.text) == scene)
    #expect(try Scene(compact: scene.compact) == scene)
  }

  @Test("Numbers are spelled shortest and read as they were; what is not finite or not decimal is refused")
  func numbers() {
    #expect(
      [0, -0.0, 200, -12, 0.1, 1e16, .leastNonzeroMagnitude].map(TextNumber.spell) == [
        "0", "0", "200", "-12", "0.1", "1e+16", "5e-324",
      ])
    #expect(TextNumber.parse("-0")?.sign == .plus)
    for text in ["", "nan", "inf", "-infinity", "0x10", "1e400", "1,5", "--1", " 1", "1_000", "٣"] {
      #expect(TextNumber.parse(text) == nil, "\(text)")
    }
    #expect(TextNumber.parse("+1.50") == 1.5)
  }
}
