/// How the edits of a run follow one another.
public enum EditForm: Sendable {
  /// None comes back: what a user does. The engine has seen nothing but the build before the clock starts.
  case fresh
  /// The same few again and again: what an engine gains by remembering is in the difference.
  case again

  /// The first part of a benchmark's path, which is a column of the table.
  public func column(_ engine: String) -> String {
    switch self {
    case .fresh: engine
    case .again: engine + "-again"
    }
  }
}

extension Driver {
  /// Only what never comes back gates.
  public var forms: [EditForm] { isOwnOnly ? [.fresh] : [.fresh, .again] }
}
