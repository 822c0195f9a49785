import SceneImport
import SceneModel

extension FileKind {
  public static let all: [FileKind] = [.interfaceBuilder, .conflictLog(), .visualFormat()]

  /// `.xib` and `.storyboard` files. Reading whatever bytes must end in scenes or in a mistake.
  public static let interfaceBuilder = FileKind(
    name: "interface-builder", mark: "<",
    laws: [
      FileLaw(
        "import.damaged-file-ends-in-scenes-or-a-mistake",
        "Reading whatever bytes as an Interface Builder file ends in scenes or in a mistake.")
    ],
    judge: { bytes, _, _ in
      // A crash is what breaks the law.
      let text = String(decoding: bytes, as: UTF8.self)
      if let document = try? InterfaceBuilderDocument(utf8: text, file: "damaged") { _ = document.scenes() }
      return []
    },
    generate: { entropy in
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
    ])
}
