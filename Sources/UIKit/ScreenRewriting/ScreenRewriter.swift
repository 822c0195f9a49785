import SwiftParser
import SwiftSyntax

/// Rewrites UIKit files so that they compile without Objective-C. For example, attributes that the compiler refuses are removed, `#selector` becomes
/// a selector made from the method itself, `#keyPath` becomes a string, and classes with outlets and actions can be connected by name. The compiler
/// reports every line under its original file and number.
///
/// The files of one target are rewritten together, because a class may inherit connections from another file.
public struct ScreenRewriter {
  public struct File {
    /// The path that the compiler's messages give for the file.
    public let path: String
    public let text: String

    public init(path: String, text: String) { (self.path, self.text) = (path, text) }
  }

  private let parsed: [(file: File, tree: SourceFileSyntax)]
  private let declarations: Declarations

  /// Makes a rewriter of files. Text that is not Swift is rewritten as far as it can be parsed; the compiler then reports the errors.
  public init(_ files: [File]) {
    parsed = files.map { ($0, Parser.parse(source: $0.text)) }
    var declarations = Declarations()
    for (_, tree) in parsed {
      let reader = DeclarationReader(declarations)
      reader.walk(tree)
      declarations = reader.declarations
    }
    self.declarations = declarations
  }

  /// Returns the rewritten texts, in the order of the files. The first line of each names the original file for the compiler.
  public func rewritten() -> [String] {
    let rewritings = parsed.map { file, tree in
      let rewriting = FileRewriting(declarations, tree, path: file.path)
      rewriting.walk(tree)
      return rewriting
    }
    let moved = Dictionary(grouping: rewritings.flatMap(\.moved), by: \.owner)
    return zip(parsed, rewritings).map { parsed, rewriting in
      let file = parsed.file
      let insertions = rewriting.ends.compactMap { owner, end in
        moved[owner].map { members in insertion(of: members, before: end, in: file) }
      }
      let text = file.text.applying(rewriting.replacements + insertions)
      let end = text.hasSuffix("\n") || rewriting.additions.isEmpty ? "" : "\n"
      return "#sourceLocation(file: \(literal(file.path)), line: 1)\n" + text + end
        + rewriting.additions.joined(separator: "\n")
    }
  }

  /// Returns the replacement that inserts members of extensions at the end of their class. A `#sourceLocation`
  /// before each member gives its original file and line.
  private func insertion(of members: [MovedMember], before end: (offset: Int, line: Int), in file: File) -> Replacement
  {
    let texts = members.map { "\n#sourceLocation(file: \(literal($0.path)), line: \($0.line))\n\($0.text)" }
    let back = "\n#sourceLocation(file: \(literal(file.path)), line: \(end.line))\n"
    return Replacement(start: end.offset, end: end.offset, text: texts.joined() + back)
  }

  private func literal(_ path: String) -> String {
    "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
