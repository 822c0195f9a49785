import ArgumentParser
import EngineIsolation

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Marks a finding as accepted, with the reason.",
    discussion: """
      Adds it as "open" to the list of known findings: Fuzz/known-findings.json, or for another engine known-findings.json \
      beside its findings. Later runs count it as known, and end with 0 if nothing else is found. Accepting it again changes the \
      reason. Fuzzing reports it when its law holds again.

      Example: layoutlab accept 9f3a17 --reason "kiwi weighs constraints, which its manual says"
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed.")
  var finding: String

  @Option(help: "The reason, as a sentence for readers of the list.")
  var reason: String

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func validate() throws {
    guard reason.contains(where: \.isLetter) else { throw ValidationError("--reason must say why, in words.") }
  }

  func run() throws {
    let accepted = try AcceptedFinding(accepting: finding, of: work, reason: reason)
    print(json ? try jsonText(accepted) : accepted.text)
  }
}
