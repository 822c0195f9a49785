import Foundation
import LayoutKernel
import LayoutPlugin
import Reports
import SceneImport
import SceneModel

/// A run that compares the frames of screens with their recorded snapshots, or records the snapshots.
///
/// The snapshot of a screen is `FOLDER/App/Main.storyboard/SignIn.snapshot`.
package struct SnapshotRun {
  package struct Difference: Encodable, Sendable {
    package enum Kind: String, Encodable, Sendable { case changed, missing, stale, device }
    package var snapshot: String
    package var kind: Kind
    package var device: String?
    /// The result in words, one entry for each line.
    package var lines: [String]
    package var changes: [ScreenDifference.Change] = []
    package var picture: String?
  }

  package private(set) var differences: [Difference] = []
  /// The paths of the snapshots that were written, or removed because their screen is gone.
  package private(set) var recorded: [String] = []
  /// The number of screens that match their snapshots.
  package private(set) var equal = 0
  package private(set) var mistakes: [TextError] = []
  private let folder: String
  private let devices: [Device?]
  private let pictures: String?
  private let makeSolver: @Sendable () -> any ConstraintSolving

  /// Compares the files with their snapshots, or records them.
  ///
  /// - Parameters:
  ///   - folder: where snapshots are kept.
  ///   - devices: the devices besides the one for which each file is drawn.
  ///   - records: whether to write the snapshots instead of comparing with them.
  ///   - pictures: the folder for pictures of differences; nil for the system's folder for temporary files.
  package init(
    _ files: [String], in folder: String, devices: [Device?], records: Bool, pictures: String?,
    makeSolver: @escaping @Sendable () -> any ConstraintSolving
  ) throws {
    (self.folder, self.devices, self.pictures, self.makeSolver) = (folder, [nil] + devices, pictures, makeSolver)
    var expected: Set<String> = []
    var sources: Set<String> = []
    for (path, _) in try SceneFile.list(files) where ComparedFiles.isScreen(path) {
      let home = (folder as NSString).appendingPathComponent(SnapshotRun.relative(path))
      sources.insert(home)
      do throws(TextError) {
        for (name, snapshot) in try snapshots(of: path) {
          let file = (home as NSString).appendingPathComponent("\(name).\(LayoutSnapshot.ending)")
          expected.insert(file)
          if records {
            let text = snapshot.text
            if (try? String(contentsOfFile: file, encoding: .utf8)) == text {
              equal += 1
            } else {
              try writeUserFile(text, to: file)
              recorded.append(file)
            }
          } else {
            try compare(snapshot, with: file)
          }
        }
      } catch {
        mistakes.append(error)
      }
    }
    // Snapshots of screens that the compared files no longer have.
    for home in sources.sorted() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: home))?.sorted() ?? [] {
        let file = (home as NSString).appendingPathComponent(name)
        guard name.hasSuffix(".\(LayoutSnapshot.ending)"), !expected.contains(file) else { continue }
        if records {
          try? FileManager.default.removeItem(atPath: file)
          recorded.append(file)
        } else {
          differences.append(
            Difference(
              snapshot: file, kind: .stale,
              lines: ["no screen of the file is recorded here. Delete it, or record anew."]))
        }
      }
    }
  }

  package var outcome: Outcome { mistakes.isEmpty ? differences.isEmpty ? .clean : .found : .badInput }

  package var text: String {
    var lines: [String] = []
    for difference in differences {
      lines.append(difference.snapshot + (difference.device.map { " on \($0)" } ?? "") + ":")
      lines += difference.lines.map { "    \($0)" }
      if let picture = difference.picture { lines.append("    Picture: \(picture)") }
    }
    lines += recorded.map { FileManager.default.fileExists(atPath: $0) ? "\($0): recorded" : "\($0): removed" }
    if equal > 0 { lines.append("\(counted(equal, "screen")) as recorded") }
    if !differences.isEmpty { lines.append("What is meant is recorded with --record.") }
    return lines.joined(separator: "\n")
  }

  /// Returns a path without the parts that lead out of the folder.
  private static func relative(_ path: String) -> String {
    path.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(separator: "/")
  }

  /// Returns each screen of a file, with a name for the file of its snapshot.
  private func snapshots(of path: String) throws(TextError) -> [(name: String, snapshot: LayoutSnapshot)] {
    let content = try SceneContent(path: path)
    var screens: [(root: String, title: String, layouts: [LaidOutScreen])] = []
    for device in devices {
      guard case .scenes(let scenes) = try SceneFile(content, options: ImportOptions(device: device)).content else {
        return []
      }
      for imported in scenes {
        let known = screens.first { $0.root == imported.root }
        if let device, !imported.follows(device) || known?.layouts.first?.device == device.spelling { continue }
        let layout = try layOut(imported, device, path)
        if let at = screens.firstIndex(where: { $0.root == imported.root }) {
          screens[at].layouts.append(layout)
        } else {
          screens.append((imported.root, imported.screen ?? imported.title(of: .root), [layout]))
        }
      }
    }
    return zip(screens, SceneExport.fileNames(of: screens.map(\.title))).map { screen, name in
      let subject = "\(screen.title) (\(screen.root)) of \(SnapshotRun.relative(path))"
      return (name, LayoutSnapshot(subject: subject, screens: screen.layouts))
    }
  }

  private func layOut(_ imported: ImportedScene, _ device: Device?, _ path: String) throws(TextError)
    -> LaidOutScreen
  {
    do throws(LayoutMistake) {
      let isPlayed = imported.origins.isEmpty && device == nil
      let screen = isPlayed ? imported : imported.varied(ScreenVariation(device: device))
      let kernel = try LayoutKernel(playing: screen.scene, on: makeSolver(), quirks: imported.quirks)
      return LaidOutScreen(of: screen, laidOutBy: kernel, device: device?.spelling ?? imported.scene.device)
    } catch {
      throw TextError(file: path, line: 0, code: .cannotLayOut, problem: "scene \(imported.root): \(error)")
    }
  }

  private func writeUserFile(_ text: String, to file: String) throws(TextError) {
    do throws(UserMistake) {
      try UserFile.makeFolder((file as NSString).deletingLastPathComponent)
      try UserFile.write(text, to: file)
    } catch {
      throw TextError(file: file, line: 0, code: error.code, problem: "cannot be written", hint: error.message)
    }
  }

  private mutating func compare(_ snapshot: LayoutSnapshot, with file: String) throws(TextError) {
    guard FileManager.default.fileExists(atPath: file) else {
      differences.append(
        Difference(snapshot: file, kind: .missing, lines: ["this screen was not recorded: --record writes it."]))
      return
    }
    let recorded = try LayoutSnapshot(text: String(decoding: SceneContent(path: file).bytes, as: UTF8.self), file: file)
    let (changed, missing, new) = recorded.differences(to: snapshot)
    for (before, after, difference) in changed {
      differences.append(
        Difference(
          snapshot: file, kind: .changed, device: before.device, lines: difference.lines, changes: difference.changes,
          picture: try draw(ComparisonPicture(before, after, difference), file, before.device)))
    }
    for device in missing {
      differences.append(
        Difference(snapshot: file, kind: .device, device: device, lines: ["it was recorded, and was not asked for."]))
    }
    for device in new {
      differences.append(
        Difference(snapshot: file, kind: .device, device: device, lines: ["it was not recorded: --record writes it."]))
    }
    if changed.isEmpty, missing.isEmpty, new.isEmpty { equal += 1 }
  }

  private func draw(_ picture: ComparisonPicture, _ file: String, _ device: String?) throws(TextError) -> String {
    let parts = SnapshotRun.relative(file).split(separator: "/").suffix(2)
    let name =
      (parts.joined(separator: "-") as NSString).deletingPathExtension + (device.map { "-\($0)" } ?? "") + ".svg"
    let path = ((pictures ?? NSTemporaryDirectory()) as NSString).appendingPathComponent(name)
    try writeUserFile(picture.svg, to: path)
    return path
  }
}
