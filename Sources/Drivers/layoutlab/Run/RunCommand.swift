import ArgumentParser
import Foundation
import Reports
import SceneModel
import ScreenPorting
import ScreenRecording

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Records screens written in code as scenes, for every verb that takes a scene.",
    discussion: """
      Builds a target of a package that depends on HeadlessUIKit, shows its screens, plays their stories, and writes each as a \
      .scene: the view tree, the constraints with the file and line that made them, and every step. Screens are the types that \
      conform to ScreenStory, and controllers that --screen names. Each runs in a process of its own \
      (Guides/porting-a-screen.md).

      --variations fuzzes the screens: each conflict or crash is reported once, with the command that reproduces it.

      Example: layoutlab run Settings --device iphone-14-pro
      Example: layoutlab run Settings --variations 100
      """)

  @Argument(help: "A target of one of the package's library products.")
  var target: String

  @Option(help: "The package's folder.")
  var packagePath = "."

  @Option(help: "A ScreenStory, or a controller that can be made without arguments (may be repeated).")
  var screen: [String] = []

  @Option(help: "A device of the device table.")
  var device = "iphone-8"

  @Option(help: "The user's text size: XS, S, M, L, XL, XXL, XXXL or AX1 to AX5.")
  var textSize = "L"

  @Flag(help: "Lay the screen out for a language that is written from right to left.")
  var rightToLeft = false

  @Option(name: .shortAndLong, help: "The folder for the scenes.")
  var output = "."

  @Option(
    help:
      "The folder in which SwiftPM builds. If absent, .build/layoutlab-run in the package.")
  var scratchPath: String?

  @Option(
    help:
      "Play each story this many more times, on random devices, text sizes and directions, with random taps, texts and rotations."
  )
  var variations = 0

  @Option(help: "The seed of the variations. If absent, a random one, which is printed.")
  var seed: UInt64?

  @Option(help: "Seconds that a screen may take.")
  var patience = 60

  @Flag(help: "Print the result of each screen as JSON.")
  var json = false

  func validate() throws {
    guard Device.named(device) != nil else {
      throw ValidationError(
        "--device \(device): no such device. \(Device.hint(for: device))")
    }
    guard ScreenCircumstances.textSizes.contains(textSize) else {
      throw ValidationError(
        "--text-size \(textSize) is none of \(ScreenCircumstances.textSizes.joined(separator: ", ")).")
    }
    guard (0...100_000).contains(variations) else { throw ValidationError("--variations must be from 0 to 100000.") }
    guard patience > 0, patience <= 3600 else { throw ValidationError("--patience must be from 1 to 3600 seconds.") }
    for name in screen where !name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) {
      throw ValidationError("--screen \(name) is not the name of a type.")
    }
  }

  func run() async throws {
    let package = try await UserPackage(packagePath)
    let target = try package.screens(of: self.target)
    let program = ScreenProgram(
      package, target, screens: try chosen(target.declared),
      scratch: scratchPath.map { URL(filePath: $0).standardizedFileURL.resolvingSymlinksInPath() })
    try UserFile.makeFolder(output)
    printToStandardError("layoutlab: building \(target.name)")
    let executable = try await program.build { printToStandardError("layoutlab: still building after \($0) s") }
    var answer = RecordedTarget(target.name, of: packagePath, on: device)
    for (index, name) in program.screens.enumerated() {
      let file = path(name)
      printToStandardError("layoutlab: recording \(name), \(index + 1) of \(program.screens.count)")
      let ending = try await program.record(
        name, with: executable, arguments: circumstances.arguments, to: file, patience: patience)
      if case .recorded(_, let said) = ending, !said.text.isEmpty { printToStandardError(said.text) }
      answer.add(ending, of: name, file: file)
    }
    if variations > 0 {
      let seed = self.seed ?? UInt64.random(in: 1...9999)
      printToStandardError("layoutlab: \(variations) variations, seed \(seed)")
      answer.variations = try await ScreenVariations(
        variations, of: program, executable, seed: seed, patience: patience, file: path, say: printToStandardError)
    }
    print(json ? try jsonText(answer) : answer.text)
    try answer.outcome.exit()
  }

  private var circumstances: ScreenCircumstances {
    ScreenCircumstances(device: device, textSize: textSize, isRightToLeft: rightToLeft)
  }

  private func path(_ name: String) -> String {
    output == "." ? "\(name).scene" : (output as NSString).appendingPathComponent("\(name).scene")
  }

  /// The requested screens; by default every story.
  private func chosen(_ declared: DeclaredScreens) throws -> [String] {
    if let unknown = screen.first(where: { !declared.mayDeclare($0) }) {
      let screens = declared.stories + declared.controllers
      let there =
        screens.isEmpty
        ? "It has no type that is a ScreenStory, and no view controller: Guides/porting-a-screen.md shows how to write one."
        : "Its screens are \(screens.joined(separator: ", "))."
      let words = ["--screen \(unknown): \(target) has no such type.", didYouMean(unknown, among: screens), there]
      throw UsageMistake(.unknownName, words.filter { !$0.isEmpty }.joined(separator: " "))
    }
    if !screen.isEmpty { return screen }
    if !declared.stories.isEmpty { return declared.stories }
    guard !declared.controllers.isEmpty else {
      throw UserMistake(
        .unknownName,
        "\(target): the target has neither a ScreenStory nor a view controller. Write a story, as Guides/porting-a-screen.md shows."
      )
    }
    throw UserMistake(
      .severalMatch,
      "\(target): the target has no ScreenStory. Name a controller with --screen: \(declared.controllers.joined(separator: ", "))."
    )
  }
}
