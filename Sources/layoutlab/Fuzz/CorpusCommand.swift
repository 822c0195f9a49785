import ArgumentParser
import ConstraintSolver
import EngineIsolation
import Foundation
import FuzzTargets
import LayoutPlugin
import SceneFuzzing
import SceneModel

struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus",
    abstract: "Looks at, merges and prunes the inputs that fuzzers keep, and makes seeds from scenes.",
    discussion: "Example: layoutlab corpus stats",
    subcommands: [CorpusStats.self, CorpusMerge.self, CorpusPrune.self, CorpusSeeds.self])
}

struct CorpusOptions: ParsableArguments {
  @Option(help: "The folder with corpora and findings. Fuzz/Work when absent.")
  var work = FuzzedEngine.ourWork

  func corpus(of target: FuzzTarget) -> URL { URL(filePath: work).appending(path: "\(target.name)/corpus") }
}

struct CorpusStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "What the corpora and the seeds hold.",
    discussion: "Example: layoutlab corpus stats FuzzSolver")

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport or FuzzTimeline; all when absent.")
  var target: String?

  @OptionGroup var options: CorpusOptions

  @Flag(help: "Print the figures as JSON.")
  var json = false

  func run() throws {
    let targets = try target.map { [try FuzzTarget.named($0)] } ?? FuzzTarget.all
    var rows: [CorpusFigures] = []
    for target in targets {
      for (name, folder) in [
        ("corpus", options.corpus(of: target)), ("seeds", URL(filePath: "Fuzz/Seeds/\(target.name)")),
      ] {
        rows.append(try CorpusFigures(of: FuzzCorpus(folder), target, name: name))
      }
    }
    if json { return print(try jsonText(["corpora": rows])) }
    for row in rows { print(row.text) }
  }
}

struct CorpusMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Adds to a corpus what other folders have that reaches something new.",
    discussion: """
      By coverage where `make fuzz-build` has built the fuzzer; else each document once. Nothing is taken out.

      Example: layoutlab corpus merge FuzzSolver /backup/FuzzSolver/corpus
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport or FuzzTimeline.")
  var target: String

  @Argument(help: "Folders with inputs.")
  var folders: [String]

  @OptionGroup var options: CorpusOptions

  func run() throws {
    let target = try FuzzTarget.named(self.target)
    guard !folders.isEmpty else { throw ValidationError("name a folder with inputs") }
    let sources = try folders.map { try FuzzCorpus.existing(URL(filePath: $0)) }
    let lock = try FolderLock(URL(filePath: options.work))
    let into = options.corpus(of: target)
    let before = try FuzzCorpus(into).count
    let way = try CorpusMerger(target).merge(sources, into: into)
    print(
      "\(into.relativePath): \(try FuzzCorpus(into).count - before) added \(way), \(try FuzzCorpus(into).count) in all")
    withExtendedLifetime(lock) {}
  }
}

struct CorpusPrune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Takes out of a corpus what reaches nothing that the rest does not reach.",
    discussion: """
      By coverage where `make fuzz-build` has built the fuzzer; else what decodes to the same document. The old corpus stays \
      until the new one is whole.

      Example: layoutlab corpus prune FuzzSolver
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport or FuzzTimeline.")
  var target: String

  @OptionGroup var options: CorpusOptions

  func run() throws {
    let target = try FuzzTarget.named(self.target)
    let lock = try FolderLock(URL(filePath: options.work))
    let folder = options.corpus(of: target)
    let old = try FuzzCorpus.existing(folder)
    let (new, aside) = (folder.appendingPathExtension("new"), folder.appendingPathExtension("old"))
    for left in [new, aside] { try? FileManager.default.removeItem(at: left) }
    let way = try CorpusMerger(target).merge([old], into: new)
    try FileManager.default.moveItem(at: folder, to: aside)
    try FileManager.default.moveItem(at: new, to: folder)
    try FileManager.default.removeItem(at: aside)
    print("\(folder.relativePath): \(try FuzzCorpus(folder).count) of \(old.count) are left \(way)")
    withExtendedLifetime(lock) {}
  }
}

struct CorpusSeeds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seeds",
    abstract: "Makes seeds from scenes, scripts and timelines.",
    discussion: """
      Reads folders for .scene, .solver and .timeline files. A scene is a seed of the layout and import fuzzers, the script that \
      it causes one of the solver's. What is longer than a fuzzer reads is left out. Seeds that people wrote stay as they are.

      Example: layoutlab corpus seeds Examples Tests/RegressionTests/Scenes
      """)

  @Argument(help: "Files and folders with documents.")
  var sources: [String]

  @Option(help: "The folder of the seeds, with one folder a target in it.")
  var into = "Fuzz/Seeds"

  func run() throws {
    var makers = FuzzTarget.all.map {
      SeedMaker($0, into: URL(filePath: into).appending(path: $0.name), playing: .layoutlab)
    }
    for source in sources {
      for file in try FuzzCorpus.documents(in: URL(filePath: source)) {
        guard let document = try? Document(text: String(decoding: try DurableFile.read(file), as: UTF8.self)) else {
          printToStandardError("\(file.relativePath): no document; passed over")
          continue
        }
        for at in makers.indices { makers[at].add(document) }
      }
    }
    for maker in makers { print(try maker.write()) }
  }
}
