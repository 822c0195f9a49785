import HeadlessUIKit
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel
import SceneOracles

/// A comparison of what a program showed in a window with what its recording shows when it is played.
@MainActor package struct RecordingTrial {
  /// The number of equal parts into which the time from the start to the end is divided. The two are compared at the ends of all parts.
  private static let instants = 60
  private static let properties = [
    "position", "bounds", "opacity", "transform", "backgroundColor", "cornerRadius", "hidden",
  ]

  private let window: UIWindow
  private let recorded: Scene

  /// Makes a trial of a window that was shown.
  ///
  /// - Parameters:
  ///   - window: the window, when the program is over.
  ///   - recorded: its recording.
  package init(_ window: UIWindow, recorded: Scene) { (self.window, self.recorded) = (window, recorded) }

  /// Returns the first difference. Nil if the recording's text and bytes are read as the same scene, and the frames at the end and the shown values
  /// at all compared times are the same, bit for bit. Also nil if the plugin lacks a solver or a sampler.
  ///
  /// - Parameter plugin: the engine that plays the recording.
  package func difference(on plugin: Plugin) throws -> VerdictMessage? {
    guard let own = window.player, let solver = plugin.makeSolver?(), let makeSampler = plugin.makeSampler else {
      return nil
    }
    let scene = try Scene(text: recorded.text)
    guard scene == recorded else { return "the recording's text is read as another scene" }
    guard try Scene(compact: recorded.compact) == recorded else { return "its bytes are read as another scene" }
    var playback = try Playback(of: scene, solver: solver, makeSampler: makeSampler)
    try playback.finish()
    let again = playback.performer
    guard again.layers.now == own.layers.now else { return "it ends at \(again.layers.now), not \(own.layers.now)" }
    let layers = window.layer.withSublayers
    for (item, isView, _) in layers where isView {
      let (shown, wanted) = (again.kernel.frame(of: item), own.kernel.frame(of: item))
      if shown != wanted {
        return "\(item) ends at \(shown.words, of: shown.numbers), not \(wanted.words, of: wanted.numbers)"
      }
    }
    for (item, _, id) in layers {
      guard let other = again.layer(of: item) else { return "\(item) is missing" }
      for count in 0...Self.instants {
        let time = own.layers.now * Double(count) / Double(Self.instants)
        for key in Self.properties {
          // A layer that was added later has no value at earlier times.
          guard let wanted = own.layers.presentation(id, key, at: time),
            let shown = again.layers.presentation(other, key, at: time), shown != wanted
          else { continue }
          return
            "\(item) \(key) shows \(shown.words, of: shown.lanes) at \(time), not \(wanted.words, of: wanted.lanes)"
        }
      }
    }
    return nil
  }
}

extension CALayer {
  /// The layer and the layers inside it that a recording contains, ordered by their numbers there.
  fileprivate var withSublayers: [(item: ItemID, isView: Bool, id: LayerID)] {
    var list: [(item: ItemID, isView: Bool, id: LayerID)] = []
    var waiting = [self]
    while let layer = waiting.popLast() {
      if let item = layer.recordedItem, let id = layer.id { list.append((item, layer.delegate is UIView, id)) }
      waiting += layer.sublayers ?? []
    }
    return list.sorted { $0.item < $1.item }
  }
}

extension Rect {
  fileprivate var words: String { "\(x) \(y) \(width) \(height)" }
  fileprivate var numbers: [Double] { [x, y, width, height] }
}
