import LayoutKernel
import SceneModel

/// The facts about a conflict that a scene has and a log does not print.
public struct ConflictFacts: Sendable {
  /// The layout margins of views, in points, by the views' addresses in the log; unknown edges are missing.
  private(set) var margins: [String: [Edge: Double]] = [:]

  /// The names of views, by their addresses in the log. UIKit would print the class of a view whose name contains spaces.
  private(set) var names: [String: String] = [:]
  /// The addresses in the log of the views whose frames are set by their container, not by constraints: the root, cells and cells' contents.
  private(set) var hosted: Set<String> = []
  /// The scroll views, by their addresses in the log; `nil` for a pasted log, which shows them by their classes alone.
  private(set) var scrollViews: Set<String>?
  /// Whether a kernel found the conflict. The kernel has already decided whether it comes from rounding.
  var isOfScene: Bool { scrollViews != nil }
  /// The facts that are assumed about run time, in words.
  public var assumptions: [String] = []

  /// Makes an empty set of facts, for a pasted log.
  public init() {}

  /// Takes the facts from a kernel, right after it found the conflict.
  public init(_ kernel: LayoutKernel) {
    let scene = kernel.scene
    let printer = ConstraintPrinter(scene)
    // A table or collection sets the frames of its cells, and a cell that of its content.
    let cells: Set<View.Kind> = [.tableCell, .tableCellContent, .collectionCell, .collectionCellContent]
    hosted = Set(scene.views.filter { $0.id == .root || cells.contains($0.kind) }.map { printer.address(of: $0.id) })
    scrollViews = Set(scene.views.filter { $0.scroll != nil }.map { printer.address(of: $0.id) })
    for view in scene.views {
      let insets = kernel.layoutMargins(of: view.id)
      var edges: [Edge: Double] = [.top: insets.top, .bottom: insets.bottom]
      // Logs name leading and trailing margins, which are read as left and right. So if some view is laid out from right to left, only equal margins
      // are known.
      if insets.left == insets.right || !scene.holdsRightToLeft {
        edges[.left] = insets.left
        edges[.right] = insets.right
      }
      margins[printer.address(of: view.id)] = edges
      names[printer.address(of: view.id)] = view.name
    }
  }

  /// Sets the names that messages use for the views.
  public mutating func call(_ titles: [ItemID: String], in scene: Scene) {
    let printer = ConstraintPrinter(scene)
    for (item, title) in titles { names[printer.address(of: item)] = title }
  }

  /// A side of a view.
  public enum Edge: String, Sendable {
    /// The four sides, in the order in which insets are written.
    case top, left, bottom, right
  }
}

extension Scene {
  /// Whether a leading edge may be the right edge in some view.
  fileprivate var holdsRightToLeft: Bool {
    direction == .rightToLeft || views.contains { $0.semantic == .forceRightToLeft }
  }
}
