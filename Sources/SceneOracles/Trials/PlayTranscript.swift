import ScenePlayer
import SceneModel

/// A record of what a play has shown and reported.
struct PlayTranscript {
  private var reports: [PlayerEvent]
  private var frames: [(name: String, frame: Rect)]
  private var shown: [(time: Double, boxes: [ScenePlayer.Box])]
  private var remarks: [Remark.Trap]

  init(_ ending: PlayTrial.Ending) {
    let player = ending.player
    reports = player.layers.events
    frames = player.kernel.scene.views.map { ($0.name, player.kernel.frame(of: $0.id)) }
    shown = ending.witnessed + [(player.layers.now, player.boxes(at: player.layers.now))]
    remarks = player.layers.lintRemarks.map(\.trap)
  }

  /// Where another, which is meant to be this, is not; nil: nowhere. With a `tolerance` only what both end with counts, numbers may be
  /// that far apart in their own unit, and turns may be counted otherwise.
  func difference(from other: PlayTranscript, within tolerance: Double? = nil) -> String? {
    for (event, again) in zip(reports, other.reports) where !isSame(event, again, tolerance) {
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
    let (seen, seenAgain) = tolerance == nil ? (shown[...], other.shown[...]) : (shown.suffix(1), other.shown.suffix(1))
    for (one, another) in zip(seen, seenAgain) {
      for (box, again) in zip(one.boxes, another.boxes) where !isSame(box, again, tolerance) {
        return "at \(one.time) s a view is shown at \(box.corners), and then at \(again.corners)"
      }
      guard one.boxes.count == another.boxes.count else { return "at \(one.time) s other views are shown" }
    }
    return nil
  }

  private func isSame(_ event: PlayerEvent, _ other: PlayerEvent, _ tolerance: Double?) -> Bool {
    guard let tolerance else { return event == other }
    return event.what == other.what && (event.time - other.time).magnitude <= tolerance * max(1, event.time)
  }

  private func isSame(_ box: ScenePlayer.Box, _ other: ScenePlayer.Box, _ tolerance: Double?) -> Bool {
    guard let tolerance else { return box == other }
    // A time that is rounded otherwise moves what is fast by more than that.
    return box.view == other.view
      && zip(box.corners, other.corners).allSatisfy { point, again in
        let size = max(1, point.x.magnitude, point.y.magnitude)
        return (point.x - again.x).magnitude <= 1e6 * tolerance * size
          && (point.y - again.y).magnitude <= 1e6 * tolerance * size
      }
  }
}
