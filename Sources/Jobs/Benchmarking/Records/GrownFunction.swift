import Foundation

/// A function that takes more instructions than before, which explains why a benchmark is slower.
public struct GrownFunction: Hashable, Sendable, Codable {
  /// The function's name, as people write it.
  public var name: String
  /// Instructions of the measured region in the function itself, before and after.
  public var before, after: UInt64

  /// Returns the functions that grew most, the most first. Functions with less than a fiftieth of the whole growth are left out.
  public static func all(_ before: [String: UInt64], _ after: [String: UInt64], most: Int = 5) -> [GrownFunction] {
    let grown = after.compactMap { name, cost -> GrownFunction? in
      let earlier = before[name] ?? 0
      return cost > earlier ? GrownFunction(name: name, before: earlier, after: cost) : nil
    }
    let total = grown.reduce(0) { $0 + $1.after - $1.before }
    return grown.sorted { a, b in
      let (x, y) = (a.after - a.before, b.after - b.before)
      return x != y ? x > y : a.name < b.name
    }.prefix(most).filter { 50 * ($0.after - $0.before) > total }
  }

  /// The name and the growth, as text.
  public var text: String {
    before == 0
      ? "\(name) (new, \(after) instructions)"
      : "\(name) (\(percent(Double(after) / Double(before) - 1)), \(after - before) instructions more)"
  }
}

/// Returns readable names for the names in a binary. The marks that compilers append to variants of a function are removed. Swift's names are
/// demangled if the toolchain's demangler is installed.
func plainNames(_ names: Set<String>) -> [String: String] {
  var plain: [String: String] = [:]
  for name in names {
    let ends = variantMarks.compactMap { name.firstRange(of: $0)?.lowerBound }
    if let end = ends.min(), end > name.startIndex { plain[name] = String(name[..<end]) }
  }
  let mangled = names.filter { $0.hasPrefix("$s") || $0.hasPrefix("_$s") }.sorted()
  guard !mangled.isEmpty, let text = output(of: ["swift", "demangle", "--simplified", "--compact"] + mangled) else {
    return plain
  }
  let lines = text.split(separator: "\n").map(String.init)
  if lines.count == mangled.count { plain.merge(zip(mangled, lines)) { $1 } }
  return plain
}

/// The marks that GCC and LLVM append to variants of a function.
private let variantMarks = [".constprop.", ".isra.", ".part.", ".cold", ".lto_priv.", ".llvm.", " [clone "]
