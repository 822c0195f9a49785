import Foundation
import Testing

/// `snapshot`: frames as text that people review.
@Suite struct SnapshotTests {
  private static let scene = """
    scene 1
    root 320 x 480 @2x
    view card in root
    view title in card kind label
    intrinsic title 100 x 20
    constraint card.leading = root.leading + 16
    constraint card.top = root.top + 16
    constraint card.width = 200
    constraint card.height = 80
    constraint title.leading = card.leading + 8
    constraint title.top = card.top + 8

    """

  @Test("What is recorded is held; a view that is more than a pixel away is told with its numbers and a picture")
  func holds() throws {
    try Tool.inFolder { folder in
      func write(_ text: String) throws { try Data(text.utf8).write(to: folder.appending(path: "card.scene")) }
      try write(Self.scene)
      #expect(try Tool.run(["snapshot", "card.scene"], in: folder).status == 1)
      #expect(try Tool.run(["snapshot", "card.scene", "--record"], in: folder).status == 0)
      let snapshot = folder.appending(path: "Snapshots/card.scene/root.snapshot")
      let text = try String(contentsOf: snapshot, encoding: .utf8)
      #expect(text.contains("\n  card  16 16 200 80  view\n    title  8 8 100 20  label\n"), "\(text)")
      #expect(try Tool.run(["snapshot", "card.scene"], in: folder).status == 0)

      try write(Self.scene.replacing("root.top + 16", with: "root.top + 16.4"))
      #expect(try Tool.run(["snapshot", "card.scene"], in: folder).status == 0, "less than a pixel")
      try write(Self.scene.replacing("root.top + 16", with: "root.top + 24"))
      let moved = try Tool.run(["snapshot", "card.scene", "--pictures", "pictures"], in: folder)
      #expect(moved.status == 1)
      #expect(moved.output.contains("2 views move 8 down: view card and 1 more"), "\(moved.output)")
      #expect(moved.output.contains("view card  16 16 200 80 → 16 24 200 80"), "\(moved.output)")
      let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "pictures").path)
      #expect(pictures.count == 1 && pictures[0].hasSuffix(".svg"))
    }
  }

  @Test(
    "A snapshot of a screen that is gone is told, and removed by recording; one that is damaged is told with its line")
  func staleAndDamaged() throws {
    try Tool.inFolder { folder in
      try Data(Self.scene.utf8).write(to: folder.appending(path: "card.scene"))
      #expect(try Tool.run(["snapshot", "card.scene", "--record"], in: folder).status == 0)
      let snapshots = folder.appending(path: "Snapshots/card.scene")
      let root = snapshots.appending(path: "root.snapshot")
      try FileManager.default.copyItem(at: root, to: snapshots.appending(path: "gone.snapshot"))
      let stale = try Tool.run(["snapshot", "card.scene"], in: folder)
      #expect(stale.status == 1 && stale.output.contains("gone.snapshot"), "\(stale.output)")
      #expect(
        try Tool.run(["snapshot", "card.scene", "--record"], in: folder).output.contains("gone.snapshot: removed"))
      let text = try String(contentsOf: root, encoding: .utf8)
      try text.replacing("16 16 200 80", with: "16 16 wide 80").write(to: root, atomically: true, encoding: .utf8)
      let damaged = try Tool.run(["snapshot", "card.scene"], in: folder)
      #expect(damaged.status == 65 && damaged.errors.contains("root.snapshot:6: "), "\(damaged.errors)")
    }
  }
}
