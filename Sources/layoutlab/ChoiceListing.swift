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
