import AnimationSampler
import ArgumentParser
import ConstraintSolver
import EngineIsolation
import Foundation
import FuzzTargets
import LayoutPlugin
import SceneChecking
import SceneFuzzing

struct CorpusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus",
    abstract: "Counts, merges and prunes the inputs that fuzzers keep, and makes seeds.",
    discussion: "Example: layoutlab corpus stats",
    subcommands: [CorpusStats.self, CorpusMerge.self, CorpusPrune.self, CorpusSeeds.self])
}

struct CorpusOptions: ParsableArguments {
  @Option(help: "The folder with corpora and findings.")
  var work = FuzzedEngine.ourWork

  func corpus(of target: FuzzTarget) -> URL { URL(filePath: work).appending(path: "\(target.name)/corpus") }
}

struct CorpusStats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Counts what the corpora and the seeds hold.",
    discussion: "Example: layoutlab corpus stats FuzzSolver")

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport, FuzzTimeline, FuzzPlayer or FuzzProgram. If absent, all.")
  var target: String?

  @OptionGroup var options: CorpusOptions

  @Flag(help: "Print the figures as JSON.")
  var json = false

  func run() throws {
    let targets = try target.map { [try FuzzTarget.named($0)] } ?? FuzzTarget.all
    let rows = try targets.flatMap { target in
      [
        try CorpusFigures(of: FuzzCorpus(options.corpus(of: target)), target, name: "corpus"),
        try CorpusFigures(of: FuzzCorpus(URL(filePath: "Fuzz/Seeds/\(target.name)")), target, name: "seeds"),
      ]
    }
    print(json ? try jsonText(["corpora": rows]) : rows.map(\.text).joined(separator: "\n"))
  }
}

struct CorpusMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Adds inputs from other folders to a corpus, if they reach something new.",
    discussion: """
      If `make fuzz-build` has built the fuzzer, an input is added if it reaches new code; otherwise if its document is not \
      there yet. Nothing is removed.

      Example: layoutlab corpus merge FuzzSolver /backup/FuzzSolver/corpus
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport, FuzzTimeline, FuzzPlayer or FuzzProgram.")
  var target: String

  @Argument(help: "Folders with inputs.")
  var folders: [String]

  @OptionGroup var options: CorpusOptions

  func run() throws {
    let target = try FuzzTarget.named(self.target)
    guard !folders.isEmpty else { throw ValidationError("Name a folder with inputs.") }
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
    abstract: "Removes inputs from a corpus that reach nothing new.",
    discussion: """
      If `make fuzz-build` has built the fuzzer, inputs that reach no new code are removed; otherwise those that decode to the \
      same document as another. The old corpus stays until the new one is complete.

      Example: layoutlab corpus prune FuzzSolver
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport, FuzzTimeline, FuzzPlayer or FuzzProgram.")
  var target: String

  @OptionGroup var options: CorpusOptions

  func run() throws {
    let target = try FuzzTarget.named(self.target)
    let lock = try FolderLock(URL(filePath: options.work))
    let folder = options.corpus(of: target)
    let (before, way) = try CorpusMerger(target).prune(folder)
    print("\(folder.relativePath): \(try FuzzCorpus(folder).count) of \(before) are left \(way)")
    withExtendedLifetime(lock) {}
  }
}

struct CorpusSeeds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seeds",
    abstract: "Makes seeds from scenes, scripts, timelines and files from outside.",
    discussion: """
      Reads folders for .scene, .solver, .timeline, .storyboard, .xib, .log and .vfl files. A scene is a seed for the fuzzers of \
      layouts, players and files. So are equivalent forms of it (a stack view as constraints, autoresizing masks as constraints, \
      visual format, the mirror image), and the parts of a long one. Its solver script and timelines are seeds for the fuzzers \
      of solvers and samplers. A file from outside is a seed as it is, and its scenes are seeds too. Every fourth seed is \
      written a second time with a mark that makes every law judge it.

      If `make fuzz-build` has built a fuzzer, only inputs that reach new code are kept. Inputs longer than the fuzzer's limit \
      are left out. Seeds that people wrote stay as they are.

      Example: layoutlab corpus seeds Examples Benchmarks/Workloads Tests --generated 5000 --corpora
      """)

  @Argument(help: "Files and folders with documents.")
  var sources: [String]

  @Option(help: "The folder of the seeds, which has one folder for each target.")
  var into = "Fuzz/Seeds"

  @Option(help: "The number of generated documents for each target; some are large.")
  var generated = 0

  @Flag(help: "Also take the fuzzers' corpora in --work, and the seeds made before.")
  var corpora = false

  @OptionGroup var options: CorpusOptions

  func run() throws {
    let lock = corpora ? try FolderLock(URL(filePath: options.work)) : nil
    for target in FuzzTarget.all {
      let folder = URL(filePath: into).appending(path: target.name)
      var maker = SeedMaker(target, into: folder, playing: .layoutlab.withAnimationSampler)
      for source in sources { try add(source, to: &maker) }
      for number in 0..<max(0, generated) { maker.add(generated: number, seed: 1) }
      if corpora {
        let made = try FuzzCorpus(folder).files.filter { $0.lastPathComponent.hasPrefix("made-") }
        for file in try FuzzCorpus(options.corpus(of: target)).files + made {
          maker.add(input: try DurableFile.read(file))
        }
      }
      let merger = CorpusMerger(target)
      print(try maker.write { try merger.worthHaving(of: $0, beside: $1) })
    }
    withExtendedLifetime(lock) {}
  }

  private func add(_ source: String, to maker: inout SeedMaker) throws {
    for file in try FuzzCorpus.documents(in: URL(filePath: source)) {
      let bytes = try DurableFile.read(file)
      maker.add(file: bytes, ending: file.pathExtension)
      guard file.pathExtension != "vfl" else { continue }
      do {
        let read = try SceneFile(path: file.path, name: file.relativePath)
        switch read.content {
        case .scenes(let scenes): for imported in scenes { maker.add(.scene(imported.scene)) }
        case .script(let script): maker.add(.solver(script))
        case .timeline(let timeline): maker.add(.timeline(timeline))
        }
      } catch {
        printToStandardError("\(file.relativePath): no document; passed over")
      }
    }
  }
}
