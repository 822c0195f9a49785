import LibC

/// What an engine behind the C table may ask of the program that uses it.
public struct EngineHost: Sendable {
  /// Shows a line of an engine's log. The line begins with the engine's name, and has at most a few hundred bytes and no control characters. One
  /// plugin logs at most `EngineHost.mostLines` lines.
  public var log: @Sendable (String) -> Void
  /// Whether the engine should give up. An engine may ask at each step of its work.
  public var isCancelled: @Sendable () -> Bool

  /// Makes a host.
  ///
  /// - Parameters:
  ///   - log: shows a line; without it, lines go to the standard error.
  ///   - isCancelled: whether the engine should give up; without it, never.
  public init(
    log: @escaping @Sendable (String) -> Void = EngineHost.writeToStandardError,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.log, self.isCancelled) = (log, isCancelled)
  }

  /// Writes a line to the standard error, where an engine's own output goes too.
  @Sendable public static func writeToStandardError(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// The most lines that one plugin may log. The host says once that it drops the rest.
  public static let mostLines = 100
}
