import SceneModel

/// The switches of some choice tables, as `film --choices` and `show --quirks` list them.
package struct ChoiceListing: Encodable {
  private var choices: [Row] = []

  private struct Row: Encodable {
    var rule, name, value: String
    var options: [String]
    var meaning: String

    /// The text of a switch: its rule, its name, its value and the possible ones, and what they mean.
    var text: String {
      let others = options.filter { $0 != value }
      let flips = others.isEmpty ? "" : " (or \(others.joined(separator: ", ")))"
      return "\(rule)\t\(name)\t\(value)\(flips)\t\(meaning)"
    }
  }

  package init(of tables: any ChoiceTable...) {
    func rows<Choices: ChoiceTable>(_ choices: Choices) -> [Row] {
      Choices.all.map {
        Row(rule: $0.rule, name: $0.name, value: $0.value(in: choices), options: $0.options, meaning: $0.meaning)
      }
    }
    choices = tables.flatMap { rows($0) }
  }

  /// The text of all switches, one line each.
  package var text: String { choices.map(\.text).joined(separator: "\n") }

  /// Sets the switches that `option` names, each as NAME=VALUE. `flip` sets one switch; it returns false if no table has the switch or the value.
  package static func flip(
    _ wishes: [String], of option: String, listedBy listing: String,
    _ flip: (_ name: String, _ value: String) -> Bool
  ) throws(UsageMistake) {
    for wish in wishes {
      let parts = wish.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, flip(parts[0], parts[1]) else {
        throw UsageMistake(.unknownWord, "\(option) \(wish): no such switch or value. `\(listing)` lists them.")
      }
    }
  }
}
