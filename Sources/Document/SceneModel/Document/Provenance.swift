/// The law that a document broke, and the day on which the fuzzer found that.
public struct Provenance: Hashable, Sendable {
  /// The law's name, such as `solver.rejected-edit-changes-nothing`.
  public var law: String
  /// The day as an ISO date, such as `2026-11-21`.
  public var found: String

  /// Makes a provenance from a law's name and an ISO date.
  public init(law: String, found: String) {
    self.law = law
    self.found = found
  }
}

extension Provenance {
  var lines: [String] { ["law \(spelled(word: law))", "found \(spelled(word: found))"] }
}

/// Reads the lines `law` and `found`, in this order, anywhere in a document.
struct ProvenanceReader {
  private(set) var provenance: Provenance?
  private var law: (name: String, line: TextLine)?

  static let keywords = ["law", "found"]

  /// Reads the rest of a line. Returns false if the keyword is neither `law` nor `found`.
  mutating func read(_ keyword: String, _ line: inout TextLine) throws(TextError) -> Bool {
    switch keyword {
    case "law":
      guard law == nil else {
        throw line.mistake(.existsAlready, "a law is named already", hint: "A document breaks one law.")
      }
      law = (try line.name("a law"), line)
    case "found":
      guard let law, provenance == nil else {
        throw line.mistake(.misplaced, "\"found\" without a law", hint: "Write the line \"law NAME\" first.")
      }
      provenance = Provenance(law: law.name, found: try line.name("a date"))
    default: return false
    }
    return true
  }

  func requireEnd() throws(TextError) {
    if let law, provenance == nil {
      throw law.line.mistake(
        .misplaced, "a law without a date", hint: "Add the line \"found\" with a date such as 2026-11-21.")
    }
  }
}
