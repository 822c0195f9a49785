import BenchmarkDriver
import Benchmarking
import Foundation
import SceneImport

/// Reading a file of Interface Builder's: a view with so many labels below each other, to its scene.
func importCases() -> [Case] {
  [
    Case(path: "import/read/labels", sizes: [10, 100]) { size in
      let bytes = Data(markup(labels: size).utf8)
      func read() throws -> [ImportedScene] { try InterfaceBuilderDocument(bytes, file: "labels.xib").scenes() }
      var scenes: [ImportedScene] = []
      scenes = try read()
      let memory = try countingMemory { scenes = try read() }
      guard scenes.count == 1, scenes[0].mistakes.isEmpty, scenes[0].scene.views.count >= size else {
        throw CheckFailure(description: "labels-\(size): read as \(scenes.map(\.scene.views.count)) views")
      }
      let scene = scenes[0].scene
      return Measurement(
        operations: 1, scale: size,
        counters: [
          "views": Double(scene.views.count), "constraints": Double(scene.constraints.count),
          "allocations": Double(memory.allocations),
        ], round: { scenes = (try? read()) ?? [] })
    }
  ]
}

private func markup(labels: Int) -> String {
  let views = (0..<labels).map { index in
    """
    <label opaque="NO" text="Label \(index)" translatesAutoresizingMaskIntoConstraints="NO" id="lbl-\(index)">
      <rect key="frame" x="16" y="\(8 + 28 * index)" width="288" height="20"/>
    </label>
    """
  }
  let constraints = (0..<labels).map { index in
    let above =
      index == 0
      ? "secondItem=\"top-vw-001\" secondAttribute=\"top\""
      : "secondItem=\"lbl-\(index - 1)\" secondAttribute=\"bottom\""
    return """
      <constraint firstItem="lbl-\(index)" firstAttribute="top" \(above) constant="8" id="t-\(index)"/>
      <constraint firstItem="lbl-\(index)" firstAttribute="leading" secondItem="top-vw-001" secondAttribute="leading" constant="16" id="l-\(index)"/>
      <constraint firstAttribute="trailing" secondItem="lbl-\(index)" secondAttribute="trailing" constant="16" id="r-\(index)"/>
      """
  }
  return """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17701" targetRuntime="iOS.CocoaTouch" \
    propertyAccessControl="none" useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES">
      <device id="retina6_1" orientation="portrait" appearance="light"/>
      <objects>
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1" userLabel="File's Owner"/>
        <view contentMode="scaleToFill" id="top-vw-001">
          <rect key="frame" x="0.0" y="0.0" width="320" height="\(28 * labels + 8)"/>
          <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
          <subviews>
    \(views.joined(separator: "\n"))
          </subviews>
          <constraints>
    \(constraints.joined(separator: "\n"))
          </constraints>
        </view>
      </objects>
    </document>
    """
}
