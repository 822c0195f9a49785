import LayoutKernel
import LayoutPlugin
import SceneModel

/// A screen at every width of a range: where it breaks, as intervals.
///
/// A law is held against what the screen does at its own width: what is there already is no matter of widths.
public struct ScreenSweep: Sendable {
  public struct Interval: Hashable, Sendable {
    public var trouble: ScreenTrouble
    /// Points, both inside.
    public var from, to: Double
    /// The most at one of these widths, of a view that leaves its superview.
    public var overhang: Overhang?
  }

  /// By where they begin.
  public private(set) var intervals: [Interval] = []

  /// Points between two widths that are looked at.
  private static let step = 1.0

  /// Each width is laid out afresh and resized to, so that no conflict of another width is remembered: two layouts a point.
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
