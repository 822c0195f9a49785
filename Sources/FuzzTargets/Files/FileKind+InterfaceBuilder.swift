import Foundation
import SceneFuzzing
import SceneImport
import SceneModel
import SceneOracles

extension FileKind {
  public static let all: [FileKind] = [.interfaceBuilder(), .conflictLog(), .visualFormat()]

  public typealias DocumentReader = @Sendable ([UInt8]) -> Result<[ImportedScene], TextError>

  public static let readDocument: DocumentReader = { bytes in
    Result { () throws(TextError) in try InterfaceBuilderDocument(Data(bytes), file: "damaged").scenes() }
  }

  /// `.xib` and `.storyboard` files. Reading whatever bytes must end in scenes that can be written down, or in a mistake.
  /// Broken readers show that the law can fail.
  public static func interfaceBuilder(
    read: @escaping DocumentReader = FileKind.readDocument
  ) -> FileKind {
    let law = "import.damaged-file-ends-in-scenes-or-a-mistake"
    return FileKind(
      name: "interface-builder", mark: "<", endings: ["xib", "storyboard"],
      laws: [
        FileLaw(
          law,
          "Reading whatever bytes as an Interface Builder file ends in scenes that are documents, or in a mistake that "
            + "says where and what.")
      ],
      judge: { bytes, _, _ in
        let lines = 1...(1 + bytes.count { $0 == UInt8(ascii: "\n") })
        func pointless(_ mistake: TextError) -> Verdict { .broken("the mistake points nowhere: \(mistake)") }
        func isTold(_ mistake: TextError) -> Bool { lines.contains(mistake.line) && !mistake.problem.isEmpty }
        switch read(bytes) {
        case .failure(let mistake):
          return isTold(mistake) ? [] : [Breach(law, pointless(mistake))].compactMap(\.self)
        case .success(let imported):
          return imported.compactMap { imported in
            if let mistake = imported.mistakes.first(where: { !isTold($0) }) {
              return Breach(law, pointless(mistake))
            }
            if let mistake = imported.scene.structuralMistake { return Breach(law, .broken(mistake)) }
            let isSame = (try? Scene(compact: imported.scene.compact)) == imported.scene
            return isSame
              ? nil : Breach(law, .broken("the scene changes when it is written down:\n\(imported.scene.text)"))
          }
        }
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
}
