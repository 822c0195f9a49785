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
      Example: layoutlab shrink feed.scene --law layout.incremental-equals-fresh -o small.scene
      """)

  @Argument(help: "A .scene or .solver file.")
  var file: String

  @Option(help: "The law it breaks. The one that the file names, when absent.")
  var law: String?

  @Option(name: .shortAndLong, help: "Where the result is written; printed when absent.")
  var output: String?

  @OptionGroup var engine: EngineOptions

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let plugin = try engine.plugin()
    let document = try ShrinkCommand.document(file)
    guard let name = law ?? document.provenance?.law else {
      throw ValidationError("\(file) names no law that it breaks. Give one with --law.")
    }
    let law = try Law.called(name, among: engine.laws)
    func breaks(_ document: Document) -> Bool {
      if case .broken = law.judge(document, plugin) { true } else { false }
    }
    guard breaks(document) else {
      let kept = "\(file): \(name) holds here, so there is nothing to shrink."
      throw UserMistake("\(kept) Check it with `layoutlab check --law \(name) \(file)`.")
    }
    let outcome = Minimizer().minimize(document, while: breaks)
    var minimized = outcome.document
    minimized.provenance = Provenance(law: name, found: document.provenance?.found ?? isoDate(Date()))
    if let output {
      do {
        try Data(minimized.text.utf8).write(to: URL(filePath: output), options: .atomic)
      } catch {
        throw UserMistake("\(output): cannot be written (\(error.localizedDescription)). Name a file in a folder.")
      }
    }
    if json {
      let facts: [String: Any] = [
        "law": name, "attempts": outcome.attempts, "weight": minimized.summary, "originalWeight": document.summary,
        "file": output ?? "", "document": minimized.text,
      ]
      let data = try JSONSerialization.data(withJSONObject: facts, options: [.sortedKeys, .prettyPrinted])
      print(String(decoding: data, as: UTF8.self))
    } else {
      printToStandardError("\(name) is broken: \(minimized.summary), from \(document.summary)")
      // The document as it is: it may go into a file.
      StandardOutput.write((output ?? minimized.text) + "\n")
    }
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
