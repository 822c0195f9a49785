import Foundation

/// A set of corners.
nonisolated public struct CACornerMask: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The predefined values of Core Animation, under their names there.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1), layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The predefined values of Core Animation, under their names there.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4), layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
  static let all = CACornerMask(rawValue: 15)
}
/// The curves of rounded corners; nothing is drawn.
nonisolated public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The predefined values of Core Animation, under their names there.
  public static let circular = CALayerCornerCurve(rawValue: "circular"),
    continuous = CALayerCornerCurve(rawValue: "continuous")
}
/// How a layer's contents lie in it; nothing is drawn.
nonisolated public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// `resize`: stretched. `center`: in the middle. Nothing is drawn.
  public static let resize = CALayerContentsGravity(rawValue: "resize"),
    center = CALayerContentsGravity(rawValue: "center")
  /// Scaled to fit inside, with its proportions; nothing is drawn.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// Scaled to fill, with its proportions; nothing is drawn.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}
