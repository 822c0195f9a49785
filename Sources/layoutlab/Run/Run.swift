import ArgumentParser
import Foundation
import SceneModel
import ScreenPorting

struct Run: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Records screens written in code as scenes, for every verb that takes a scene.",
    discussion: """
      Builds a target of a package that depends on HeadlessUIKit, shows its screens, plays their stories, and writes each down as a \
      .scene: the tree, the constraints with the file and line that made them, and every step. Screens are the types that are a \
      ScreenStory, or controllers that --screen names. Each runs in a process of its own. Guides/porting-a-screen.md shows the way.

      Example: layoutlab run Settings --device iphone-14-pro
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
  }

  private static let textSizes = ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"]

  func validate() throws {
    guard Device.named(device) != nil else {
      throw ValidationError(
        "--device \(device): no such device. Known are \(Device.all.map(\.name).joined(separator: ", ")).")
    }
    guard Self.textSizes.contains(textSize) else {
      throw ValidationError("--text-size \(textSize) is none of \(Self.textSizes.joined(separator: ", ")).")
    }
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
      scratch: scratchPath.map { URL(filePath: $0).standardized } ?? package.folder.appending(path: ".build"))
    do {
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    } catch {
      throw UserMistake("\(output): no folder can be made here (\(error.localizedDescription)). Name another with -o.")
    }
    printToStandardError("layoutlab: building \(target.name)")
    let executable = try await program.build()
    var arguments = ["--device", device, "--text-size", textSize]
    if rightToLeft { arguments.append("--right-to-left") }

    var answer = Answer(target: target.name)
    for name in program.screens {
      let file = output == "." ? "\(name).scene" : (output as NSString).appendingPathComponent("\(name).scene")
      let ending = try await program.record(
        name, with: executable, arguments: arguments, to: file, patience: patience)
      switch ending {
      case .recorded(let scene):
        answer.screens.append(
          Answer.Screen(
            name: name, file: file, views: scene.views.count, constraints: scene.constraints.count,
            steps: scene.steps.count))
      case .lost(let how, let said): answer.screens.append(Answer.Screen(name: name, lost: how, said: said))
      }
    }
    print(json ? try jsonText(answer) : text(answer))
    try (answer.screens.contains { $0.lost != nil } ? Outcome.found : .clean).exit()
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
    answer.screens.map { screen in
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
    }.joined(separator: "\n")
  }
}
