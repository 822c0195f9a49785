/// The stable code of a mistake in a file: what is wrong, whatever the words say. `Guides/codes.md` lists all with what to do.
public enum MistakeCode: String, Hashable, Sendable, CaseIterable, Codable {
  /// A view, guide, constraint or other thing of this name was not declared.
  case unknownName = "unknown-name"
  /// The word may not stand here: a keyword, step, property, attribute or case.
  case unknownWord = "unknown-word"
  /// The name, id or line was given before.
  case existsAlready = "exists-already"
  /// A finite number, or a whole one, is expected.
  case notANumber = "not-a-number"
  /// The number is outside its range.
  case outside = "outside"
  /// Another symbol or word is expected.
  case unexpected = "unexpected"
  /// The text or the bytes end too early.
  case endsEarly = "ends-early"
  /// The line or step is right by itself and must not stand here.
  case misplaced = "misplaced"
  /// The value, or the thing of this name, is of another kind.
  case wrongKind = "wrong-kind"
  /// The text or the bytes are not written as this format is.
  case wrongFormat = "wrong-format"
  /// The parts contradict each other.
  case impossible = "impossible"
  /// Any other mistake.
  case invalid = "invalid"
}
