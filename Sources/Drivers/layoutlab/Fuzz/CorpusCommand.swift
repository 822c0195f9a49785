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
    abstract: "Looks at, merges and prunes the inputs that fuzzers keep, and makes seeds.",
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
    abstract: "Counts what the corpora and the seeds hold.",
    discussion: "Example: layoutlab corpus stats FuzzSolver")

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport, FuzzTimeline, FuzzPlayer or FuzzProgram; all when absent.")
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
      By coverage where `make fuzz-build` has built the fuzzer; else each document once. Nothing is taken out.

      Example: layoutlab corpus merge FuzzSolver /backup/FuzzSolver/corpus
      """)

  @Argument(help: "FuzzSolver, FuzzLayout, FuzzImport, FuzzTimeline, FuzzPlayer or FuzzProgram.")
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
    abstract: "Removes inputs from a corpus that reach nothing new.",
    discussion: """
      By coverage where `make fuzz-build` has built the fuzzer; else what decodes to the same document. The old corpus stays \
      until the new one is whole.

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
      Reads folders for .scene, .solver, .timeline, .storyboard, .xib, .log and .vfl files. A scene is a seed of the fuzzers of \
      layouts, players and files, and so is the same said in another way (a stack by hand, masks as constraints, visual format, the \
      mirror image), and so is a long one cut into plays as long as a fuzzer's; the script and the timelines that it causes are seeds of the \
      solver's and the sampler's. Files from outside are seeds as they are, and by the scenes in them. One seed in four is there \
      once more with a remark by which every law judges it.

      Where `make fuzz-build` has built a fuzzer, only what reaches something is kept. What is longer than a fuzzer reads is left \
      out. Seeds that people wrote stay as they are.

      Example: layoutlab corpus seeds Examples Benchmarks/Workloads Tests --generated 5000 --corpora
      """)

  @Argument(help: "Files and folders with documents.")
  var sources: [String]

  @Option(help: "The folder of the seeds, with one folder a target in it.")
  var into = "Fuzz/Seeds"

  @Option(help: "So many generated documents a target, large ones among them.")
  var generated = 0

  @Flag(help: "Take what the fuzzers have found worth keeping, too: the corpora in --work, and the seeds made before.")
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
