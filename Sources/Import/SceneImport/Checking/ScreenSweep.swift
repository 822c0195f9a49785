import LayoutKernel
import LayoutPlugin
import SceneModel

/// The problems that a screen has at other widths than its own, each with the interval of widths.
///
/// Problems that the screen also has at its own width are left out, except conflicts.
public struct ScreenSweep: Sendable {
  public struct Interval: Hashable, Sendable {
    public var trouble: ScreenTrouble
    /// The ends of the interval, in points; both belong to it.
    public var from, to: Double
    /// The largest distance by which the view leaves its superview at the widths of the interval; nil for other problems.
    public var overhang: Overhang?
  }

  /// The intervals, ascending by their start.
  public private(set) var intervals: [Interval] = []

  /// The distance between two widths that are tried, in points.
  private static let step = 1.0

  /// Tries every width. Each layout starts from the screen's own width and is then resized, so conflicts at one width have no effect on another. The
  /// sweep costs two layouts for each point of width.
  public init(
    _ imported: ImportedScene, widths: ClosedRange<Double>, makeSolver: () -> any ConstraintSolving
  ) throws(LayoutMistake) {
    let screen = imported.varied(ScreenVariation())
    let height = screen.scene.root.frame.height
    let meant = try screen.states(makeSolver: makeSolver).troubles.all.filter {
      if case .conflict = $0 { false } else { true }
    }
    var open: [ScreenTrouble: Interval] = [:]
    var width = widths.lowerBound
    while width <= widths.upperBound {
      var resized = screen
      resized.prepare([.resize(Size(width: width, height: height)), .layout(.root)])
      let troubles = try resized.states(makeSolver: makeSolver).troubles
      let now = troubles.all.subtracting(meant)
      for (trouble, interval) in open where !now.contains(trouble) {
        intervals.append(interval)
        open[trouble] = nil
      }
      for trouble in now {
        let overhang = troubles.overhang(of: trouble)
        var interval = open[trouble] ?? Interval(trouble: trouble, from: width, to: width, overhang: overhang)
        interval.to = width
        if let overhang { interval.overhang?.formMaximum(overhang) }
        open[trouble] = interval
      }
      width += ScreenSweep.step
    }
    intervals += open.values
    let order: (Interval) -> (Double, Double, String) = { ($0.from, $0.to, "\($0.trouble)") }
    intervals.sort { order($0) < order($1) }
  }
}
