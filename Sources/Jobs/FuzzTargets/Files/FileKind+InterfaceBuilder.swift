import Foundation
import SceneFuzzing
import SceneImport
import SceneModel
import SceneOracles

extension FileKind {
  public static let all: [FileKind] = [.interfaceBuilder(), .conflictLog(), .visualFormat()]

  public typealias DocumentReader = @Sendable ([UInt8], ImportOptions) -> Result<[ImportedScene], TextError>

  public static let readDocument: DocumentReader = { bytes, options in
    Result { () throws(TextError) in
      try InterfaceBuilderDocument(Data(bytes), file: "damaged").scenes(options)
    }
  }

  /// A function that finds the view of a scene to which a user's name refers; nil if there is none.
  public typealias ViewSearch = @Sendable (ImportedScene, String) -> ItemID?

  /// `.xib` and `.storyboard` files. Reading any bytes must give scenes that can be written, or a mistake. To show that the laws can fail, tests
  /// pass broken readers.
  public static func interfaceBuilder(
    read: @escaping DocumentReader = FileKind.readDocument,
    find: @escaping ViewSearch = { $0.view(named: $1) }
  ) -> FileKind {
    let (ending, naming, moving) = (
      "import.damaged-file-ends-in-scenes-or-a-mistake", "import.names-lead-to-their-views",
      "import.other-device-changes-no-tree"
    )
    return FileKind(
      name: "interface-builder", mark: "<", endings: ["xib", "storyboard"],
      laws: [
        FileLaw(
          ending,
          "Reading whatever bytes as an Interface Builder file ends in scenes that are documents, or in a mistake that "
            + "says where and what."),
        FileLaw(naming, "A name that only one view of a scene has leads to it, and each view has one.", cost: .exact),
        FileLaw(
          moving, "On another device, and with texts measured, a file has the same scenes, and they are documents.",
          cost: .exact),
      ],
      judge: { bytes, _, isSampled in
        switch read(bytes, ImportOptions()) {
        case .failure(let mistake):
          let lines = MistakeLines(bytes)
          return [LawViolation(ending, lines.isTold(mistake) ? .holds : lines.pointless(mistake))].compactMap(\.self)
        case .success(let imported):
          var violations = [LawViolation(ending, written(imported, MistakeLines(bytes)))]
          if isSampled {
            for scene in imported { violations.append(LawViolation(naming, named(scene, find))) }
            violations.append(LawViolation(moving, moved(imported, bytes, read)))
          }
          return violations.compactMap(\.self)
        }
      },
      generate: { entropy in
        if entropy.chance(3, in: 4) {
          var sketch = InterfaceBuilderSketch(&entropy)
          return sketch.file()
        }
        let scene = Scene.generated(within: SceneBounds(views: 1...2, steps: 0...0), using: &entropy)
        return Array(InterfaceBuilderWriter(scene).xml.utf8)
      },
      write: { document in
        guard case .scene(let scene) = document else { return nil }
        return Array(InterfaceBuilderWriter(scene).xml.utf8)
      },
      snippets: [
        "<", ">", "&", "&amp;", "&#0;", "<!--", "]]>", "<constraint/>", "<constraints>", "</view>", "<view/>",
        "<subviews>", "<!DOCTYPE x [<!ENTITY e \"e\">]>", " id=\"\"", " multiplier=\"0\"", " priority=\"1001\"",
        " firstItem=\"nowhere\"",
      ], remark: { "<!-- judged by all laws: \($0) -->\n" }, usualSize: 3072)
  }
}

/// The lines that the message of a mistake may name.
private struct MistakeLines {
  private let lines: ClosedRange<Int>

  init(_ bytes: [UInt8]) { lines = 1...(1 + bytes.count { $0 == UInt8(ascii: "\n") }) }

  func isTold(_ mistake: TextError) -> Bool { lines.contains(mistake.line) && !mistake.problem.isEmpty }
  func pointless(_ mistake: TextError) -> Verdict { .broken("the mistake points nowhere: \(mistake)") }
}

private func written(_ imported: [ImportedScene], _ lines: MistakeLines) -> Verdict {
  for imported in imported {
    if let mistake = imported.mistakes.first(where: { !lines.isTold($0) }) { return lines.pointless(mistake) }
    if let mistake = imported.scene.structuralMistake { return .broken(VerdictMessage(text: mistake)) }
    guard (try? Scene(compact: imported.scene.compact)) == imported.scene else {
      return .broken("the scene changes when it is written down:\n\(imported.scene.text)")
    }
  }
  return .holds
}

private func named(_ imported: ImportedScene, _ find: FileKind.ViewSearch) -> Verdict {
  let titles = imported.titles
  var bearers: [String: Set<ItemID>] = [:]
  for view in imported.scene.views {
    guard let title = titles[view.id], !title.isEmpty else { return .broken("\(view.name) has no name for people") }
    for name in [title, view.name, imported.identifier(of: view.id)] { bearers[name, default: []].insert(view.id) }
  }
  for (name, views) in bearers.sorted(by: { $0.key < $1.key }) where views.count == 1 {
    let found = find(imported, name)
    if found != views.first {
      return .broken("\(name) is \(views), and leads to \(found.map { "\($0)" } ?? "nothing")")
    }
  }
  let root = imported.identifier(of: .root)
  return imported.someNames.contains(root) ? .holds : .broken("no message names \(root): \(imported.someNames)")
}

private func moved(_ imported: [ImportedScene], _ bytes: [UInt8], _ read: FileKind.DocumentReader) -> Verdict {
  // The choice of the device hardly matters, but must be the same for the same bytes.
  var entropy = Entropy(seed: hash(of: bytes))
  let known = entropy.pick(Device.all)
  let spelling = entropy.chance(1, in: 2) ? known.name : "\(known.name)-landscape"
  guard let device = Device(spelling: spelling), device.name == known.name,
    device.isLandscape == (spelling != known.name)
  else { return .broken("\(spelling) is not read as a device") }
  var options = ImportOptions(
    calibratesFromRecordedFrames: entropy.chance(1, in: 2), usesRecordedText: false, device: device)
  if entropy.chance(1, in: 4) { options.device = nil }
  switch read(bytes, options) {
  case .failure(let mistake): return .broken("on \(spelling) it cannot be read: \(mistake)")
  case .success(let others):
    guard others.count == imported.count else { return .broken("on \(spelling) it has \(others.count) scenes") }
    return written(others, MistakeLines(bytes))
  }
}
