import LayoutKernel
import SceneModel

/// A long-press recogniser on a view.
struct LongPress {
  var name: String
  var view: ItemID
  /// The least duration of the press in seconds.
  var minimum: Double
  /// How far the finger may move, in points.
  var allowance: Double
  var hasBegun = false
  /// The timer that runs until the press is long enough; nil if no finger is down or the time is over.
  var timer: Int?
}

/// A finger on the screen.
struct Finger {
  /// The view on which the finger came down.
  var view: ItemID
  var moved = Point.zero
  /// The view on which the finger came down, and all views around that.
  var chain: Set<ItemID>
}

/// One finger, and the recognisers that wait for it.
extension ScenePlayer {
  /// Whether a touch reaches a view; false if there is no such view. A view that an animation block moves gets none, unless the block allows it.
  public func isInteractive(_ view: ItemID) -> Bool {
    guard let layer = layer(of: view) else { return false }
    return layers.layers[layer.rawValue].animations.allSatisfy { attached in
      attached.hasStopped || attached.block?.animation.options.contains(.allowUserInteraction) != false
    }
  }

  /// Returns the frontmost view at a point of the root, by the model's values; nil if there is none. The view and all its ancestors must contain the
  /// point, be visible, and be interactive (`isInteractive`).
  public func hitTest(_ point: Point) -> ItemID? {
    func hit(_ view: ItemID, _ point: Point) -> ItemID? {
      noteVisit()
      let size = kernel.frame(of: view).size
      guard point.x >= 0, point.y >= 0, point.x < size.width, point.y < size.height, !kernel.isHidden(view),
        kernel.kind(of: view) != .layer, isInteractive(view), isOpaqueEnough(view)
      else { return nil }
      for child in kernel.subviews(of: view).reversed() {
        let frame = kernel.frame(of: child)
        if let found = hit(child, Point(x: point.x - frame.x, y: point.y - frame.y)) { return found }
      }
      return view
    }
    return hit(kernel.rootView, point)
  }

  /// Whether the view is opaque enough for touches: UIKit lets touches through where alpha is below 0.01.
  private func isOpaqueEnough(_ view: ItemID) -> Bool {
    guard let layer = layer(of: view), case .number(let alpha)? = layers.model(layer, "opacity") else { return true }
    return alpha >= 0.01
  }

  func touch(_ view: ItemID) throws(LayoutMistake) {
    _ = try layer(view, "touch")
    guard finger == nil else { throw mistake("touch", "a finger is down already", "Release it first.") }
    let size = kernel.frame(of: view).size
    var point = Point(x: size.width / 2, y: size.height / 2)
    var current = view
    while let parent = kernel.superview(of: current) {
      let frame = kernel.frame(of: current)
      point = Point(x: point.x + frame.x, y: point.y + frame.y)
      current = parent
    }
    var chain: Set<ItemID> = []
    var next = hitTest(point)
    while let item = next {
      chain.insert(item)
      next = kernel.superview(of: item)
    }
    finger = Finger(view: view, chain: chain)
    for index in recognizers.indices where chain.contains(recognizers[index].view) {
      let name = recognizers[index].name
      recognizers[index].timer = layers.schedule(after: recognizers[index].minimum, .gesture(name, .began)) {
        [unowned self] in
        recognizers[index].timer = nil
        recognizers[index].hasBegun = true
      }
    }
  }

  /// Moves the finger. A press that moves too far before it begins fails without a report. After it has begun, each move is reported as a change.
  func drag(_ by: Point) throws(LayoutMistake) {
    guard var finger else { throw mistake("drag", "no finger is down", "Touch a view first.") }
    finger.moved = Point(x: finger.moved.x + by.x, y: finger.moved.y + by.y)
    self.finger = finger
    let distance = (finger.moved.x * finger.moved.x + finger.moved.y * finger.moved.y).squareRoot()
    for index in recognizers.indices {
      if recognizers[index].hasBegun {
        layers.reportInside(.gesture(recognizers[index].name, .changed))
      } else if let timer = recognizers[index].timer, distance > recognizers[index].allowance {
        layers.cancelTimer(timer)
        recognizers[index].timer = nil
      }
    }
    try throwPending()
  }

  func release() throws(LayoutMistake) {
    guard finger != nil else { throw mistake("release", "no finger is down", "Touch a view first.") }
    finger = nil
    for index in recognizers.indices {
      if let timer = recognizers[index].timer {
        layers.cancelTimer(timer)
        recognizers[index].timer = nil
      }
      guard recognizers[index].hasBegun else { continue }
      recognizers[index].hasBegun = false
      layers.reportInside(.gesture(recognizers[index].name, .ended))
    }
    try throwPending()
  }
}
