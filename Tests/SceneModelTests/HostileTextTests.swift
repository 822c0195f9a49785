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
      ("", 0, .endsEarly, ["scene 1", "solver 1", "timeline 1"]),
      ("# nothing\n\n", 0, .endsEarly, ["scene 1", "solver 1", "timeline 1"]),
      ("\nimage 1", 2, .wrongFormat, ["image", "scene 1", "solver 1", "timeline 1"]),
      ("scene 2", 1, .wrongFormat, ["scene 1"]),
      ("scene 1\nveiw a in root", 2, .unknownWord, ["veiw", "view"]),
      ("scene 1\nview a in b", 2, .unknownName, ["b", "view", "guide"]),
      ("scene 1\nview a in a", 2, .impossible, ["a"]),
      ("scene 1\nview a in b\nview b in a", 2, .unknownName, ["b", "view", "guide"]),
      ("scene 1\nguide g in root\nview a in g", 3, .wrongKind, ["g"]),
      ("scene 1\nview a", 2, .unexpected, ["in"]),
      ("scene 1\nview a in root\nguide a in root", 3, .existsAlready, ["a"]),
      ("scene 1\nview a in root\nview b @1 in root", 3, .existsAlready, []),
      ("scene 1\nview a @4294967295 in root\nview b in root", 3, .existsAlready, []),
      ("scene 1\nview a @-1 in root", 2, .wrongFormat, ["@-1"]),
      ("scene 1\nconstraint c: root.width = nan", 2, .notANumber, ["nan"]),
      ("scene 1\nconstraint c: root.width = 1e999", 2, .notANumber, ["1e999"]),
      ("scene 1\nconstraint c: root.width = 1 @ 0", 2, .outside, []),
      ("scene 1\nconstraint c: root.widht = 1", 2, .unknownWord, ["widht", "width"]),
      ("scene 1\nconstraint c: root = 1", 2, .wrongFormat, ["root"]),
      ("scene 1\nconstraint c: root.width 1", 2, .wrongFormat, ["1"]),
      ("scene 1\nroot 10 x 10 @0x", 2, .outside, ["@0x"]),
      ("scene 1\nroot -10 x 10", 2, .outside, []),
      ("scene 1\nroot 10 x 10 frame 1 1 10 10", 2, .impossible, []),
      ("scene 1\nroot 10 x 10\nroot 20 x 20", 3, .existsAlready, ["root"]),
      ("scene 1\ndevice iphne-8\nview card in root", 2, .unknownWord, ["iphne-8", "iphone-8"]),
      ("scene 1\nroot 10 x 10\ndevice iphone-8", 3, .misplaced, []),
      ("scene 1\nintrinsic root 1 x 1\nintrinsic root 2 x 2", 3, .existsAlready, ["intrinsic"]),
      ("scene 1\nview \"a in root", 2, .endsEarly, []),
      ("scene 1\nview \"a\\", 2, .endsEarly, []),
      ("scene 1\nview \"\\u0041\" in root", 2, .wrongFormat, []),
      ("scene 1\nstep add arranged root in root at -1", 2, .notANumber, ["-1"]),
      ("scene 1\nstep move root in root at -9223372036854775808", 2, .notANumber, ["-9223372036854775808"]),
      ("scene 1\nstep advance -1", 2, .outside, []),
      ("scene 1\nlaw layout.x", 2, .misplaced, ["found"]),
      ("scene 1\nfound 2026-11-21", 2, .misplaced, ["found", "law NAME"]),
      ("solver 1\nexpect v1 3", 2, .misplaced, ["apply:"]),
      ("solver 1\napply: ad c1: v1 = 1", 2, .unknownWord, ["ad", "add"]),
      ("solver 1\napply: add c1: v1 = inf", 2, .notANumber, ["inf"]),
      ("solver 1\napply: add c1: x = 1", 2, .wrongFormat, ["x"]),
      ("solver 1\napply: remove 1", 2, .wrongFormat, ["1"]),
    ] as [(String, Int, MistakeCode, [String])])
  func mistakes(text: String, line: Int, code: MistakeCode, names: [String]) {
    #expect {
      _ = try Document(text: text, file: "f")
    } throws: { error in
      guard let error = error as? TextError else { return false }
      return error.file == "f" && error.line == line && error.code == code
        && names.allSatisfy { "\(error)".contains("\"\($0)\"") } && "\(error)".hasSuffix("[\(code.rawValue)]")
    }
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
    #expect(mistake(text).hasSuffix("[outside]"))
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
