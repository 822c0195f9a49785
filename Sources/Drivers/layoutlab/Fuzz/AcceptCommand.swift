import ArgumentParser
import EngineIsolation

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Notes that a finding stays as it is, with the reason.",
    discussion: """
      Notes it as open in the list of known findings: Fuzz/known-findings.json, and known-findings.json beside what another \
      engine broke. Later runs count it as known and end with 0 if nothing else is found. Accepting it again changes the \
      reason. When its law holds again, fuzzing says so.

      Example: layoutlab accept 9f3a17 --reason "kiwi weighs constraints, which its manual says"
      """)

  @Argument(help: "The id that `layoutlab fuzz` printed.")
  var finding: String

  @Option(help: "Why it stays: a sentence for whoever reads the list.")
  var reason: String

  @Option(help: "The folder with the findings.")
  var work = FuzzedEngine.ourWork

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func validate() throws {
    guard reason.contains(where: \.isLetter) else { throw ValidationError("--reason is a sentence") }
  }

  func run() throws {
    let accepted = try AcceptedFinding(accepting: finding, of: work, reason: reason)
    print(json ? try jsonText(accepted) : accepted.text)
  }
}
