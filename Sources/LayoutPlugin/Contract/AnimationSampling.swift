import SceneModel

/// An engine that samples animations: the values of a timeline as a function of time.
///
/// One instance serves one thread at a time.
public protocol AnimationSampling: AnyObject {
  /// Loads a timeline in place of the one before.
  ///
  /// - Throws: a fault; the timeline before is still loaded then.
  func load(_ timeline: Timeline) throws(PluginFault)

  /// Samples the timeline at times in seconds of the clock, which may come in any order and give the same bits in each.
  ///
  /// `values` gets one row for each time, and each row one number for each lane of each output, row after row (`Timeline.laneCounts`). It
  /// is given the right size.
  func sample(at times: [Double], into values: inout [Double]) throws(PluginFault)
}
