/// A device of a scene's `device` line: its size in portrait, its pixels per point, and the safe area of a plain window.
public struct Device: Hashable, Sendable {
  /// The device's name in scenes and on the command line, such as `iphone-14-pro`.
  public var name: String
  /// The screen's size in portrait, in points.
  public var size: Size
  /// The pixels per point.
  public var scale: Double
  /// The part of the screen that bars and housings cover in portrait, in points.
  public var safeArea: Insets

  /// All known devices, with sizes and safe areas as Interface Builder's canvas and simulators show them (rule IB4.12).
  public static let all: [Device] = [
    Device("iphone-se-1", 320, 568, 2, top: 20),
    Device("iphone-8", 375, 667, 2, top: 20),
    Device("iphone-8-plus", 414, 736, 3, top: 20),
    Device("iphone-x", 375, 812, 3, top: 44, bottom: 34),
    Device("iphone-11", 414, 896, 2, top: 48, bottom: 34),
    Device("iphone-11-pro-max", 414, 896, 3, top: 44, bottom: 34),
    Device("iphone-12", 390, 844, 3, top: 47, bottom: 34),
    Device("iphone-12-mini", 375, 812, 3, top: 50, bottom: 34),
    Device("iphone-14-pro", 393, 852, 3, top: 59, bottom: 34),
    Device("iphone-14-pro-max", 430, 932, 3, top: 59, bottom: 34),
    Device("iphone-16-pro", 402, 874, 3, top: 62, bottom: 34),
    Device("ipad-9.7", 768, 1024, 2, top: 20),
    Device("ipad-11", 834, 1194, 2, top: 24, bottom: 20),
    Device("ipad-12.9", 1024, 1366, 2, top: 24, bottom: 20),
    Device("apple-tv", 1920, 1080, 1, top: 60, bottom: 60),
  ]

  /// Returns the device of a name; `nil` when there is none.
  public static func named(_ name: String) -> Device? { all.first { $0.name == name } }

  private init(_ name: String, _ width: Double, _ height: Double, _ scale: Double, top: Double, bottom: Double = 0) {
    self.name = name
    size = Size(width: width, height: height)
    self.scale = scale
    safeArea = Insets(top: top, bottom: bottom)
  }
}
