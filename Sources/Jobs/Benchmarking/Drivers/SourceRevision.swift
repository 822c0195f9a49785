import Foundation

/// Returns the commit that is checked out in a folder's repository, with a plus if files differ from it; "unknown" outside a repository.
package func sourceRevision(of folder: String = ".") -> String {
  let git = ["git", "-C", folder]
  guard let head = output(of: git + ["rev-parse", "--short", "HEAD"]), !head.isEmpty else { return "unknown" }
  let changes = output(of: git + ["status", "--porcelain", "--untracked-files=no"]) ?? ""
  return changes.isEmpty ? head : head + "+"
}

/// Returns the output of a command, without white space at its ends; nil if it could not be run, or failed.
func output(of command: [String]) -> String? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { return nil }
  return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}
