import SceneModel

/// The values of a timeline as a function of time.
///
/// One instance serves one thread at a time.
public protocol AnimationSampling: AnyObject {
  /// Replaces what was loaded. When it throws, the timeline before is still there.
  func load(_ timeline: Timeline) throws(PluginFault)

  /// One row per time, one number per lane of each output, row after row (`Timeline.laneCounts`); `values` gets the
  /// right size. Times are seconds of the clock and may go backwards; any order gives the same bits.
  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault)
}
