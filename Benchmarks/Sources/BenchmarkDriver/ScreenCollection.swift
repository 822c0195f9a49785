import Benchmarking
import Foundation
import SceneModel

/// Screens as they were drawn, measured together: one number for many small layouts.
public struct ScreenCollection {
  /// The first part of its workload's name.
  public var name: String
  public var workloads: [SceneWorkload]
}

extension Driver {
  /// The project's own screens, `Workloads/screens/*.scene` of the package that the driver belongs to.
  public func screens() throws -> [ScreenCollection] {
    guard let folder = workloadFolder()?.appendingPathComponent("screens") else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let workloads = try names.filter { $0.hasSuffix(".scene") }.map { name in
      let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
      return SceneWorkload(name: String(name.dropLast(6)), scene: try Scene(text: text, file: name))
    }
    return workloads.isEmpty ? [] : [ScreenCollection(name: "screens", workloads: workloads)]
  }

  /// The nearest folder `Workloads` above the executable: a driver may be run from anywhere, and be kept elsewhere in
  /// its package.
  private func workloadFolder() -> URL? {
    var folder = URL(fileURLWithPath: Bundle.main.executablePath ?? "").resolvingSymlinksInPath()
    while folder.path.count > 1 {
      folder.deleteLastPathComponent()
      let candidate = folder.appendingPathComponent("Workloads")
      if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
    }
    return nil
  }
}
