import Foundation
import SceneImport

/// How often the break policy chooses what UIKit broke, from the text of the lists alone.
struct BreakAccuracy {
  private struct Row: Decodable {
    var id: String?
    var constraints: [String]
    var broken: String?
    var broken_index: Int?
  }

  private var logs: [(name: String, log: ConflictLog, broken: Int)] = []
  private var skipped = 0

  /// A .jsonl file with `constraints` and `broken` or `broken_index` a line, a file of pasted logs, or a folder of both.
  init(path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UserMistake("\(path): no such file or folder.")
    }
    let files =
      isFolder.boolValue
      ? try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "\(path)/\($0)" } : [path]
    for file in files { try read(file) }
    guard !logs.isEmpty else {
      throw UserMistake(
        "\(path): no log here says which of its constraints was broken. Give pasted logs, or .jsonl lines with "
          + "\"constraints\" and \"broken\".")
    }
  }

  private mutating func read(_ file: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    guard file.hasSuffix(".jsonl") else {
      guard let found = try? ConflictLog.all(in: text, file: file) else { return }
      for log in found { add(log, broken: log.brokenIndex, name: "\(file):\(log.line)") }
      return
    }
    for (number, line) in text.split(separator: "\n").enumerated() {
      guard let row = try? JSONDecoder().decode(Row.self, from: Data(line.utf8)) else {
        throw UserMistake("\(file):\(number + 1): not a JSON object with a list \"constraints\".")
      }
      func entry(_ text: String) -> ConflictLog.Entry { ConstraintDescription(text).map { .read($0) } ?? .unread(text) }
      let log = ConflictLog(entries: row.constraints.map(entry), broken: row.broken.map(entry))
      add(log, broken: row.broken_index ?? log.brokenIndex, name: row.id ?? "\(file):\(number + 1)")
    }
  }

  private mutating func add(_ log: ConflictLog, broken: Int?, name: String) {
    if let broken { logs.append((name, log, broken)) } else { skipped += 1 }
  }

  func report(json: Bool) throws {
    var members = 0, systems = 0, candidates = 0, exact = 0
    var misses: [String] = []
    for (name, log, broken) in logs {
      let own = log.constraints.filter { !$0.constraint.isSystem(in: log) }.map(\.index)
      guard let chosen = log.broken(by: .deepest) else { continue }
      members += 1
      if !own.isEmpty, !own.contains(chosen) { systems += 1 }
      guard own.count >= 2 else { continue }
      candidates += 1
      if chosen == broken { exact += 1 } else { misses.append("\(name): c\(chosen + 1), UIKit c\(broken + 1)") }
    }
    if json {
      let facts: [String: Any] = [
        "logs": logs.count, "skipped": skipped, "members": members, "systemWhereOwn": systems, "candidates": candidates,
        "exact": exact, "misses": misses,
      ]
      let data = try JSONSerialization.data(withJSONObject: facts, options: [.sortedKeys, .prettyPrinted])
      return print(String(decoding: data, as: UTF8.self))
    }
    func share(_ part: Int, _ whole: Int) -> String {
      whole == 0 ? "" : " (\((Double(part) / Double(whole) * 1000).rounded() / 10) %)"
    }
    print("\(logs.count) logs that say what was broken\(skipped == 0 ? "" : ", \(skipped) more that do not")")
    print("a member of the list: \(members) of \(logs.count)\(share(members, logs.count))")
    print("a system constraint where one of the user's was listed: \(systems)")
    print(
      "what UIKit broke, where it had at least two to choose from: \(exact) of \(candidates)\(share(exact, candidates))"
    )
    for miss in misses { print("  \(miss)") }
  }
}
