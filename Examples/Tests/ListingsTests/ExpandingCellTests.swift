import Testing
import UIKit

@testable import Listings

/// The second document: the conflict of the first expansion, and what cures it.
@Suite("A cell that opens and closes", .serialized)
struct ExpandingCellTests {
  private func shown(_ type: ExpandingCell.Type) throws -> (UIWindow, ExpandingCellController, ExpandingCell) {
    let controller = ExpandingCellController(type)
    let window = show(controller)
    let cell = try #require(controller.tableView.visibleCells.first as? ExpandingCell)
    return (window, controller, cell)
  }

  @Test("Closed, no constraint gives way") func closed() throws {
    let (window, _, cell) = try shown(ExpandingCell.self)
    #expect(window.conflicts == [])
    #expect(cell.secondSectionView.frame.height == 0)
  }

  @Test("A required height inside meets the height that the table measured: the document's log") func log() throws {
    let (window, _, cell) = try shown(ExpandingCell.self)
    let closed = cell.frame.height
    cell.toggleSecondSectionAlone(true)
    window.advance(by: 0.5)
    let conflict = try #require(window.conflicts.first)
    #expect(conflict.contains("UIView-Encapsulated-Layout-Height"))
    #expect(conflict.contains("ExpandingCell.swift"))
    #expect(conflict.contains("height == 200"))
    // The row is as high as it was.
    #expect(cell.frame.height == closed)
  }

  @Test("beginUpdates and endUpdates make the table measure again; with a priority below required nothing gives way")
  func cure() throws {
    let (window, controller, cell) = try shown(YieldingCell.self)
    let closed = cell.frame.height
    cell.toggleSecondSection(true)
    window.advance(by: 0.5)
    #expect(window.conflicts == [])
    #expect(cell.frame.height == closed + 200)
    #expect(controller.tableView.rectForRow(at: IndexPath(row: 1, section: 0)).minY == closed + 200)
    cell.toggleSecondSection(false)
    window.advance(by: 0.5)
    #expect(window.conflicts == [])
    #expect(cell.frame.height == closed)
  }

  @Test("The priority alone keeps the log away, and the cell as it was") func priorityAlone() throws {
    let (window, _, cell) = try shown(YieldingCell.self)
    let closed = cell.frame.height
    cell.toggleSecondSectionAlone(true)
    window.advance(by: 0.5)
    #expect(window.conflicts == [])
    #expect(cell.frame.height == closed)
  }
}
