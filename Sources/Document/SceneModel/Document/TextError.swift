/// A mistake in a text: where it is, what is wrong, and what to do about it.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name, as the caller gave it.
  public var file: String
  /// The line, counted from 1; 0 when the whole file is meant.
  public var line: Int
  /// The stable code of the problem.
  public var code: MistakeCode
  /// The problem, for a person.
  public var problem: String
  /// The remedy; may be empty.
  public var hint: String

  /// Makes a mistake at a line, counted from 1; line 0 means the whole file.
  public init(file: String, line: Int, code: MistakeCode, problem: String, hint: String = "") {
    self.file = file
    self.line = line
    self.code = code
    self.problem = problem
    self.hint = hint
  }

  /// The sentences that the user reads, without the code.
  public var message: String {
    // Some problems are whole sentences of an engine, which end with a full stop.
    let stop = problem.hasSuffix(".") ? "" : "."
    let place = "\(file)\(line > 0 ? ":\(line)" : "")"
    return "\(place): \(problem)\(stop)\(hint.isEmpty ? "" : " \(hint)")"
  }

  public var description: String { "\(message) [\(code.rawValue)]" }
}

/// Returns the name in `candidates` that is nearest to a misspelt one, as a hint; empty if none is near.
package func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String {
  let letters = Array(word.utf8.prefix(64))
  var best: (distance: Int, name: String)?
  for candidate in candidates.prefix(2000) {
    let other = Array(candidate.utf8.prefix(64))
    guard abs(other.count - letters.count) <= 2 else { continue }
    let distance = editDistance(letters, other)
    if distance <= max(1, letters.count / 3), best == nil || distance < best!.distance {
      best = (distance, candidate)
    }
  }
  return best.map { "Did you mean \"\($0.name)\"?" } ?? ""
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours between two texts (optimal string alignment).
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
