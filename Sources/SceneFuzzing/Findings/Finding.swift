import SceneModel

/// A broken law with the lightest document that shows it.
public struct Finding: Sendable {
  public enum Status: String, Codable, Sendable {
    /// Nobody has seen it before.
    case new
    /// It was fixed once.
    case returned
    /// It is on the list of open ones.
    case known
  }

  /// What `layoutlab keep` takes.
  public var id: String
  public var target: String
  public var law: String
  public var detail: String
  public var status: Status
  /// ISO date, such as `2026-11-21`.
  public var found: String
  /// How often the law broke when the original was judged again, out of `replays`.
  public var reproduced: Int
  public var replays: Int
  public var original: Document
  public var minimized: Document

  /// The same for every document that normalises to the same one.
  public var fingerprint: String { Finding.fingerprint(law: law, document: minimized) }

  static func fingerprint(law: String, document: Document) -> String {
    let digest = "\(law) \(document.normalForm.digest)"
    return String(hash(of: digest.utf8), radix: 16).paddedLeft(to: 16)
  }

  /// Of something that has no fingerprint but words that are the same whenever it is found.
  package static func id(of words: String) -> String {
    id(fingerprint: String(SceneFuzzing.hash(of: words.utf8), radix: 16).paddedLeft(to: 16))
  }

  /// A short id that is the same whenever the same thing is found.
  static func id(fingerprint: String) -> String { String(fingerprint.prefix(6)) }
}

extension String {
  func paddedLeft(to length: Int) -> String { String(repeating: "0", count: max(0, length - count)) + self }
}

extension Document {
  /// What a person counts: `3 views, 4 constraints`, `2 variables, 3 constraints` or `1 layer, 2 animations`. Intrinsic
  /// sizes are constraints, groups are animations.
  public var summary: String {
    let weight = weight
    let first =
      switch self {
      case .scene: counted(weight.views, "view")
      case .solver(let script): counted(script.variables.count, "variable")
      case .timeline: counted(weight.views, "layer") + ", " + counted(weight.constraints, "animation")
      }
    if case .timeline = self { return first }
    return "\(first), \(counted(weight.constraints, "constraint"))"
  }
}

package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
