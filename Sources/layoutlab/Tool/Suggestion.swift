import ArgumentParser
import SceneModel

/// The verb that is probably meant by an unknown one.
enum Suggestion {
  /// A message where the first word is no verb of ours; nil where there is nothing to say.
  static func message(for arguments: [String], among verbs: [String], hidden: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-"), !(verbs + hidden).contains(word) else { return nil }
    let hint = didYouMean(word, among: verbs)
    return "layoutlab: there is no verb \"\(word)\". \(hint.isEmpty ? "" : hint + " ")The verbs are "
      + verbs.joined(separator: ", ") + "; `layoutlab help` says what each does."
  }
}
