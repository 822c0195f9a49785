import ArgumentParser
import EngineIsolation

struct PluginsNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes an adapter with a toy engine, as a template for your own.",
    discussion: """
      The adapter uses the engine protocol (Guides/engine-protocol.md), keeps every law that it is judged by, and needs nothing \
      but the language. Existing files are not overwritten.

      Example: layoutlab plugins new --language python adapter
      """)

  @Option(help: "python, c, c++, rust or swift.")
  var language: EngineTemplate.Language

  @Argument(help: "The folder for the adapter. It must not exist yet.")
  var folder: String

  @Flag(help: "Print the facts as JSON.")
  var json = false

  func run() throws {
    let template = try EngineTemplate(language, in: folder)
    print(json ? try jsonText(template) : template.text)
  }
}

extension EngineTemplate.Language: ExpressibleByArgument {}
