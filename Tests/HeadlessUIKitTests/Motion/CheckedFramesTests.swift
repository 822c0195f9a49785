import ConstraintSolver
import Foundation
import LayoutKernel
import SceneImport
import SceneModel
import Testing

@testable import HeadlessUIKit

/// What `check` lays out of a recording is what the recorded window laid out.
@Suite("A check sees the frames that a recording saw", .serialized)
struct CheckedFramesTests {
  private func expectSameFrames(_ window: UIWindow, _ what: String) throws {
    let host = try #require(window.host)
    let imported = ImportedScene(scene: try Scene(text: Scene(recording: window).text))
    let report = try SceneCheck(findsAmbiguity: false).report(on: imported, file: what, solver: ConstraintSolver())
    let seen = Dictionary(report.frames.map { ($0.view, $0.rect) }, uniquingKeysWith: { first, _ in first })
    #expect(seen.count >= host.allViews.count, "\(what)")
    for view in host.allViews {
      let name = imported.identifier(of: view.item)
      // It is told on pixels.
      let wanted = PixelRounding.edges.round(host.kernel.frame(of: view.item), scale: host.kernel.scale)
      #expect(seen[name] == wanted, "\(what): \(name)")
    }
  }

  @Test("Of generated programs", arguments: 0..<4) func programs(part: Int) throws {
    for seed in 0..<UInt64(25) {
      var program = RandomProgram(seed: 7_000_000 + UInt64(part) * 1000 + seed)
      try expectSameFrames(program.run(), "program \(seed) of part \(part)")
    }
  }

  @Test("Of a story with taps, a turned device and a screen above") func story() throws {
    let story = ReplayTests.Story()
    let window = show(story)
    for piece in ReplayTests.pieces {
      piece.body(story, window)
      window.settle()
      try expectSameFrames(window, piece.name)
    }
  }

  @Test("Of the cells that a table makes, scrolls and takes away") func cells() throws {
    final class Screen: UITableViewController {
      var rows = 30
      override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
      override func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.text = "Row \(path.row) with a text that may be longer than a narrow screen is wide"
        cell.textLabel?.numberOfLines = path.row % 3
        return cell
      }
    }
    let screen = Screen()
    let window = show(screen)
    try expectSameFrames(window, "first")
    screen.tableView.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
    window.advance(by: 0.5)
    try expectSameFrames(window, "scrolled")
    screen.rows = 12
    screen.tableView.reloadData()
    window.settle()
    try expectSameFrames(window, "reloaded")
  }
}
