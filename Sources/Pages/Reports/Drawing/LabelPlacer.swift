import SceneModel

/// Places labels so that none covers another. A label for which there is no space goes into a column beside the picture.
struct LabelPlacer {
  struct Placed {
    var text: String
    var box: Rect
    /// The start of the line that leads from the labelled thing to a label in the column.
    var leader: Point?
    var isTrouble = false
  }

  /// The size of the letters in points.
  static let size = 8.0
  private static let height = 9.5

  private let bounds: Rect
  private var taken = TakenPlaces()
  private var waiting: [(text: String, at: Point, isTrouble: Bool)] = []
  private(set) var placed: [Placed] = []

  /// Makes a placer that keeps labels inside the bounds.
  init(bounds: Rect) { self.bounds = bounds }

  /// Keeps labels out of a box.
  mutating func keepClear(_ box: Rect) { taken.insert(box) }

  static func box(of text: String, size: Double = LabelPlacer.size, isBold: Bool = false) -> Size {
    let width = SVG.width(of: text, size: size) * (isBold ? boldness : 1)
    return Size(width: width + 3, height: height * size / LabelPlacer.size)
  }

  /// The factor by which bold letters are wider.
  private static let boldness = 1.1

  /// Places a label with its top left corner at the first of these points where it has space. Returns its box; nil if there is no such point.
  mutating func place(
    _ text: String, at corners: [Point], size: Double = LabelPlacer.size, isBold: Bool = false
  ) -> Rect? {
    let extent = LabelPlacer.box(of: text, size: size, isBold: isBold)
    for corner in corners {
      let box = Rect(x: corner.x, y: corner.y, width: extent.width, height: extent.height)
      guard box.x >= bounds.x, box.y >= bounds.y, box.maxX <= bounds.maxX, box.maxY <= bounds.maxY,
        !taken.meets(box)
      else { continue }
      taken.insert(box)
      return box
    }
    return nil
  }

  /// Places a view's name: in a corner of its frame, or outside beside it, or in the column.
  mutating func name(_ text: String, of frame: Rect, isTrouble: Bool = false) {
    let extent = LabelPlacer.box(of: text, isBold: isTrouble)
    let (width, height) = (extent.width, extent.height)
    let (left, right) = (frame.x + 1, frame.maxX - width - 1)
    let (top, bottom) = (frame.y + 1, frame.maxY - height - 1)
    let middle = (x: frame.midX - width / 2, y: frame.midY - height / 2)
    var corners: [Point] = []
    if width + 2 <= frame.width, height + 2 <= frame.height {
      corners += [
        Point(x: left, y: top), Point(x: right, y: top), Point(x: left, y: bottom), Point(x: right, y: bottom),
        Point(x: middle.x, y: top), Point(x: middle.x, y: bottom), Point(x: left, y: middle.y),
        Point(x: right, y: middle.y), Point(x: middle.x, y: middle.y),
      ]
    }
    corners += [
      Point(x: left, y: frame.y - height), Point(x: left, y: frame.maxY + 0.5),
      Point(x: right, y: frame.y - height), Point(x: right, y: frame.maxY + 0.5),
      Point(x: frame.maxX + 1, y: middle.y), Point(x: frame.x - width - 1, y: middle.y),
    ]
    if let box = place(text, at: corners, isBold: isTrouble) {
      placed.append(Placed(text: text, box: box, isTrouble: isTrouble))
    } else {
      let x = min(max(frame.maxX, bounds.x), bounds.maxX)
      waiting.append((text, Point(x: x, y: min(max(frame.midY, bounds.y), bounds.maxY)), isTrouble))
    }
  }

  /// Puts the labels without a place into a column that starts at `x`, ordered from top to bottom. Returns its extent; nil if there are no such
  /// labels.
  mutating func placeColumn(x: Double) -> Rect? {
    guard !waiting.isEmpty else { return nil }
    let all = waiting.enumerated().sorted { ($0.element.at.y, $0.offset) < ($1.element.at.y, $1.offset) }.map(\.element)
    waiting = []
    // From the bottom up nothing needs to be lower than this; from the top down nothing is above the one before it.
    let step = LabelPlacer.height + 0.5
    var y = bounds.y
    var width = 0.0
    for (index, one) in all.enumerated() {
      let latest = bounds.maxY - Double(all.count - index) * step
      y = max(y, min(one.at.y - step / 2, latest))
      let extent = LabelPlacer.box(of: one.text, isBold: one.isTrouble)
      width = max(width, extent.width)
      placed.append(
        Placed(
          text: one.text, box: Rect(x: x, y: y, width: extent.width, height: extent.height), leader: one.at,
          isTrouble: one.isTrouble))
      y += step
    }
    return Rect(x: x, y: bounds.y, width: width, height: y - bounds.y)
  }
}

/// Boxes, listed by the squares of a grid that they cover. So a label is compared only with boxes near it.
private struct TakenPlaces {
  private struct Square: Hashable {
    var column, row: Int
  }

  /// The side of a square in points; a few labels fit in it.
  private static let side = 32.0
  /// The largest number of grid squares in which a box is entered. A larger box is in no square; it is compared with every label instead.
  private static let mostSquares = 64.0

  private var boxes: [Square: [Rect]] = [:]
  private var large: [Rect] = []

  mutating func insert(_ box: Rect) {
    guard let squares = TakenPlaces.squares(of: box) else { return large.append(box) }
    for square in squares { boxes[square, default: []].append(box) }
  }

  func meets(_ box: Rect) -> Bool {
    if large.contains(where: box.intersects) { return true }
    guard let squares = TakenPlaces.squares(of: box) else {
      return boxes.values.contains { $0.contains(where: box.intersects) }
    }
    return squares.contains { boxes[$0]?.contains(where: box.intersects) ?? false }
  }

  /// Returns the squares that a box covers; nil if they are too many or the box is not finite.
  private static func squares(of box: Rect) -> [Square]? {
    let (left, top) = ((box.x / side).rounded(.down), (box.y / side).rounded(.down))
    let (right, bottom) = ((box.maxX / side).rounded(.down), (box.maxY / side).rounded(.down))
    guard (right - left + 1) * (bottom - top + 1) <= mostSquares, max(abs(left), abs(top)) < 1e9, right >= left,
      bottom >= top
    else { return nil }
    return (Int(left)...Int(right)).flatMap { column in
      (Int(top)...Int(bottom)).map { Square(column: column, row: $0) }
    }
  }
}
