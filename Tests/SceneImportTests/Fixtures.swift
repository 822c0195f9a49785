import Foundation
import SceneImport
import SceneModel
import TestSupport

/// Files that tests read.
enum Fixtures {
  static func document(_ name: String) throws -> InterfaceBuilderDocument {
    let url = Surroundings.package.appendingPathComponent("Tests/Fixtures/\(name)")
    return try InterfaceBuilderDocument(Data(contentsOf: url), file: name)
  }

  /// The corpus's files, by name relative to it.
  static func corpusFiles(in corpus: URL) -> [String] {
    let files = FileManager.default.enumerator(atPath: corpus.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".storyboard") || $0.hasSuffix(".xib") }.sorted()
  }

  /// A xib with one 100 by 100 view, `top`, and what is given inside it.
  static func xib(_ inside: String, attributes: String = "") -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="15705" \
    targetRuntime="iOS.CocoaTouch" \(attributes)>
    <objects>
    <view id="top"><rect key="frame" x="0" y="0" width="100" height="100"/>
    \(inside)
    </view>
    </objects>
    </document>
    """
  }

  static func scene(_ inside: String, options: ImportOptions = ImportOptions()) throws -> ImportedScene {
    try InterfaceBuilderDocument(utf8: xib(inside), file: "test.xib").scenes(options)[0]
  }
}

extension ImportedScene {
  func view(_ identifier: String) -> View? {
    scene.views.first { origins[$0.id]?.identifier == identifier }
  }
}
