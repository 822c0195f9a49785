import ArgumentParser
import SceneModel

/// A line a choice: its rule, its name, what it is and could be, and what that means.
func listing<Choices: ChoiceTable>(of choices: Choices) -> String {
  Choices.all.map { choice in
    let others = choice.options.filter { $0 != choice.value(in: choices) }
    let flips = others.isEmpty ? "" : " (or \(others.joined(separator: ", ")))"
    return "\(choice.rule)\t\(choice.name)\t\(choice.value(in: choices))\(flips)\t\(choice.meaning)"
  }.joined(separator: "\n")
}

/// The same as JSON.
func listingJSON(of tables: any ChoiceTable...) throws -> String {
  func rows<Choices: ChoiceTable>(_ choices: Choices) -> [ListedChoice] {
    Choices.all.map {
      ListedChoice(
        rule: $0.rule, name: $0.name, value: $0.value(in: choices), options: $0.options, meaning: $0.meaning)
    }
  }
  return try jsonText(["choices": tables.flatMap { rows($0) }])
}

private struct ListedChoice: Encodable {
  var rule, name, value: String
  var options: [String]
  var meaning: String
}

/// Flips the switches that `option` names, NAME=VALUE each; `flip` is false for a switch or value that no table has.
func flip(
  _ wishes: [String], of option: String, listedBy listing: String, _ flip: (_ name: String, _ value: String) -> Bool
) throws {
  for wish in wishes {
    let parts = wish.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, flip(parts[0], parts[1]) else {
      throw ValidationError("\(option) \(wish): no such switch or value. `\(listing)` lists them.")
    }
  }
}
