import ScenePlayer
import SceneModel

/// A record of what a run of a player has shown and reported.
struct PlayTranscript {
  private var reports: [PlayerEvent]
  private var frames: [(name: String, frame: Rect)]
  private var shown: [(time: Double, boxes: [ScenePlayer.Box])]
  /// The boxes that are shown shortly before and shortly after the end. They serve to find values that jump at the end.
  private var aroundEnd: [[ScenePlayer.Box]]
  private var remarks: [Remark.Trap]

  /// A time in seconds that is far above the rounding of a clock, and too short for visible motion.
  static let moment = 1e-9

  init(_ ending: PlayTrial.Ending) {
    let player = ending.player
    reports = player.layers.events
    frames = player.kernel.scene.views.map { ($0.name, player.kernel.frame(of: $0.id)) }
    let now = player.layers.now
    shown = ending.witnessed.map { ($0.time, $0.boxes) } + [(now, player.boxes(at: now))]
    aroundEnd = PlayTranscript.aroundNow(player)
    remarks = player.layers.lintRemarks.map(\.trap)
  }

  /// Returns whether a shown value jumps at the present time: it differs shortly before and shortly after.
  static func isJump(of player: ScenePlayer) -> Bool {
    let around = aroundNow(player)
    return difference(of: around[0], from: around[1], at: player.layers.now, moment) != nil
  }

  /// Returns the views as shown shortly before and shortly after the present time.
  private static func aroundNow(_ player: ScenePlayer) -> [[ScenePlayer.Box]] {
    [player.layers.now - moment, player.layers.now + moment].map(player.boxes)
  }

  /// Returns how another transcript differs from this one; nil if it does not. With a `tolerance`, the values shown before the end and the linter's
  /// remarks are not compared. Times of reports may then differ by the tolerance, and the corners of the views shown at the end by 10⁶ times the
  /// tolerance. For numbers above 1 these are relative differences, below 1 absolute ones. If a shown value jumps at the end,
  /// either value is accepted.
  func difference(from other: PlayTranscript, within tolerance: Double? = nil) -> VerdictMessage? {
    for (event, again) in zip(reports, other.reports) where !Self.isSame(event, again, tolerance) {
      return "\(event.what) at \(event.time) s, and then \(again.what) at \(again.time) s"
    }
    guard reports.count == other.reports.count else {
      let (longer, count) = (
        reports.count > other.reports.count ? reports : other.reports, min(reports.count, other.reports.count)
      )
      return "\(longer[count].what) at \(longer[count].time) s is reported once only"
    }
    for (frame, again) in zip(frames, other.frames) where frame != again {
      return "\(frame.name) is at \(frame.frame), and then at \(again.frame)"
    }
    if tolerance == nil, remarks != other.remarks { return "the linter says something else" }
    guard let tolerance else {
      for (one, another) in zip(shown, other.shown) {
        if let text = Self.difference(of: one.boxes, from: another.boxes, at: one.time, nil) { return text }
      }
      return nil
    }
    guard let end = shown.last,
      let text = Self.difference(of: end.boxes, from: other.shown.last?.boxes ?? [], at: end.time, tolerance)
    else { return nil }
    let isJump = other.aroundEnd.contains { Self.difference(of: end.boxes, from: $0, at: end.time, tolerance) == nil }
    return isJump ? nil : text
  }

  private static func difference(
    of boxes: [ScenePlayer.Box], from others: [ScenePlayer.Box], at time: Double, _ tolerance: Double?
  ) -> VerdictMessage? {
    for (box, again) in zip(boxes, others) where !isSame(box, again, tolerance) {
      return "at \(time) s a view is shown at \(box.corners), and then at \(again.corners)"
    }
    return boxes.count == others.count ? nil : "at \(time) s other views are shown"
  }

  private static func isSame(_ event: PlayerEvent, _ other: PlayerEvent, _ tolerance: Double?) -> Bool {
    guard let tolerance else { return event == other }
    return event.what == other.what && (event.time - other.time).magnitude <= tolerance * max(1, event.time)
  }

  private static func isSame(_ box: ScenePlayer.Box, _ other: ScenePlayer.Box, _ tolerance: Double?) -> Bool {
    guard let tolerance else { return box == other }
    // If a time is rounded differently, fast views move by more than the tolerance.
    return box.view == other.view
      && zip(box.corners, other.corners).allSatisfy { point, again in
        let size = max(1, point.x.magnitude, point.y.magnitude)
        return (point.x - again.x).magnitude <= 1e6 * tolerance * size
          && (point.y - again.y).magnitude <= 1e6 * tolerance * size
      }
  }
}
