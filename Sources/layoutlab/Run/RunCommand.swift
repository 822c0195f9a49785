import ArgumentParser
import Foundation
import SceneModel
import ScreenPorting

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Records screens written in code as scenes, for every verb that takes a scene.",
    discussion: """
      Builds a target of a package that depends on HeadlessUIKit, shows its screens, plays their stories, and writes each down as a \
      .scene: the tree, the constraints with the file and line that made them, and every step. Screens are the types that are a \
      ScreenStory, or controllers that --screen names. Each runs in a process of its own. Guides/porting-a-screen.md shows the way.

      Variations are a fuzzer of screens: what contradicts itself, or traps, is told once with the command that shows it again.

      Example: layoutlab run Settings --device iphone-14-pro
      Example: layoutlab run Settings --variations 100
      """)

  @Argument(help: "A target of the package, which one of its library products has.")
  var target: String

  @Option(help: "The package's folder.")
  var packagePath = "."

  @Option(help: "A ScreenStory, or a controller that can be made without arguments (may be repeated).")
  var screen: [String] = []

  @Option(help: "A device of the device table.")
  var device = "iphone-8"

  @Option(help: "The reader's text size: XS, S, M, L, XL, XXL, XXXL or AX1 to AX5.")
  var textSize = "L"

  @Flag(help: "For a reader of a language that is written from right to left.")
  var rightToLeft = false

  @Option(name: .shortAndLong, help: "The folder for the scenes.")
  var output = "."

  @Option(help: "Where SwiftPM builds; the package's .build when absent.")
  var scratchPath: String?

  @Option(
    help:
      "Plays each story so many times more, on drawn devices, text sizes and directions, with drawn taps, texts and turns."
  )
  var variations = 0

  @Option(help: "Where the randomness of variations starts. Printed when absent.")
  var seed: UInt64?

  @Option(help: "Seconds that a screen may take.")
  var patience = 60

  @Flag(help: "Print what came of each screen as JSON.")
  var json = false

  private struct Answer: Encodable {
    struct Screen: Encodable {
      var name: String
      var file: String?
      var views, constraints, steps: Int?
      /// How it was lost, and what it said.
      var lost, said: String?
    }
    var target: String
    var screens: [Screen] = []
    var variations: Variations?
  }

  private struct Variations: Encodable {
    struct Finding: Encodable {
      var screen: String
      var seed: UInt64
      /// The device, text size and direction.
      var circumstances: String
      var what: String
      var file: String?
    }
    var count: Int
    var seed: UInt64
    var findings: [Finding] = []
  }

  func validate() throws {
    guard Device.named(device) != nil else {
      throw ValidationError(
        "--device \(device): no such device. Known are \(Device.all.map(\.name).joined(separator: ", ")).")
    }
    guard ScreenCircumstances.textSizes.contains(textSize) else {
      throw ValidationError(
        "--text-size \(textSize) is none of \(ScreenCircumstances.textSizes.joined(separator: ", ")).")
    }
    guard (0...100_000).contains(variations) else { throw ValidationError("--variations is from 0 to 100000.") }
    guard patience > 0, patience <= 3600 else { throw ValidationError("--patience is from 1 to 3600 s.") }
    for name in screen where !name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) {
      throw ValidationError("--screen \(name) is no name of a type.")
    }
  }

  func run() async throws {
    let package = try await UserPackage(packagePath)
    let target = try package.screens(of: self.target)
    let program = ScreenProgram(
      package: package, target: target, screens: try chosen(target.declared),
      scratch: scratchPath.map { URL(filePath: $0).standardizedFileURL.resolvingSymlinksInPath() }
        ?? package.folder.appending(path: ".build"))
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    } catch {
      throw UserMistake("\(output): no folder can be made here (\(error.localizedDescription)). Name another with -o.")
    }
    printToStandardError("layoutlab: building \(target.name)")
    let executable = try await program.build()
    var answer = Answer(target: target.name)
    for name in program.screens {
      let file = path(name)
      let ending = try await program.record(
        name, with: executable, arguments: circumstances.arguments, to: file, patience: patience)
      switch ending {
      case .recorded(let scene):
        answer.screens.append(
          Answer.Screen(
            name: name, file: file, views: scene.views.count, constraints: scene.constraints.count,
            steps: scene.steps.count))
      case .lost(let how, let said): answer.screens.append(Answer.Screen(name: name, lost: how, said: said))
      }
    }
    if variations > 0 { answer.variations = try await vary(program, executable) }
    print(json ? try jsonText(answer) : text(answer))
    let isLost = answer.screens.contains { $0.lost != nil }
    try (isLost || answer.variations?.findings.isEmpty == false ? Outcome.found : .clean).exit()
  }

  private var circumstances: ScreenCircumstances {
    ScreenCircumstances(device: device, textSize: textSize, isRightToLeft: rightToLeft)
  }

  private func path(_ name: String) -> String {
    output == "." ? "\(name).scene" : (output as NSString).appendingPathComponent("\(name).scene")
  }

  /// Each in a process of its own; a scene is kept where something is found.
  private func vary(_ program: ScreenProgram, _ executable: URL) async throws -> Variations {
    let seed = self.seed ?? UInt64.random(in: 1...9999)
    printToStandardError("layoutlab: \(variations) variations, seed \(seed)")
    var result = Variations(count: 0, seed: seed)
    var known: Set<String> = []
    for number in 0..<UInt64(variations) {
      for name in program.screens {
        let seed = seed &+ number
        let file = path("\(name)-\(seed)")
        let drawn = ScreenCircumstances(drawnFrom: seed)
        let ending = try await program.record(
          name, with: executable, arguments: drawn.arguments + ["--vary", "\(seed)"], to: file, patience: patience)
        result.count += 1
        var what: [String]
        switch ending {
        case .recorded(let scene): what = ScreenVerdict(scene).conflicts
        case .lost(let how, let said): what = ["\(how)\n\(said)"]
        }
        what = what.filter { known.insert("\(name) \($0)").inserted }
        if what.isEmpty { try? FileManager.default.removeItem(atPath: file) }
        result.findings += what.map {
          Variations.Finding(
            screen: name, seed: seed, circumstances: drawn.words, what: $0,
            file: FileManager.default.fileExists(atPath: file) ? file : nil)
        }
      }
    }
    return result
  }

  /// Those that were asked for; without a wish every story.
  private func chosen(_ declared: DeclaredScreens) throws -> [String] {
    if !screen.isEmpty { return screen }
    if !declared.stories.isEmpty { return declared.stories }
    guard !declared.controllers.isEmpty else {
      throw UserMistake(
        "\(target): no type here is a ScreenStory, and none is a view controller. Write a story, as Guides/porting-a-screen.md shows."
      )
    }
    throw UserMistake(
      "\(target): no type here is a ScreenStory. Name a controller with --screen: \(declared.controllers.joined(separator: ", "))."
    )
  }

  private func text(_ answer: Answer) -> String {
    (answer.screens.map(text) + (answer.variations.map { [text($0)] } ?? [])).joined(separator: "\n")
  }

  private func text(_ variations: Variations) -> String {
    let count = variations.findings.count
    let head = "\(variations.count) variations, seed \(variations.seed): \(count == 0 ? "nothing" : "\(count)") found"
    return
      ([head]
      + variations.findings.map { finding in
        """
        \(finding.screen) on \(finding.circumstances):
          \(finding.what.replacing("\n", with: "\n  "))\(finding.file.map { "\n  \($0)" } ?? "")
        Reproduce:  layoutlab run \(target) --package-path \(packagePath) --screen \(finding.screen) --variations 1 --seed \(finding.seed)
        """
      }).joined(separator: "\n")
  }

  private func text(_ screen: Answer.Screen) -> String {
    guard let file = screen.file else {
      let said = (screen.said ?? "").split(separator: "\n").map { "\n  \($0)" }.joined()
      return """
        \(screen.name) \(screen.lost ?? "")\(said)
        Reproduce:  layoutlab run \(target) --package-path \(packagePath) --screen \(screen.name) --device \(device)
        """
    }
    return """
      \(screen.name): \(screen.views ?? 0) views, \(screen.constraints ?? 0) constraints, \(screen.steps ?? 0) steps
        \(file)
      Check:      layoutlab check \(file)
      """
  }
}
