import LayoutKernel
import SceneImport
import SceneModel

/// A screen as it was laid out on one device: the frame of each view, with the names that people use for it.
package struct LaidOutScreen: Hashable, Sendable {
  package struct Element: Hashable, Sendable {
    /// The identifier, which is the same in every revision: Interface Builder's id, or the name in a scene.
    package var identifier: String
    package var title: String
    /// The kind of view as text forms spell it.
    package var kind: String
    package var parent: String?
    package var isHidden: Bool
    /// The frame in the superview's coordinates, in points.
    package var frame: Rect

    /// The title; if that is only the identifier, the kind and the identifier, such as `label zA3-Zq-pRC`.
    package var name: String { title == identifier ? "\(kind) \(identifier)" : title }
  }

  /// The device, written as for `--device`; nil for the file's own device, if the file does not name it.
  package var device: String?
  /// The number of pixels per point.
  package var scale: Double
  /// The views, each after its superview; the first is the root.
  package private(set) var elements: [Element]
  /// The frames in the root's coordinates, by identifier.
  package private(set) var absolute: [String: Rect] = [:]
  private var indices: [String: Int] = [:]

  package init(device: String?, scale: Double, elements: [Element]) {
    (self.device, self.scale) = (device, scale)
    self.elements = []
    for element in elements where indices[element.identifier] == nil {
      indices[element.identifier] = self.elements.count
      self.elements.append(element)
      let origin = element.parent.flatMap { absolute[$0] }
      var frame = element.frame
      if let origin { (frame.x, frame.y) = (frame.x + origin.x, frame.y + origin.y) }
      if element.parent == nil { (frame.x, frame.y) = (0, 0) }
      absolute[element.identifier] = frame
    }
  }

  package init(of imported: ImportedScene, laidOutBy kernel: LayoutKernel, device: String?) {
    let scene = kernel.scene
    self.init(
      device: device, scale: scene.scale,
      elements: scene.views.map { view in
        Element(
          identifier: imported.identifier(of: view.id), title: imported.title(of: view.id), kind: view.kind.rawValue,
          parent: view.parent.map(imported.identifier), isHidden: view.isHidden,
          frame: kernel.displayedFrame(of: view.id))
      })
  }

  package subscript(identifier: String) -> Element? { indices[identifier].map { elements[$0] } }

  /// The size of the root.
  package var size: Size { elements.first?.frame.size ?? .zero }
}

extension Rect {
  /// The frame as listings print it: `x y width height`.
  package var words: String { [x, y, width, height].map(readable).joined(separator: " ") }

  /// Whether no number of the two rectangles differs by more than a distance in points.
  func isWithin(_ points: Double, of other: Rect) -> Bool {
    abs(x - other.x) <= points && abs(y - other.y) <= points && abs(width - other.width) <= points
      && abs(height - other.height) <= points
  }
}
