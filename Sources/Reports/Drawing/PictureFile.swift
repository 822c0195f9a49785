import Foundation
import SceneModel

/// Writes pictures: PNG where the name says so, SVG otherwise.
public enum PictureFile {
  /// Pixels a point in PNG files.
  private static let zoom = 2

  public static func write(_ svg: String, to path: String) throws(UserMistake) {
    guard path.lowercased().hasSuffix(".png") else { return try UserFile.write(svg, to: path) }
    let drawing = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString).svg")
    try UserFile.write(svg, to: drawing.path)
    defer { try? FileManager.default.removeItem(at: drawing) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["rsvg-convert", "--zoom", "\(zoom)", "--output", path, drawing.path]
    let complaints = Pipe()
    process.standardError = complaints
    do { try process.run() } catch {
      throw UserMistake("\(path): no process can be started to make a PNG. Name a file that ends in .svg.")
    }
    let complaint = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: return
    case 127:
      throw UserMistake(
        "\(path): PNG needs rsvg-convert (Debian's librsvg2-bin). Install it, or name a file that ends in .svg.")
    default:
      let reason = complaint.split(separator: "\n").first.map { " (\($0))" } ?? ""
      throw UserMistake(
        "\(path): cannot be written\(reason). Name a file in a folder that exists, or an .svg.")
    }
  }
}
