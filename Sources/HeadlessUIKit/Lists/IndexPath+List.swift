import Foundation

/// Section and row or item: the two numbers that name a place in a table or a collection.
nonisolated extension IndexPath {
  /// Makes one as UIKit does.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  /// Makes one as UIKit does.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  /// The section, as in UIKit.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }
  /// The row, as in UIKit.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
  /// The item, as in UIKit.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
