import LayoutPlugin
import SceneModel

/// An error that says why a scene or a step cannot be laid out. After a refused step (`isRefusal`), the kernel is as it was before the step.
public enum LayoutMistake: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document or the step is wrong: where it is, what is wrong, and what to do.
  case scene(where: String, problem: String, hint: String)
  /// `NSLayoutConstraint` refuses the constraint; `exception` and `message` are UIKit's own words.
  case constraint(name: String, exception: String, message: String)
  /// The layout passes do not end, because these views need layout again and again.
  case layoutLoop(views: [String])
  /// The engine did not answer.
  case engine(PluginFault)

  public var description: String {
    switch self {
    case .scene(let place, let problem, let hint): "\(place): \(problem). \(hint)"
    case .constraint(let name, let exception, let message): "\(name): \(exception): \(message)"
    case .layoutLoop(let views):
      "layout does not settle: \(views.joined(separator: ", ")) keep asking for layout. "
        + "Look for sizes that depend on each other through text, margins or safe areas."
    case .engine(let fault): "the engine did not answer: \(fault)"
    }
  }
}
