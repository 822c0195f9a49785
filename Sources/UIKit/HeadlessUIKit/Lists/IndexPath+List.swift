import Foundation

/// The section, and the row or item: the two numbers of a place in a table or a collection.
nonisolated extension IndexPath {
  /// Makes the place of a row in a section.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  /// Makes the place of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  /// The number of the section, from 0.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }
  /// The number of the row in its section, from 0; the same as `item`.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
  /// The number of the item in its section, from 0; the same as `row`.
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}
