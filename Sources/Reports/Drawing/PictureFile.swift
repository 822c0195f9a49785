import Foundation

/// Writes pictures: PNG where the name says so, SVG otherwise.
public enum PictureFile {
  public struct Mistake: Error, CustomStringConvertible {
    public var description: String
  }

  /// Pixels a point in PNG files.
  private static let zoom = 2

  public static func write(_ svg: String, to path: String) throws(Mistake) {
    guard path.lowercased().hasSuffix(".png") else { return try write(Data(svg.utf8), path) }
    let drawing = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString).svg")
    try write(Data(svg.utf8), drawing.path)
    defer { try? FileManager.default.removeItem(at: drawing) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["rsvg-convert", "--zoom", "\(zoom)", "--output", path, drawing.path]
    let complaints = Pipe()
    process.standardError = complaints
    do { try process.run() } catch {
      throw Mistake(description: "\(path): no process can be started to make a PNG. Name a file that ends in .svg.")
    }
    let complaint = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    switch process.terminationStatus {
    case 0: return
    case 127:
      throw Mistake(
        description:
          "\(path): PNG needs rsvg-convert (Debian's librsvg2-bin). Install it, or name a file that ends in .svg.")
    default:
      let reason = complaint.split(separator: "\n").first.map { " (\($0))" } ?? ""
      throw Mistake(
        description: "\(path): cannot be written\(reason). Name a file in a folder that exists, or an .svg.")
    }
  }

  /// A page as it is.
  public static func write(page: String, to path: String) throws(Mistake) { try write(Data(page.utf8), path) }

  private static func write(_ data: Data, _ path: String) throws(Mistake) {
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw Mistake(description: "\(path): cannot be written. Name a file in a folder that exists.")
    }
  }
}
