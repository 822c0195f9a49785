import Foundation
import SceneModel

/// Writes pictures: PNG if the file name ends in `.png`, otherwise SVG.
public enum PictureFile {
  /// The number of pixels per point in PNG files.
  private static let zoom = 2

  /// Writes a picture.
  ///
  /// - Parameter say: called with a sentence that names the SVG file, if that is written because no program for PNG is installed.
  public static func write(_ svg: String, to path: String, say: (String) -> Void) throws(UserMistake) {
    guard path.lowercased().hasSuffix(".png") else { return try UserFile.write(svg, to: path) }
    let drawing = FileManager.default.temporaryDirectory.appendingPathComponent("layoutlab-\(UUID().uuidString).svg")
    try UserFile.write(svg, to: drawing.path)
    defer { try? FileManager.default.removeItem(at: drawing) }
    for converter in converters {
      guard let program = converter.programs.lazy.compactMap(found).first else { continue }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = converter.arguments(drawing.path, path, size(of: svg))
      let complaints = Pipe()
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, complaints)
      guard (try? process.run()) != nil else { continue }
      let complaint = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      if process.terminationStatus == 0, FileManager.default.fileExists(atPath: path) { return }
      let reason = complaint.split(separator: "\n").first.map { " (\($0))" } ?? ""
      throw UserMistake(
        .fileUnwritable, "\(path): cannot be written\(reason). Name a file in a folder that exists, or an .svg.")
    }
    let other = (path as NSString).deletingPathExtension + ".svg"
    try UserFile.write(svg, to: other)
    say(
      "\(path): the picture is in \(other), which browsers show: PNG needs rsvg-convert (Debian's librsvg2-bin), resvg or Chromium."
    )
  }

  /// A program that converts an SVG to a PNG.
  private struct Converter {
    var programs: [String]
    /// Returns the program's arguments for the paths of the drawing and of the picture, and the size in points.
    var arguments: @Sendable (String, String, Size) -> [String]
  }

  private static let converters = [
    Converter(programs: ["rsvg-convert"]) { from, to, _ in ["--zoom", "\(zoom)", "--output", to, from] },
    Converter(programs: ["resvg"]) { from, to, _ in ["--zoom", "\(zoom)", from, to] },
    Converter(programs: ["chromium", "google-chrome", "chromium-browser"]) { from, to, size in
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=\(zoom)",
        "--window-size=\(Int(size.width.rounded(.up))),\(Int(size.height.rounded(.up)))",
        "--screenshot=\(URL(fileURLWithPath: to).path)", URL(fileURLWithPath: from).absoluteString,
      ]
    },
  ]

  private static func found(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy.map { "\($0)/\(program)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// Returns the size that a drawing's first element states.
  private static func size(of svg: String) -> Size {
    func number(_ name: String) -> Double {
      guard let start = svg.range(of: " \(name)=\"") else { return 1000 }
      return Double(svg[start.upperBound...].prefix { $0 != "\"" }) ?? 1000
    }
    return Size(width: number("width"), height: number("height"))
  }
}
