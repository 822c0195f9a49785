import Foundation
import ScenePlayer
import SceneModel

/// A film as a drawing: the scene at evenly spread times, and under it each number that moved over time.
struct FilmStrip {
  /// Nil: there is no tree of views to draw, only curves.
  var player: ScenePlayer?
  let names: [LayerID: String]
  let film: Film

  private static let pictures = 8
  /// Points of the drawing.
  private static let pictureWidth = 120.0
  private static let gap = 10.0
  private static let curveHeight = 60.0

  var svg: String {
    let canvas = player?.kernel.scene.root.frame.size ?? .zero
    let scale = canvas.width > 0 ? Self.pictureWidth / canvas.width : 1
    let pictureHeight = canvas.height * scale
    let width = Double(Self.pictures) * (Self.pictureWidth + Self.gap) + Self.gap
    let lanes = film.tracks.flatMap { track in
      (0..<(track.values.map(\.count).max() ?? 0)).compactMap { curve(of: track, lane: $0) }
    }
    let height = pictureHeight + 40 + Double(lanes.count) * (Self.curveHeight + 20) + Self.gap
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" font-family="sans-serif" font-size="10">
      <rect width="100%" height="100%" fill="white"/>

      """
    let end = film.times.last ?? 0
    for picture in 0..<(player == nil ? 0 : Self.pictures) {
      let time = end * Double(picture) / Double(Self.pictures - 1)
      let x = Self.gap + Double(picture) * (Self.pictureWidth + Self.gap)
      text += "<g transform=\"translate(\(x) \(Self.gap))\"><g transform=\"scale(\(scale))\">\n"
      for box in player?.boxes(at: time) ?? [] {
        let (frame, opacity) = (box.frame, box.opacity)
        text +=
          "<rect x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(max(frame.width, 0))\" height=\"\(max(frame.height, 0))\""
        text +=
          " fill=\"#4a7bd0\" fill-opacity=\"\(0.15 * opacity)\" stroke=\"#1f3b70\" stroke-opacity=\"\(opacity)\"/>\n"
      }
      text += "</g><text y=\"\(pictureHeight + 14)\">\(String(format: "%.3f", time)) s</text></g>\n"
    }
    for (index, curve) in lanes.enumerated() {
      let y = pictureHeight + 40 + Double(index) * (Self.curveHeight + 20)
      text += "<g transform=\"translate(\(Self.gap) \(y))\"><text>\(curve.title.escapedForXML)</text>"
      let points = curve.points.map {
        let (x, y) = ($0.x * (width - 2 * Self.gap), 5 + (1 - $0.y) * Self.curveHeight)
        return String(format: "%.2f,%.2f", x, y)
      }
      text += "<polyline fill=\"none\" stroke=\"#c03020\" points=\"\(points.joined(separator: " "))\"/></g>\n"
    }
    return text + "</svg>\n"
  }

  private struct Curve {
    var title: String
    /// Both coordinates in [0, 1].
    var points: [Point]
  }

  /// Nil for a lane that does not move.
  private func curve(of track: Film.Track, lane: Int) -> Curve? {
    let all = track.values.compactMap { $0.count > lane ? $0[lane] : nil }
    guard let low = all.min(), let high = all.max(), high > low, let end = film.times.last, end > 0 else { return nil }
    var points: [Point] = []
    for (time, values) in zip(film.times, track.values) where values.count > lane {
      points.append(Point(x: time / end, y: (values[lane] - low) / (high - low)))
    }
    let name = names[track.layer] ?? "\(track.layer)"
    return Curve(title: "\(name).\(track.property)[\(lane)]: \(low) to \(high)", points: points)
  }
}
