import LayoutPlugin
import SceneModel

extension FrameTrial {
  func judgeCost() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try ending()
      guard end.system.items.count > 0 else { throw Obstacle("there is nothing but a root") }
      var last: Duration?
      var copies = 4
      while copies <= FrameTrial.mostCopies {
        let scene = end.system.scene.repeated(copies)
        guard scene.projected(onto: promise) == scene else {
          throw Obstacle(.notClaimed, "copies are not within what the engine claims")
        }
        let start = ContinuousClock.now
        guard try fresh(scene).frames != nil else {
          throw Obstacle(.noAnswer, "the engine refuses copies of the document")
        }
        let time = ContinuousClock.now - start
        if let last, time > FrameTrial.noticeable, time > last * FrameTrial.growth {
          return .broken("\(copies) copies of the document take \(time), and \(copies / 2) took \(last)")
        }
        if time > FrameTrial.enough { break }
        last = time
        copies *= 2
      }
      return .holds
    }
  }

  /// The largest permitted ratio of the times for a document and for one of half its size. Only a cost that grows faster than the fifth power of the
  /// size exceeds it.
  private static let growth = 32
  private static let noticeable = Duration.milliseconds(500)
  private static let enough = Duration.seconds(1)
  private static let mostCopies = 32
}

extension Scene {
  /// Returns a scene with several copies of everything but the root, side by side.
  func repeated(_ copies: Int) -> Scene {
    var scene = self
    let items = (views.map(\.id.rawValue) + guides.map(\.id.rawValue)).max() ?? 0
    let ids = constraints.map(\.id.rawValue).max() ?? 0
    for copy in 1..<max(copies, 1) {
      func renamed(_ id: ItemID) -> ItemID { id == .root ? id : ItemID(id.rawValue &+ UInt32(copy) &* (items &+ 1)) }
      for view in views.dropFirst() {
        var other = view
        (other.id, other.name, other.parent) = (renamed(view.id), "\(view.name)-\(copy)", view.parent.map(renamed))
        other.stack?.arranged = (view.stack?.arranged ?? []).map(renamed)
        scene.views.append(other)
      }
      for guide in guides {
        var other = guide
        (other.id, other.name, other.owner) = (renamed(guide.id), "\(guide.name)-\(copy)", renamed(guide.owner))
        scene.guides.append(other)
      }
      for constraint in constraints {
        var other = constraint
        other.id = LayoutConstraint.ID(constraint.id.rawValue &+ UInt32(copy) &* (ids &+ 1))
        other.name = "\(constraint.name)-\(copy)"
        other.first = constraint.first.mappingItems(renamed)
        other.second = constraint.second?.mappingItems(renamed)
        scene.constraints.append(other)
      }
    }
    return scene
  }
}
