import Foundation
import LayoutKernel
import SceneModel

/// A screen and the actions on it, which `layoutlab run` records as a scene.
///
/// ```swift
/// struct SettingsStory: ScreenStory {
///   func makeScreen() -> UIViewController { SettingsViewController(account: .sample) }
///   func play(in window: UIWindow) {
///     window.tap(window.view(named: "details"))
///     window.advance(by: 0.5)
///   }
/// }
/// ```
@MainActor public protocol ScreenStory {
  /// Makes the controller that is shown.
  func makeScreen() -> UIViewController
  /// Called when the screen was shown and laid out. Does nothing by default, so that the screen is recorded as it appears.
  func play(in window: UIWindow)
}
extension ScreenStory {
  public func play(in window: UIWindow) {}
}

/// The program that shows a screen on a device, plays its story and writes the scene. `layoutlab run` builds and starts it.
///
/// Arguments: `--device NAME`, `--text-size NAME` (XS to XXXL, AX1 to AX5), `--right-to-left`, `--vary SEED` (adds random actions of a user,
/// drawn from the seed), `--output FILE`; without a file the scene goes to the standard output.
public enum ScreenRun {
  /// Shows a screen with the options of the command line, and writes the scene to a file or the standard output.
  public static func main(_ screen: @escaping () -> UIViewController) { run(ControllerStory(make: screen)) }
  /// Shows a screen with the options of the command line, and writes the scene to a file or the standard output.
  public static func main(_ story: () -> some ScreenStory) { run(story()) }

  private struct ControllerStory: ScreenStory {
    let make: () -> UIViewController
    func makeScreen() -> UIViewController { make() }
  }

  private static func run(_ story: some ScreenStory) {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    let screen = UIScreen(
      device: arguments.device, isRightToLeft: arguments.isRightToLeft,
      contentSizeCategory: UIContentSizeCategory(rawValue: arguments.textSize))
    let scene = record(story, on: screen, varying: arguments.seed)
    guard let output = arguments.output else { return print(scene.text, terminator: "") }
    do {
      try scene.text.write(toFile: output, atomically: true, encoding: .utf8)
    } catch {
      raise("\(output) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Records a story on a screen as a scene. With a seed, random actions are done before and after the story.
  public static func record(_ story: some ScreenStory, on screen: UIScreen, varying seed: UInt64? = nil) -> Scene {
    let window = UIWindow(screen: screen)
    UIScreen.showing(screen) {
      window.rootViewController = story.makeScreen()
      window.makeKeyAndVisible()
    }
    var variation = seed.map { RandomActions(seed: $0) }
    variation?.play(in: window)
    story.play(in: window)
    variation?.play(in: window)
    window.settle()
    return Scene(recording: window)
  }

  private struct Arguments {
    var device = UIScreen.plainest
    var textSize = "L"
    var isRightToLeft = false
    var output: String?
    var seed: UInt64?

    init(_ words: ArraySlice<String>) {
      var words = words
      while let word = words.popFirst() {
        switch word {
        case "--device": device = words.popFirst() ?? device
        case "--text-size": textSize = words.popFirst() ?? textSize
        case "--right-to-left": isRightToLeft = true
        case "--vary": seed = words.popFirst().flatMap { UInt64($0) }
        case "--output": output = words.popFirst()
        default: break
        }
      }
    }
  }
}

extension UIWindow {
  /// Returns the first view, in tree order, whose accessibility identifier is the name, or that a property of this name holds; nil if there is none.
  /// Rows of a table share names; a recording numbers them in the order in which the views were made, which may differ from tree order.
  public func find(named name: String) -> UIView? {
    let naming = SceneNaming(window: self)
    func search(_ view: UIView) -> UIView? {
      if view.accessibilityIdentifier == name || naming.name(of: view) == name { return view }
      for child in view.subviews { if let found = search(child) { return found } }
      return nil
    }
    return search(self)
  }
  /// Returns the view that `find(named:)` finds. If there is none, the process ends with a message.
  public func view(named name: String) -> UIView {
    guard let found = find(named: name) else { raise("no view of this window is called \"\(name)\"") }
    return found
  }
  /// The positions and sizes that the constraints do not determine, in tree order. Those that depend on each other count as one.
  package var ambiguities: [Ambiguity] { (try? hosted().kernel.ambiguities()) ?? [] }
}
