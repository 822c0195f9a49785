import Foundation

/// A storyboard's scenes as controllers.
open class UIStoryboard: UIObject {
  public let name: String
  public init(name: String, bundle: Bundle?) { self.name = name }
}
