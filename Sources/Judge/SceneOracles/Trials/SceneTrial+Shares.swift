import LayoutKernel
import LayoutPlugin
import SceneModel

extension SceneTrial {
  /// Judges small screens that are made from the lengths in the scene. Some have stack views that fill proportionally, for all pairs and triples of
  /// lengths; some divide a length into equal parts.
  func judgeShares() -> Verdict {
    judge { (ending) throws(Obstacle) in
      let lengths = ending.scene.someLengths
      guard lengths.count > 1 else { throw Obstacle(text: "the scene has fewer than two lengths") }
      for lengths in lengths.pairsAndTriples {
        let scene = Scene.proportional(lengths)
        let kernel = try laidOut(scene)
        let (found, least) = (kernel.frame(of: ItemID(1)).width, lengths.reduce(0, +))
        if found < least - Self.shareTolerance {
          return .broken("views of \(lengths) share \(found) in proportion, and need \(least)")
        }
      }
      for (count, priority) in [(3, 1000.0), (3, 999), (7, 999)] {
        let kernel = try laidOut(Scene.divided(lengths[0], by: count, priority: priority))
        let found = kernel.frame(of: ItemID(1)).width
        if kernel.hasConflict { return .broken("\(count) equal parts of a length contradict each other") }
        if found < Double(count) * lengths[0] - Self.shareTolerance {
          return .broken("\(count) equal parts with content of \(lengths[0]) have a room of \(found)")
        }
      }
      return .holds
    }
  }

  /// The tolerance in points, from the grid of values.
  private static let shareTolerance = 0x1p-19
}

extension Scene {
  /// Up to five different lengths in the scene between 1 and 4096 points: first natural sizes, then constants of constraints, then sizes of frames.
  fileprivate var someLengths: [Double] {
    var lengths: [Double] = []
    let wishes = views.flatMap { [$0.intrinsic.width, $0.intrinsic.height].compactMap(\.self) }
    for length in wishes + constraints.map(\.constant) + views.flatMap({ [$0.frame.width, $0.frame.height] })
    where (1...4096).contains(length) && !lengths.contains(length) && lengths.count < 5 {
      lengths.append(length)
    }
    return lengths
  }

  /// Returns a stack view at the root's leading edge, as wide as its views need.
  fileprivate static func proportional(_ lengths: [Double]) -> Scene {
    var scene = Scene(rootSize: Size(width: 16_384, height: 100))
    var stack = StackConfiguration()
    stack.distribution = .fillProportionally
    stack.arranged = lengths.indices.map { ItemID(UInt32($0 + 2)) }
    scene.views.append(View(id: ItemID(1), name: "stack", parent: .root, kind: .stack))
    scene.views[1].stack = stack
    for (index, length) in lengths.enumerated() {
      var view = View(id: stack.arranged[index], name: "v\(index)", parent: ItemID(1), kind: .plain)
      view.intrinsic.width = length
      scene.views.append(view)
    }
    scene.constrain(1, .leading, .equal, 0, .leading)
    return scene
  }

  /// Returns a scene with a view that has a number of subviews side by side. Each subview has content, and its width is the same fraction of the
  /// view's.
  fileprivate static func divided(_ length: Double, by count: Int, priority: Double) -> Scene {
    var scene = Scene(rootSize: Size(width: 65_536, height: 100))
    scene.views.append(View(id: ItemID(1), name: "whole", parent: .root, kind: .plain))
    scene.constrain(1, .leading, .equal, 0, .leading)
    for index in 0..<UInt32(count) {
      let id = index + 2
      var view = View(id: ItemID(id), name: "part\(index)", parent: ItemID(1), kind: .plain)
      view.intrinsic.width = length
      scene.views.append(view)
      scene.constrain(id, .leading, .equal, index == 0 ? 1 : id - 1, index == 0 ? .leading : .trailing)
      scene.constrain(id, .width, .equal, 1, .width, multiplier: 1 / Double(count), priority: priority)
    }
    scene.constrain(UInt32(count) + 1, .trailing, .equal, 1, .trailing)
    return scene
  }

  private mutating func constrain(
    _ first: UInt32, _ attribute: LayoutAttribute, _ relation: Relation, _ second: UInt32, _ other: LayoutAttribute,
    multiplier: Double = 1, priority: Double = 1000
  ) {
    add(
      ConstraintDraft(
        .anchor(LayoutAnchor(ItemID(first), attribute)), relation, .anchor(LayoutAnchor(ItemID(second), other)),
        multiplier: multiplier, priority: priority))
  }
}

extension [Double] {
  /// All pairs and triples of the numbers, with repetitions, each in one order only.
  fileprivate var pairsAndTriples: [[Double]] {
    indices.flatMap { a in
      indices[a...].flatMap { b in
        [[self[a], self[b]]] + indices[b...].map { [self[a], self[b], self[$0]] }
      }
    }
  }
}
