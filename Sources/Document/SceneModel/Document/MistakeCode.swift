/// The stable code of a mistake in a file or on the command line: what is wrong, whatever the words say. `Guides/codes.md` lists all with what to do.
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
  /// The line or step is correct by itself, but not allowed in this place.
  case misplaced = "misplaced"
  /// The value, or the thing of this name, is of another kind.
  case wrongKind = "wrong-kind"
  /// The text or the bytes are not written as this format is.
  case wrongFormat = "wrong-format"
  /// The parts of the document contradict each other.
  case impossible = "impossible"
  /// A value that must be there was not given.
  case valueMissing = "value-missing"
  /// The file or the document is beyond the limits of its reader.
  case tooLarge = "too-large"
  /// Several things fit, and the user must choose one of them.
  case severalMatch = "several-match"
  /// Nothing fits a filter, a file name extension or a kind.
  case noneMatch = "none-match"
  /// There is nothing to shrink, draw or search for.
  case nothingToDo = "nothing-to-do"
  /// There is no file or folder at a path.
  case fileMissing = "file-missing"
  /// A file or folder cannot be read, or a folder was named where a file is needed.
  case fileUnreadable = "file-unreadable"
  /// A file or folder cannot be written, made or removed.
  case fileUnwritable = "file-unwritable"
  /// Another run works in the folder.
  case folderInUse = "folder-in-use"
  /// The document is no scene, and a scene is needed.
  case notAScene = "not-a-scene"
  /// The scene cannot be laid out.
  case cannotLayOut = "cannot-lay-out"
  /// The engine does not do this kind of work, or cannot be loaded for it.
  case engineUnsuitable = "engine-unsuitable"
  /// A program that is needed cannot be started.
  case toolMissing = "tool-missing"
  /// A program was started and failed.
  case commandFailed = "command-failed"
  /// A package or a revision cannot be built.
  case buildFailed = "build-failed"
  /// The revisions do not enclose the change that is searched for.
  case wrongRevisions = "wrong-revisions"
  /// The command line is not as the usage of the verb says.
  case usage = "usage"
  /// The work was stopped by a signal.
  case interrupted = "interrupted"
}
