import Foundation
import SceneImport

/// Strings whose width is intrinsic, with their fonts (`intrinsic_oracle.csv`).
struct RecordedText {
  var repository: String
  var sample: TextSample

  /// The second part of a path in the corpus.
  static func repository(of file: String) -> String {
    file.split(separator: "/").dropFirst().first.map(String.init) ?? file
  }

  /// Labels of one line and buttons without an image, in the system font.
  static func all(in corpus: URL) throws -> [RecordedText] {
    let text = try String(contentsOf: corpus.appendingPathComponent("intrinsic_oracle.csv"), encoding: .utf8)
    let table = records(text)
    let header = table[0]
    return table.dropFirst().compactMap { cells in
      RecordedText(Dictionary(zip(header, cells)) { first, _ in first })
    }
  }

  private init?(_ row: [String: String]) {
    guard let file = row["file"], let tag = row["tag"], let text = row["text"], !text.isEmpty,
      row["width_is_intrinsic"] == "1", let width = row["width"].flatMap(Double.init), width > 0,
      let font = Self.font(row, tag)
    else { return nil }
    switch tag {
    case "label": guard ["", "1"].contains(row["numberOfLines"] ?? "") else { return nil }
    // A button is never narrower than 30 points.
    case "button": guard row["image"]?.isEmpty != false, width > 30 else { return nil }
    default: return nil
    }
    let scale = ["retina5_5", "retina5_9"].contains(row["device"] ?? "") ? 3.0 : 2
    repository = Self.repository(of: file)
    sample = TextSample(
      text: text, pointSize: font.size, isBold: font.isBold, width: width, grid: tag == "label" ? 1 / scale : 1)
  }

  private static let styles: [String: Double] = [
    "Body": 17, "Headline": 17, "Subhead": 15, "Footnote": 13, "Caption1": 12, "Caption2": 11, "Title1": 28,
    "Title2": 22, "Title3": 20, "Callout": 16,
  ]

  private static func font(_ row: [String: String], _ tag: String) -> (size: Double, isBold: Bool)? {
    let type = row["fontType"] ?? ""
    if type.hasPrefix("UICTFontTextStyle") {
      let style = String(type.dropFirst("UICTFontTextStyle".count))
      return styles[style].map { ($0, style == "Headline") }
    }
    guard ["", "system", "boldSystem"].contains(type) else { return nil }
    let isBold = type == "boldSystem" || ["semibold", "bold", "heavy", "black"].contains(row["fontWeight"] ?? "")
    return (row["pointSize"].flatMap(Double.init) ?? (tag == "button" ? 15 : 17), isBold)
  }

  /// Comma-separated records; a quoted cell may hold commas, line ends and doubled quotes.
  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var cells = [""]
    var isQuoted = false
    for character in text {
      switch character {
      case "\"":
        // A doubled quote closes and opens: it is put back when the cell goes on.
        if !isQuoted, cells[cells.count - 1].isEmpty == false { cells[cells.count - 1].append(character) }
        isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      case "\n" where !isQuoted, "\r\n" where !isQuoted:
        records.append(cells)
        cells = [""]
      default: cells[cells.count - 1].append(character)
      }
    }
    if cells != [""] { records.append(cells) }
    return records
  }
}
