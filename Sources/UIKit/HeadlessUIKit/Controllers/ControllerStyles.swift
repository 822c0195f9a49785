/// How a controller is presented.
nonisolated public enum UIModalPresentationStyle: Int, Sendable {
  /// The whole screen, sheets, a part of the screen, or a custom presentation; sheets and popovers fill the screen here.
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
  /// No style, or the system's choice: a sheet.
  case none = -1, automatic = -2
}
/// How a presentation moves.
nonisolated public enum UIModalTransitionStyle: Int, Sendable {
  /// From below, or by a fade (`crossDissolve`); a flip and a curl come from below here.
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}
/// The styles of the status bar.
nonisolated public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }
/// How the status bar appears and disappears.
nonisolated public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }
/// A set of interface orientations.
nonisolated public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  public var rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// `portrait`: upright. `landscapeLeft`: with the home button at the left.
  public static let portrait = UIInterfaceOrientationMask(rawValue: 2),
    landscapeLeft = UIInterfaceOrientationMask(rawValue: 16)
  /// Landscape with the home button at the right.
  public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 8)
  /// Portrait with the home button at the top.
  public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 4)
  /// Either landscape.
  public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
  /// Any.
  public static let all: UIInterfaceOrientationMask = [.portrait, .landscape, .portraitUpsideDown]
  /// All orientations except upside down.
  public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
}
/// The orientations of the interface.
nonisolated public enum UIInterfaceOrientation: Int, Sendable {
  /// The orientations, by where the home button is: unknown, at the bottom, top, right or left.
  case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
  /// Whether the orientation is one of the two upright ones.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the orientation is one of the two lying ones.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}
