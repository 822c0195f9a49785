import Foundation
import SceneImport

/// An unwind segue as the file describes it: it goes back to an earlier controller and calls an action there.
struct UnwindSegue: Equatable {
  let action: String
  let identifier: String?

  init?(_ element: MarkupElement) {
    guard element["kind"] == "unwind", let action = element["unwindAction"] else { return nil }
    (self.action, identifier) = (action, element["identifier"])
  }
}

/// The controller at which an unwind segue starts, with the action and the sender.
public final class UIStoryboardUnwindSegueSource {
  /// The controller that is left.
  public let source: UIViewController
  /// The action of the controller at which the segue ends.
  public let unwindAction: Selector
  /// The object that started the segue, such as a button; nil if code did.
  public let sender: Any?
  init(source: UIViewController, unwindAction: Selector, sender: Any?) {
    (self.source, self.unwindAction, self.sender) = (source, unwindAction, sender)
  }
}

extension UIViewController {
  /// Unwinds to the nearest controller that has the action and accepts it. Candidates are the controllers around this one, those that presented them,
  /// and their other children (in a navigation stack only those below). The action is called after `prepare(for:sender:)`, before anything moves.
  /// Does nothing if there is no such controller.
  func perform(_ described: UnwindSegue, sender: Any?) {
    if sender is UIControl, let identifier = described.identifier,
      !shouldPerformSegue(withIdentifier: identifier, sender: sender)
    {
      return
    }
    let action = Selector(described.action)
    let source = UIStoryboardUnwindSegueSource(source: self, unwindAction: action, sender: sender)
    guard let destination = destination(of: source) else { return }
    let segue = UIStoryboardSegue(identifier: described.identifier, source: self, destination: destination)
    prepare(for: segue, sender: sender)
    action.perform(on: destination, sender: segue)
    unwind(to: destination, segue)
  }

  private func destination(of source: UIStoryboardUnwindSegueSource) -> UIViewController? {
    var came = self
    while let next = came.parent ?? came.presentingViewController {
      let isPresenter = came.parent == nil
      for candidate in next.earlier(than: isPresenter ? nil : came) + [next]
      where candidate.canPerformUnwindSegueAction(source.unwindAction, from: self, sender: source.sender) {
        return candidate
      }
      came = next
    }
    return nil
  }

  /// Returns the controllers in this one, nearest first. `left` is the child that the segue comes from: in a navigation stack only the children below
  /// `left` count, elsewhere all children but `left`. If `left` is nil, all children count.
  private func earlier(than left: UIViewController?) -> [UIViewController] {
    var children = self.children
    if let left, let index = children.firstIndex(where: { $0 === left }) {
      if self is UINavigationController { children.removeSubrange(index...) } else { children.remove(at: index) }
    }
    return children.reversed().flatMap { $0.earlier(than: nil) + [$0] }
  }

  /// Removes everything that came after the destination: first what was presented on the way, then what lies above it in containers.
  private func unwind(to destination: UIViewController, _ segue: UIStoryboardSegue) {
    var (came, presenter): (UIViewController, UIViewController?) = (self, nil)
    while came !== destination, !destination.isInside(came), let next = came.parent ?? came.presentingViewController {
      if came.parent == nil { presenter = next }
      came = next
    }
    presenter?.dismiss(animated: true)
    var below = destination
    while let parent = below.parent {
      parent.unwind(for: segue, towards: below)
      below = parent
    }
  }
  private func isInside(_ container: UIViewController) -> Bool {
    var next = parent
    while let present = next {
      if present === container { return true }
      next = present.parent
    }
    return false
  }

  /// Whether the class has the action. The action is looked up with a placeholder as the sender, so that the method itself does not run.
  func answers(to action: Selector) -> Bool { action.perform(on: self, sender: Question()) }
  private final class Question {}
}
