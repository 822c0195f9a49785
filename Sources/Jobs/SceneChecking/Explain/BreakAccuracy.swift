import ConflictLogs
import Foundation
import SceneModel

/// The number of times that the breaking policy chooses the constraint that UIKit broke, judged by the text of logs alone.
package struct BreakAccuracy: Codable, Hashable, Sendable {
  /// The number of logs that name the broken constraint.
  package private(set) var logs = 0
  /// The number of logs that do not name the broken constraint.
  package private(set) var skipped = 0
  /// The number of logs in which the policy chose a constraint of the list.
  package private(set) var members = 0
  /// The number of logs in which the policy chose a system constraint although one of the user's constraints was listed.
  package private(set) var systemWhereOwn = 0
  /// The number of logs in which UIKit had at least two constraints to choose from.
  package private(set) var candidates = 0
  /// The number of logs with at least two candidates in which the policy chose the constraint that UIKit broke.
  package private(set) var exact = 0
  /// A description of each log with at least two candidates in which the policy chose another constraint than UIKit broke.
  package private(set) var misses: [String] = []

  /// Reads a .jsonl file with `constraints` and `broken` or `broken_index` in each line, a file of pasted logs, or a folder of both.
  package init(path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UserMistake(.fileMissing, "\(path): no such file or folder. Check the path.")
    }
    let files =
      isFolder.boolValue
      ? try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "\(path)/\($0)" } : [path]
    for file in files { try read(file) }
    guard logs > 0 else {
      throw UserMistake(
        .noneMatch,
        "\(path): no log in it states which constraint was broken. Give pasted logs, or .jsonl lines with "
          + "\"constraints\" and \"broken\".")
    }
  }

  private struct Line: Decodable {
    var id: String?
    var constraints: [String]
    var broken: String?
    var broken_index: Int?
  }

  private mutating func read(_ file: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    guard file.hasSuffix(".jsonl") else {
      guard let found = try? ConflictLog.all(in: text, file: file) else { return }
      for log in found { count(log, broken: log.brokenIndex, name: "\(file):\(log.line)") }
      return
    }
    for (number, line) in text.split(separator: "\n").enumerated() {
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
        throw UserMistake(.wrongFormat, "\(file):\(number + 1): not a JSON object with a list \"constraints\".")
      }
      func entry(_ text: String) -> ConflictLog.Entry { ConstraintDescription(text).map { .read($0) } ?? .unread(text) }
      let log = ConflictLog(entries: line.constraints.map(entry), broken: line.broken.map(entry))
      count(log, broken: line.broken_index ?? log.brokenIndex, name: line.id ?? "\(file):\(number + 1)")
    }
  }

  private mutating func count(_ log: ConflictLog, broken: Int?, name: String) {
    guard let broken else {
      skipped += 1
      return
    }
    logs += 1
    let own = log.constraints.filter { !$0.constraint.isSystem(in: log) }.map(\.index)
    guard let chosen = log.broken(by: .deepest) else { return }
    members += 1
    if !own.isEmpty, !own.contains(chosen) { systemWhereOwn += 1 }
    guard own.count >= 2 else { return }
    candidates += 1
    if chosen == broken { exact += 1 } else { misses.append("\(name): c\(chosen + 1), UIKit c\(broken + 1)") }
  }

  /// The result as text for people.
  package var text: String {
    func share(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "" : " (\((Double(part) / Double(whole) * 1000).rounded() / 10) %)"
    }
    let lines = [
      "\(logs) logs that say what was broken\(skipped == 0 ? "" : ", \(skipped) more that do not")",
      "a member of the list: \(members) of \(logs)\(share(members, logs))",
      "a system constraint where one of the user's was listed: \(systemWhereOwn)",
      "what UIKit broke, where it had at least two to choose from: \(exact) of \(candidates)\(share(exact, candidates))",
    ]
    return (lines + misses.map { "  \($0)" }).joined(separator: "\n")
  }
}
