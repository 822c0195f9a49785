import ArgumentParser
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

struct ShrinkCommand: EngineUser {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Minimises a scene or solver script while it breaks the same law.",
    discussion: """
      Each part of the result is marked: needed, any value does, or irrelevant. With --slow the document is made small \
      while it takes at least half the work.

      Example: layoutlab shrink feed.scene --law layout.incremental-equals-fresh -o small.scene
      Example: layoutlab shrink slow.solver --slow
      """)

  @Argument(help: "A .scene or .solver file.")
  var file: String

  @Option(help: "The law it breaks. The one that the file names, when absent.")
  var law: String?

  @Flag(help: "Make small what is slow, instead of what breaks a law: by the engine's own counts, else by time.")
  var slow = false

  @Option(name: .shortAndLong, help: "Where the result is written; printed when absent.")
  var output: String?

  @OptionGroup var engine: EngineOptions

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let plugin = try engine.plugin()
    let document = try ShrinkCommand.document(file)
    let aim = slow ? try slowAim(document, plugin) : try lawAim(document, plugin)
    let outcome = Minimizer().minimize(document, while: aim.stillFails)
    var minimized = outcome.document
    minimized.provenance = aim.law.map {
      Provenance(law: $0, found: document.provenance?.found ?? isoDate(Date()))
    }
    let explained = Explanation(of: minimized, while: aim.stillFails)
    if let output {
      do {
        try Data(explained.text.utf8).write(to: URL(filePath: output), options: .atomic)
      } catch {
        throw UserMistake("\(output): cannot be written (\(error.localizedDescription)). Name a file in a folder.")
      }
    }
    if json {
      let facts: [String: Any] = [
        "law": aim.law ?? "", "attempts": outcome.attempts, "weight": minimized.summary,
        "originalWeight": document.summary,
        "file": output ?? "", "document": explained.text,
      ]
      let data = try JSONSerialization.data(withJSONObject: facts, options: [.sortedKeys, .prettyPrinted])
      print(String(decoding: data, as: UTF8.self))
    } else {
      printToStandardError("\(aim.words(minimized)): \(minimized.summary), from \(document.summary)")
      // The document as it is: it may go into a file.
      StandardOutput.write((output ?? explained.text) + "\n")
    }
  }

  /// What must stay so while the document gets smaller.
  private struct Aim {
    var law: String?
    var stillFails: (Document) -> Bool
    var words: (Document) -> String
  }

  private func lawAim(_ document: Document, _ plugin: Plugin) throws -> Aim {
    guard let name = law ?? document.provenance?.law else {
      throw ValidationError("\(file) names no law that it breaks. Give one with --law, or say --slow.")
    }
    let law = try Law.called(name, among: engine.laws)
    func breaks(_ document: Document) -> Bool {
      if case .broken = law.judge(document, plugin) { true } else { false }
    }
    guard breaks(document) else {
      let kept = "\(file): \(name) holds here, so there is nothing to shrink."
      throw UserMistake("\(kept) Check it with `layoutlab check --law \(name) \(file)`.")
    }
    return Aim(law: name, stillFails: breaks, words: { _ in "\(name) is broken" })
  }

  private func slowAim(_ document: Document, _ plugin: Plugin) throws -> Aim {
    guard let whole = Effort(of: document, on: plugin) else {
      throw UserMistake("\(file): the engine cannot play it. Check it with `layoutlab check \(file)`.")
    }
    return Aim(
      law: nil,
      stillFails: { proposal in Effort(of: proposal, on: plugin).map { 2 * $0.amount >= whole.amount } ?? false },
      words: { small in "\(Effort(of: small, on: plugin)?.words ?? "no work") of \(whole.words)" })
  }

  static func document(_ file: String) throws -> Document {
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    } catch {
      throw UserMistake("\(file): cannot be read (\(error.localizedDescription)). Name a .scene or .solver file.")
    }
    do {
      return try Document(text: text, file: file)
    } catch {
      throw UserMistake("\(error)")
    }
  }
}
