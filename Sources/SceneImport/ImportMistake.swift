/// Something wrong in the user's file: where, what, and what to do about it.
public struct ImportMistake: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// 1 for the first line.
  public var line: Int
  public var problem: String
  public var hint: String

  public init(file: String, line: Int, problem: String, hint: String) {
    self.file = file
    self.line = line
    self.problem = problem
    self.hint = hint
  }

  public var description: String { "\(file):\(line): \(problem). \(hint)" }
}
