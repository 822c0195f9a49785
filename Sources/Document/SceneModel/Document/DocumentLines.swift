/// The common part of all text forms: a header with the version, and lines that begin with a keyword. A finding also has lines with its
/// law and date.
enum DocumentLines {
  /// Passes each line after the header to `read`, which returns false for an unknown keyword. `keyword` is the header's, `name` the document's kind
  /// in messages. Returns the provenance of a finding; nil for another document.
  static func read(
    _ text: String, file: String, keyword: String, name: String, knownKeywords: [String],
    _ read: (_ keyword: String, inout TextLine) throws(TextError) -> Bool
  ) throws(TextError) -> Provenance? {
    let hint = "The first line of a \(name) is \"\(keyword) 1\"."
    var lines = try TextLines(text, file: file)
    guard var header = try lines.next() else {
      throw TextError(file: file, line: 0, code: .endsEarly, problem: "this is no \(name)", hint: hint)
    }
    guard try header.name("a keyword") == keyword, try header.integer("the version") == 1 else {
      throw header.mistake(.wrongFormat, "this is no \(name) of version 1", hint: hint)
    }
    try header.requireEnd()
    var provenance = ProvenanceReader()
    while var line = try lines.next() {
      let first = try line.name("a keyword")
      if try !read(first, &line), try !provenance.read(first, &line) {
        throw line.mistake(
          .unknownWord, "unknown keyword \"\(first)\"",
          hint: didYouMean(first, among: knownKeywords + ProvenanceReader.keywords))
      }
      try line.requireEnd()
    }
    try provenance.requireEnd()
    return provenance.provenance
  }

  /// Returns the whole text: the header, the lines, and those of the provenance.
  static func text(_ keyword: String, _ lines: [String], _ provenance: Provenance?) -> String {
    (["\(keyword) 1"] + lines + (provenance?.lines ?? [])).joined(separator: "\n") + "\n"
  }
}
