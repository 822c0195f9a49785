import SceneModel

extension ScenePlayer {
  /// A view as it was shown: its bounds, and the transform from their coordinates to those of the root, which includes the transforms of all
  /// ancestors.
  public struct Box: Hashable, Sendable {
    /// The view.
    public var view: ItemID
    /// The bounds in the view's own coordinates, in points.
    public var bounds: Rect
    /// The transform from the bounds' coordinates to the root's; depth is left out.
    public var matrix: Affine
    /// The opacity, multiplied by that of all ancestors.
    public var opacity: Double
    /// The background colour; `nil` if there is none.
    public var background: Color?
    /// The corner radius in points.
    public var cornerRadius: Double
    /// The border's width in points.
    public var borderWidth: Double
    /// The border's colour; `nil` if there is none.
    public var borderColor: Color?

    /// An affine transform of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
    public struct Affine: Hashable, Sendable {
      /// The coefficients; `tx` and `ty` are in points.
      public var a, b, c, d, tx, ty: Double

      /// The transform that leaves everything where it is.
      public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

      /// Returns this transform followed by another.
      func then(_ other: Affine) -> Affine {
        Affine(
          a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
          d: c * other.b + d * other.d, tx: tx * other.a + ty * other.c + other.tx,
          ty: tx * other.b + ty * other.d + other.ty)
      }

      var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }

      static func move(_ x: Double, _ y: Double) -> Affine { Affine(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }

      /// Makes the affine transform that shows the same picture from the front. A point at infinity is treated as if there were no perspective.
      init(_ transform: Transform3D) {
        let depth = transform.row4.w == 0 ? 1 : transform.row4.w
        self.init(
          a: transform.row1.x / depth, b: transform.row1.y / depth, c: transform.row2.x / depth,
          d: transform.row2.y / depth, tx: transform.row4.x / depth, ty: transform.row4.y / depth)
      }

      init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
      }
    }

    /// The bounds' four corners in the root's coordinates.
    public var corners: [Point] {
      [
        (bounds.x, bounds.y), (bounds.maxX, bounds.y), (bounds.maxX, bounds.maxY), (bounds.x, bounds.maxY),
      ].map { x, y in
        Point(x: matrix.a * x + matrix.c * y + matrix.tx, y: matrix.b * x + matrix.d * y + matrix.ty)
      }
    }
  }

  /// Returns every view that is in the tree now and is not hidden, as it was shown at a time, superviews first.
  public func boxes(at time: Double) -> [Box] {
    var boxes: [ItemID: Box] = [:]
    var list: [Box] = []
    for view in kernel.scene.views {
      guard let layer = layer(of: view.id) else { continue }
      func shown(_ key: String) -> AnimationValue? { layers.presentation(layer, key, at: time) }
      guard case .rect(let bounds)? = shown("bounds"), case .point(let position)? = shown("position"),
        case .number(let opacity)? = shown("opacity"), shown("hidden") != .boolean(true)
      else { continue }
      let outer = view.parent.flatMap { boxes[$0] }
      // What lies in something that is not shown is not shown.
      if view.parent != nil, outer == nil { continue }
      var anchor = Point(x: 0.5, y: 0.5)
      if case .point(let told)? = shown("anchorPoint") { anchor = told }
      var own = Box.Affine.move(-(bounds.x + anchor.x * bounds.width), -(bounds.y + anchor.y * bounds.height))
      if case .transform(let transform)? = shown("transform") { own = own.then(Box.Affine(transform)) }
      own = own.then(.move(position.x, position.y))
      var box = Box(
        view: view.id, bounds: bounds, matrix: outer.map { own.then($0.matrix) } ?? own,
        opacity: opacity * (outer?.opacity ?? 1), cornerRadius: 0, borderWidth: 0)
      if case .color(let color)? = shown("backgroundColor") { box.background = color }
      if case .number(let radius)? = shown("cornerRadius") { box.cornerRadius = radius }
      if case .number(let width)? = shown("borderWidth") { box.borderWidth = width }
      if case .color(let color)? = shown("borderColor") { box.borderColor = color }
      // What is thrown beyond doubles is nowhere to be seen.
      guard box.matrix.isFinite else { continue }
      boxes[view.id] = box
      list.append(box)
    }
    return list
  }

  /// Returns a view's frame in its superview as UIKit's `frame` returns it without animations: the rectangle around the transformed view.
  package func restingFrame(of view: ItemID) -> Rect {
    let frame = kernel.displayedFrame(of: view)
    guard let layer = layer(of: view), case .transform(let transform)? = layers.model(layer, "transform"),
      transform != .identity
    else { return frame }
    var anchor = Point(x: 0.5, y: 0.5)
    if case .point(let told)? = layers.model(layer, "anchorPoint") { anchor = told }
    let (x, y) = (anchor.x * frame.width, anchor.y * frame.height)
    let matrix = Box.Affine.move(-x, -y).then(Box.Affine(transform)).then(.move(frame.x + x, frame.y + y))
    let bounds = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
    let corners = Box(
      view: view, bounds: bounds, matrix: matrix, opacity: 1, cornerRadius: 0, borderWidth: 0
    ).corners
    guard matrix.isFinite, let first = corners.first else { return frame }
    var (low, high) = (first, first)
    for corner in corners {
      low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
