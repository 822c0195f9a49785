/// Chooses benchmarks by a regular expression on their path, as Google Benchmark does. It may match anywhere in the path. A leading `-` selects the
/// benchmarks that do not match; an empty pattern or `all` selects all.
public struct PathFilter {
  private let expression: Regex<AnyRegexOutput>?
  private let isNegated: Bool

  /// Makes a filter. Throws the regular expression parser's error.
  public init(_ pattern: String?) throws {
    guard let pattern, !pattern.isEmpty, pattern != "all" else {
      expression = nil
      isNegated = false
      return
    }
    isNegated = pattern.hasPrefix("-")
    expression = try Regex(isNegated ? String(pattern.dropFirst()) : pattern)
  }

  /// Returns the pattern that matches these paths and no others.
  package static func exactly(_ paths: [String]) -> String {
    let quoted = paths.map { path in
      path.map { $0.isLetter || $0.isNumber || "/-_".contains($0) ? String($0) : "\\\($0)" }.joined()
    }
    return "^(\(quoted.joined(separator: "|")))$"
  }

  /// Returns the flag with which a driver runs only these benchmarks. For nil, it returns no flag, and the driver runs its default benchmarks.
  static func choice(of paths: [String]?) -> [String] {
    paths.map { ["--benchmark_filter=\(exactly($0))"] } ?? []
  }

  public func accepts(_ path: String) -> Bool {
    guard let expression else { return true }
    return path.contains(expression) != isNegated
  }
}
