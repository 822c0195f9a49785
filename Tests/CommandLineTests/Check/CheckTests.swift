import Testing

@Suite struct CheckTests {
  @Test("The line that reproduces a check asks for what was asked, and a shell reads it")
  func reproduceLine() throws {
    let answer = try Tool.run(
      ["check", "--no-recorded-text", "--engine", "reference", "--no-ambiguity"],
      on: "scene 1\nroot 320 x 480 @2x\nview box in root\n", as: "two boxes.scene")
    let expected =
      /Reproduce:  layoutlab check --no-recorded-text --engine reference --no-ambiguity '\/.*\/two boxes.scene'\n/
    #expect(answer.output.contains(expected), "\(answer.output)")
  }

  @Test("A law about files judges files of its kind, and says of others which it is about")
  func fileLaw() throws {
    let law = "import.constraint-lines-are-read-or-listed"
    let log = """
      Unable to simultaneously satisfy constraints.
      (
        "<NSLayoutConstraint:0x30 UIView:0x20.width == 50   (active)>",
        "<NSLayoutConstraint:0x31 UIView:0x20.width == 60   (active)>"
      )

      """
    for name in ["console.log", "console.txt"] {
      let answer = try Tool.run(["check", "--json", "--law", law], on: log, as: name)
      #expect(answer.status == 0 && answer.verdicts == [law: "holds"], "\(answer)")
    }
    let scene = try Tool.run(["check", "--json", "--law", law], on: "scene 1\nroot 320 x 480 @2x\n", as: "a.scene")
    #expect(scene.status == 3 && scene.verdicts == [law: "undecided"], "\(scene)")
    #expect(scene.output.contains("\"code\" : \"not-applicable\""), "\(scene)")
    let unknown = try Tool.run(["check", "--law", "import.nothing"], on: log, as: "console.log")
    #expect(unknown.status == 64, "\(unknown)")
    for known in [law, "layout.incremental-equals-fresh"] { #expect(unknown.errors.contains(known)) }
  }

  @Test("Each finding of --json has its code and the facts of its message as fields")
  func codesAndFields() throws {
    let scene = """
      scene 1
      root 100 x 100 @2x
      view a in root
      constraint a.leading = root.leading
      constraint a.top = root.top
      constraint narrow: a.width = 10
      constraint wide: a.width = 20

      """
    let found = try Tool.run(["check", "--json"], on: scene, as: "a.scene").findings
    #expect(found.map(\.code).sorted() == ["ambiguity", "conflict"], "\(found)")
    for finding in found {
      let expected = finding.code == "conflict" ? ["constraints": "a.width = 10; a.width = 20"] : ["open": "a.height"]
      for (name, value) in expected { #expect(finding.fields?[name]?.hasPrefix(value) == true, "\(finding)") }
    }
    let mistaken = try Tool.run(["check", "--json"], on: scene + "view a in root\n", as: "a.scene").findings
    #expect(mistaken.map(\.code) == ["exists-already"] && mistaken[0].fields == ["text": "view a in root"])
    let law = "law layout.no-such-law\nfound 2026-11-26\n"
    let unknown = try Tool.run(["check", "--json"], on: "scene 1\nroot 9 x 9\n" + law, as: "a.scene").findings
    #expect(unknown.map(\.code) == ["unknown-name"])
  }

  /// Each view's ambiguity was once asked of the whole scene, in fractions: this took more than ten minutes.
  @Test("A stack of a thousand labels is checked")
  func longStack() throws {
    let labels = (0..<1000).map { "l\($0)" }
    var lines = ["scene 1", "root 400 x 40000 @2x", "view s in root"]
    lines += labels.map { "view \($0) in s kind label" }
    lines.append("stack s axis vertical spacing 4 arranged " + labels.joined(separator: " "))
    lines += labels.map { "intrinsic \($0) 60 x 20" }
    lines += ["constraint c1: s.top = root.top", "constraint c2: s.leading = root.leading"]
    let answer = try Tool.run(["check"], on: lines.joined(separator: "\n") + "\n", as: "stack.scene")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(!answer.output.contains("ambiguous"), "\(answer.output)")
  }

  @Test("Edits that cannot be made are to be refused, and others are not")
  func malformedEdits() throws {
    let script = """
      solver 1
      apply: declare v1; add c1: v1 = 20 @1000
      apply: constant c1 = 30; remove c2
      expect v1 20
      apply: constant c1 = 40
      expect v1 40
      law solver.malformed-edit-is-a-fault
      found 2026-11-23

      """
    let answer = try Tool.run(["check"], on: script, as: "malformed.solver")
    #expect(answer.status == 0, "\(answer.output) \(answer.errors)")
    let other = try Tool.run(
      ["check"], on: script.replacing("expect v1 20", with: "expect v1 30"), as: "malformed.solver")
    #expect(other.status == 1 && other.output.contains("transaction 2: v1 is 20"))
  }
}
