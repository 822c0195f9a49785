import LayoutKernel
import LayoutPlugin
import SceneModel

extension ConflictLog {
  /// Makes the message that UIKit would print for a conflict: the set in UIKit's order, and the constraint that is broken.
  ///
  /// Call it right after the step that caused the conflict, before the members change. A constraint that UIKit cannot print (a distance between
  /// anchors) becomes an unread line in the kernel's words.
  public init(_ conflict: Conflict, of kernel: LayoutKernel) {
    let printer = ConstraintPrinter(kernel.scene)
    let lines = conflict.members.enumerated().map { index, member -> (index: Int, entry: Entry) in
      guard let statement = kernel.statement(of: member) else {
        // The constraint belonged to a measurement that is over. So it is printed in the kernel's words, which can be read again.
        let words = member.text.onOneLine
        return (index, ConstraintDescription(ownWords: words).map { .read($0) } ?? .unread(words))
      }
      return (index, .read(printer.description(of: statement, number: member.id.rawValue)))
    }
    let listed = lines.sorted { a, b in
      let (one, two) = (ListPlace(a.entry), ListPlace(b.entry))
      return one == two ? conflict.members[a.index].id < conflict.members[b.index].id : one < two
    }
    self.init(
      entries: listed.map(\.entry), broken: listed.first { $0.index == conflict.broken }?.entry)
  }

  /// Makes a list of every constraint of a scene, as `po view.constraints` prints them. It is not a conflict.
  public init(describing scene: Scene) {
    let printer = ConstraintPrinter(scene)
    self.init(
      entries: scene.constraints.map { constraint in
        guard let statement = Conflict.Statement(constraint) else {
          return .unread("\(constraint.name): a distance between anchors".onOneLine)
        }
        return .read(
          printer.description(of: statement, number: constraint.id.rawValue, isActive: constraint.isActive))
      })
  }
}

/// The sort key of a constraint in UIKit's list. Constraints without identifier come first, then identifiers without regard to case, `_` before
/// letters. Equal ones are sorted by class, so autoresizing masks come first.
private struct ListPlace: Comparable {
  private var identifier: String
  private var className: String

  init(_ entry: ConflictLog.Entry) {
    guard case .read(let constraint) = entry else {
      (identifier, className) = ("", "")
      return
    }
    identifier = constraint.identifier?.lowercased() ?? ""
    className = constraint.className
  }

  static func < (a: ListPlace, b: ListPlace) -> Bool {
    (a.identifier, a.className) < (b.identifier, b.className)
  }
}

extension String {
  /// The string with control characters replaced by spaces, so that it is one line.
  fileprivate var onOneLine: String {
    String(decoding: utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}

extension Scene {
  /// Returns the messages that UIKit would print while the scene is laid out and its steps are performed; `nil` when it cannot be laid out.
  public func conflictLogs(
    on plugin: Plugin, quirks: LayoutQuirks = LayoutQuirks()
  ) -> [ConflictLog]? {
    guard let solver = plugin.makeSolver?() else { return nil }
    do {
      return try conflictLogs(solver: solver, quirks: quirks)
    } catch {
      return nil
    }
  }

  /// Returns the messages that UIKit would print while the scene is laid out and its steps are performed.
  ///
  /// - Throws: why the scene cannot be laid out.
  public func conflictLogs(
    solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks()
  ) throws(LayoutMistake) -> [ConflictLog] {
    try conflicts(solver: solver, quirks: quirks) { ConflictLog($0, of: $1) }
  }

  /// Returns the messages, each with the facts about its conflict that the message does not print.
  ///
  /// - Throws: why the scene cannot be laid out.
  public func toldConflicts(
    solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks()
  ) throws(LayoutMistake) -> [(conflict: Conflict, log: ConflictLog, facts: ConflictFacts)] {
    try conflicts(solver: solver, quirks: quirks) { ($0, ConflictLog($0, of: $1), ConflictFacts($1)) }
  }

  /// Returns one value for each conflict, made right after the step that caused it.
  private func conflicts<Told>(
    solver: any ConstraintSolving, quirks: LayoutQuirks, tell: (Conflict, LayoutKernel) -> Told
  ) throws(LayoutMistake) -> [Told] {
    let kernel = try LayoutKernel(scene: start, solver: solver, quirks: quirks)
    var told: [Told] = []
    var playback = Playback(of: self, on: kernel)
    while try playback.next() != nil { told += kernel.conflicts[told.count...].map { tell($0, kernel) } }
    return told
  }
}
