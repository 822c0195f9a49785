import SceneModel

/// The text form of a baseline:
///
///     benchmarks 2
///     machine x86_64-2-1f0c22d9
///     revision 3f2a91c
///     fact engine libFast.so 1f0c22d9
///     case solver/tick/feed-200
///       counter allocations 0
///       instructions 48211.5 48190 48250
///       runs 8124.1 8130.7
///     end 5f0c3a…
///
/// The last line is the digest of the lines before it, so that a truncated or changed file is recognised. Version 1 had none.
extension Recording {
  public var text: String {
    var lines = ["benchmarks 2", "machine \(machine)", "revision \(revision)"]
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      lines.append("fact \(name) \(value.split(whereSeparator: \.isNewline).joined(separator: " "))")
    }
    for (path, entry) in cases.sorted(by: { $0.key < $1.key }) {
      lines.append("case \(path)")
      for (name, value) in entry.counters.sorted(by: { $0.key < $1.key }) {
        lines.append("  counter \(name) \(spelled(value))")
      }
      if let instructions = entry.instructions {
        let range = entry.instructionRange.map { " \(spelled($0.lowerBound)) \(spelled($0.upperBound))" } ?? ""
        lines.append("  instructions \(spelled(instructions))\(range)")
      }
      if let misses = entry.lastLevelMisses { lines.append("  last-level-misses \(spelled(misses))") }
      if !entry.runs.isEmpty { lines.append("  runs \(entry.runs.map(spelled).joined(separator: " "))") }
      if let failure = entry.failure {
        lines.append("  failed \(failure.split(whereSeparator: \.isNewline).joined(separator: " "))")
      }
    }
    let content = lines.joined(separator: "\n") + "\n"
    return content + "end \(Digest(of: Array(content.utf8)))\n"
  }

  /// Checks the digest in the last line, so that a truncated or changed text is refused.
  private static func verify(_ text: String, file: String) throws(TextError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let hint = "Restore it from version control, or save it again with layoutlab bench save."
    guard let end = lines.lastIndex(where: { $0.hasPrefix("end") }) else {
      if lines.first == "benchmarks 2" {
        throw TextError(
          file: file, line: 0, code: .endsEarly, problem: "the baseline is cut off: it has no end", hint: hint)
      }
      return
    }
    let content = lines[..<end].joined(separator: "\n") + "\n"
    guard lines[end] == "end \(Digest(of: Array(content.utf8)))", lines[(end + 1)...].allSatisfy(\.isEmpty) else {
      throw TextError(
        file: file, line: end + 1, code: .wrongFormat, problem: "the baseline is damaged: its end does not fit",
        hint: hint)
    }
  }

  public init(text: String, file: String) throws(TextError) {
    self.init(machine: "", revision: "")
    try Recording.verify(text, file: file)
    var current: String?
    var isHeaderRead = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      func mistake(_ code: MistakeCode, _ problem: String, _ hint: String) -> TextError {
        TextError(file: file, line: index + 1, code: code, problem: problem, hint: hint)
      }
      // A fact may be a compiler's flags, with any character in them.
      let words = line.prefix { $0 != "#" || line.hasPrefix("fact ") }.split(whereSeparator: \.isWhitespace).map(
        String.init)
      guard let verb = words.first else { continue }
      if !isHeaderRead {
        guard words == ["benchmarks", "1"] || words == ["benchmarks", "2"] else {
          throw mistake(.wrongFormat, "not a baseline of version 1 or 2", "The first line must be \"benchmarks 2\".")
        }
        isHeaderRead = true
        continue
      }
      func number(_ word: String) throws(TextError) -> Double {
        guard let value = Double(word), value.isFinite else {
          throw mistake(
            .notANumber, "\"\(word)\" is not a number", "Save the baseline again with layoutlab bench save.")
        }
        return value
      }
      /// Reads a number of instructions or of nanoseconds.
      func amount(_ word: String) throws(TextError) -> Double {
        let value = try number(word)
        guard value >= 0 else {
          throw mistake(.outside, "\(word) is below 0", "Save the baseline again with layoutlab bench save.")
        }
        return value
      }
      switch (verb, words.count, current) {
      case ("end", 2, _): break
      case ("machine", 2, _): machine = words[1]
      case ("revision", 2, _): revision = words[1]
      case ("case", 2, _):
        guard cases[words[1]] == nil else {
          throw mistake(.existsAlready, "case \"\(words[1])\" is there twice", "Remove one of them.")
        }
        current = words[1]
        cases[words[1]] = Case()
      case ("counter", 3, let path?): cases[path]?.counters[words[1]] = try number(words[2])
      case ("fact", 3..., nil): facts[words[1]] = words.dropFirst(2).joined(separator: " ")
      case ("instructions", 2, let path?): cases[path]?.instructions = try amount(words[1])
      case ("instructions", 4, let path?):
        let (least, most) = (try amount(words[2]), try amount(words[3]))
        guard least <= most else {
          throw mistake(.impossible, "the range of instructions is turned round", "Save it again.")
        }
        cases[path]?.instructions = try amount(words[1])
        cases[path]?.instructionRange = least...most
      case ("last-level-misses", 2, let path?): cases[path]?.lastLevelMisses = try amount(words[1])
      // Older files have misses of the first-level cache. They depend on the position of the heap, and are ignored.
      case ("misses", 2, _?): break
      case ("runs", 2..., let path?):
        for word in words.dropFirst() { cases[path]?.runs.append(try amount(word)) }
      case ("failed", 2..., let path?): cases[path]?.failure = words.dropFirst().joined(separator: " ")
      case ("counter", _, nil), ("instructions", _, nil), ("runs", _, nil), ("failed", _, nil):
        throw mistake(.misplaced, "\"\(verb)\" before the first case", "Put it below a line \"case PATH\".")
      default:
        throw mistake(
          .unknownWord,
          "cannot read \"\(words.joined(separator: " "))\"",
          "Lines are machine, revision, fact NAME TEXT, case, counter NAME VALUE, instructions VALUE [LEAST MOST], "
            + "last-level-misses VALUE, runs VALUE…, failed TEXT.")
      }
    }
    try requireHeader(file)
  }

  private func requireHeader(_ file: String) throws(TextError) {
    guard !machine.isEmpty, !revision.isEmpty else {
      throw TextError(
        file: file, line: 0, code: .endsEarly, problem: "the baseline is cut off: it needs a machine and a revision",
        hint: "Save it again with layoutlab bench save.")
    }
  }
}

/// Returns Swift's shortest spelling that reads back as the same number, without a trailing `.0`.
func spelled(_ value: Double) -> String {
  let text = value.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
