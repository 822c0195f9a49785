import LayoutKernel
import SceneImport
import SceneModel

/// The displayed frames of a laid out scene, as `show` prints them.
package struct FrameListing: Encodable {
  private var file, root: String
  private var screen, device: String?
  private var views: [Row]

  private struct Row: Encodable {
    struct Frame: Encodable { var x, y, width, height: Double }
    var view: String
    var title: String
    var parent: String?
    var frame: Frame
    var depth: Int
    var kind: View.Kind

    private enum CodingKeys: CodingKey { case view, title, parent, frame }

    var text: String {
      let numbers = [frame.x, frame.y, frame.width, frame.height].map(readable).joined(separator: " ")
      return String(repeating: "  ", count: min(depth, FrameListing.deepest)) + "\(view)  \(numbers)"
        + (title == view ? "" : "  \(kind.rawValue) \(title)")
    }
  }

  /// The greatest indentation; deeper views are indented no further.
  private static let deepest = 40

  /// Makes the listing of a screen's frames, as a kernel laid them out.
  ///
  /// - Parameters:
  ///     - file: As the user named it.
  ///     - device: The device that was chosen; nil for the file's own.
  package init(of imported: ImportedScene, laidOutBy kernel: LayoutKernel, file: String, device: Device? = nil) {
    (self.file, root, screen) = (file, imported.root, imported.screen)
    self.device = device?.spelling ?? imported.scene.device
    var depths: [ItemID: Int] = [:]
    views = kernel.scene.views.map { view in
      let depth = view.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[view.id] = depth
      let frame = kernel.displayedFrame(of: view.id)
      return Row(
        view: imported.identifier(of: view.id), title: imported.title(of: view.id),
        parent: view.parent.map(imported.identifier),
        frame: .init(x: frame.x, y: frame.y, width: frame.width, height: frame.height), depth: depth, kind: view.kind)
    }
  }

  /// The text with one line for each view, each below its superview.
  package var text: String { views.map(\.text).joined(separator: "\n") }

  /// The title: the screen and its root, and the device if it is known.
  package var title: String {
    let name = screen.map { "\($0) (\(root))" } ?? root
    return name + (device.map { " on \($0)" } ?? "")
  }
}
