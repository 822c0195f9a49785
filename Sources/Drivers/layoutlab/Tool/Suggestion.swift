import ArgumentParser
import SceneModel

/// Suggests the verb that a user probably meant by an unknown one.
enum Suggestion {
  /// Returns a message if the first word is not a known verb; nil if there is nothing to report.
  static func message(for arguments: [String], among verbs: [String], hidden: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-"), !(verbs + hidden).contains(word) else { return nil }
    let hint = didYouMean(word, among: verbs)
    return "layoutlab: there is no verb \"\(word)\". \(hint.isEmpty ? "" : hint + " ")The verbs are "
      + verbs.joined(separator: ", ") + "; `layoutlab help` says what each does."
  }
}
