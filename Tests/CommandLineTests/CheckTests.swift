import Foundation
import Testing

@Suite struct CheckTests {
  @Test("The line that reproduces a check asks for what was asked, and a shell reads it")
  func reproduceLine() throws {
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("two boxes.scene")
    try Data("scene 1\nroot 320 x 480 @2x\nview box in root\n".utf8).write(to: file)
    let answer = try Tool.run(["check", "--no-recorded-text", "--engine", "reference", "--no-ambiguity", file.path])
    let expected = "layoutlab check --no-recorded-text --engine reference --no-ambiguity '\(file.path)'"
    #expect(answer.output.contains("Reproduce:  \(expected)\n"), "\(answer.output)")
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
    let folder = try Tool.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("stack.scene")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    let answer = try Tool.run(["check", file.path])
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(!answer.output.contains("ambiguous"), "\(answer.output)")
  }
}
