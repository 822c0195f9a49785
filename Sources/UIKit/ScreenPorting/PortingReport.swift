/// A report on which files of a source tree use only names that exist on Linux with HeadlessUIKit, and which names the others lack.
///
/// Files are searched for names, not compiled. A file that lacks nothing may still use a missing member that is not on the list, or need another
/// package. A name counts as Apple's if it begins like those of Apple's frameworks and the tree does not declare it. A module counts as the tree's
/// own if a folder with Swift files has its name.
public struct PortingReport: Codable, Sendable {
  public struct Lack: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Sendable { case module, type, member }
    public var kind: Kind
    public var name: String
    /// The line of the first use, from 1.
    public var line: Int
  }
  public struct File: Codable, Sendable {
    /// The path as the caller gave it.
    public var file: String
    public var lacks: [Lack]
  }
  public struct Need: Codable, Hashable, Sendable {
    public var kind: Lack.Kind
    public var name: String
    /// The number of files that lack the name, and the number of files that lack only this one.
    public var files, alone: Int
  }
  public struct Summary: Codable, Sendable {
    /// The number of files that import UIKit or QuartzCore; how many of them use only types that exist here, and how many lack nothing.
    public var files, withKnownTypes, portable: Int
  }

  /// The files that import UIKit or QuartzCore.
  public var files: [File]
  /// The missing names. Those that most files lack come first.
  public var needs: [Need]
  public var summary: Summary

  /// Returns the report as text: the numbers of files and at most `most` missing names; with `listsFiles`, also the place of each name in each file.
  public func text(most: Int, listsFiles: Bool) -> String {
    func percent(_ count: Int) -> String { "\(Int((100 * Double(count) / Double(summary.files)).rounded())) %" }
    var lines = [
      "\(summary.files) files import UIKit or QuartzCore",
      "  \(summary.withKnownTypes) (\(percent(summary.withKnownTypes))) name only types that are there",
      "  \(summary.portable) (\(percent(summary.portable))) lack no module either, and none of the members that are known to be missing",
      "  (other members are not looked at: the compiler finds them)",
    ]
    if !needs.isEmpty { lines.append("lacking, that which holds up most files first:") }
    lines += needs.prefix(most).map { need in
      let files = "\(need.files) \(need.files == 1 ? "file" : "files")"
      return "  \(need.kind) \(need.name): \(files), \(need.alone) of them lack nothing else"
    }
    if needs.count > most { lines.append("  and \(needs.count - most) more (--most)") }
    if listsFiles {
      lines += files.flatMap { file in file.lacks.map { "\(file.file):\($0.line): \($0.kind) \($0.name)" } }
    }
    return lines.joined(separator: "\n")
  }

  /// Makes a report from every Swift file of a tree, with its path and its text.
  public init(_ sources: [(path: String, text: String)]) {
    let surveys = sources.map { ($0.path, SourceSurvey($0.text)) }
    let declared = surveys.reduce(into: Set<String>()) { $0.formUnion($1.1.declaredTypes) }
    let declaredMembers = surveys.reduce(into: Set<String>()) { $0.formUnion($1.1.declaredMembers) }
    let folders = Set(sources.flatMap { $0.path.split(separator: "/").dropLast().map(String.init) })
    files = surveys.compactMap { path, survey in
      guard survey.imports.keys.contains(where: ["UIKit", "QuartzCore"].contains) else { return nil }
      let modules = survey.imports.filter { !KnownNames.modules.contains($0.key) && !folders.contains($0.key) }
        .map { Lack(kind: .module, name: $0.key, line: $0.value) }
      let types = survey.namedTypes.filter { KnownNames.isApples($0.key) && !declared.contains($0.key) }
        .filter { !KnownNames.headless.contains($0.key) && !KnownNames.foundation.contains($0.key) }
        .map { Lack(kind: .type, name: $0.key, line: $0.value) }
      let members = survey.namedMembers
        .filter { KnownNames.missingMembers.contains($0.key) && !declaredMembers.contains($0.key) }
        .map { Lack(kind: .member, name: $0.key, line: $0.value) }
      return File(file: path, lacks: (modules + types + members).sorted { ($0.line, $0.name) < ($1.line, $1.name) })
    }
    var needs: [String: Need] = [:]
    for file in files {
      for lack in file.lacks {
        let alone = file.lacks.count == 1 ? 1 : 0
        needs[lack.name, default: Need(kind: lack.kind, name: lack.name, files: 0, alone: 0)].files += 1
        needs[lack.name]?.alone += alone
      }
    }
    self.needs = needs.values.sorted { ($1.files, $1.alone, $0.name) < ($0.files, $0.alone, $1.name) }
    summary = Summary(
      files: files.count, withKnownTypes: files.count { $0.lacks.allSatisfy { $0.kind != .type } },
      portable: files.count { $0.lacks.isEmpty })
  }
}
