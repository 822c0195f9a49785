// Written by Scripts/known-names.py.
extension KnownNames {
  /// Types that HeadlessUIKit declares.
  static let headless: Set<String> = Set(
    """
    ConnectsByName EventSubtype EventType Phase Selector UIEvent UIObject UITouch
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
