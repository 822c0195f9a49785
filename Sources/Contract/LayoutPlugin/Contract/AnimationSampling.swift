import SceneModel

/// An engine that samples animations: the values of a timeline as a function of time.
///
/// One instance serves one thread at a time.
public protocol AnimationSampling: AnyObject {
  /// Loads a timeline in place of the one before.
  ///
  /// - Throws: a fault; the timeline before is still loaded then.
  func load(_ timeline: Timeline) throws(PluginFault)

  /// Samples the timeline at times in seconds of the clock, which may be in any order; the order does not change the values.
  ///
  /// `values` gets one row for each time, and each row one number for each lane of each output, row after row (`Timeline.laneCounts`). The caller
  /// makes it the right size.
  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault)
}
