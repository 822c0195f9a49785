@testable import ConstraintSolver

extension Tableau where Self: ~Copyable {
  /// In memory that a test leaves behind.
  init(rowCount: Int, columnCount: Int) {
    let room = Self.room(rowCount: rowCount, columnCount: columnCount)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room.kept + room.lent + 8, alignment: 8)
    self.init(rowCount: rowCount, columnCount: columnCount, keeping: memory)
    borrow(memory + room.kept)
  }
}
