import Foundation

/// The numbers of `Tests/Evidence`: results of Apple's systems, of other projects and of closed forms. Each file says where its
/// numbers come from and how they were measured; `Tests/Evidence/README.md` describes the format.
public enum Evidence {
  /// Decodes a file such as `layout/frames`: `type` has a property for each table (an array) and each record (one value) that the test needs.
  public static func decode<T: Decodable>(_ type: T.Type, from name: String) -> T {
    let file = Surroundings.package.appendingPathComponent("Tests/Evidence/\(name).evidence")
    do {
      return try JSONDecoder().decode(type, from: json(of: String(contentsOf: file, encoding: .utf8), file: name))
    } catch {
      preconditionFailure("Tests/Evidence/\(name).evidence: \(error)")
    }
  }

  /// The error for a line that is neither a heading nor a row of the table around it.
  struct Malformed: Error, CustomStringConvertible {
    var file: String
    var line: Int
    var reason: String

    var description: String { "\(file):\(line): \(reason)" }
  }

  /// Returns the file as one JSON object: `{"table":[{"column":cell,…},…],"record":{…}}`.
  package static func json(of text: String, file: String) throws -> Data {
    var tables: [(name: String, isRecord: Bool, columns: [String], rows: [String])] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      func malformed(_ reason: String) -> Malformed { Malformed(file: file, line: index + 1, reason: reason) }
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("[") {
        guard var table = tables.popLast() else { throw malformed("a row stands before the first table") }
        guard let cells = cells(of: line.utf8), cells.count <= table.columns.count else {
          throw malformed("this is no JSON array of at most \(table.columns.count) cells")
        }
        if table.isRecord, !table.rows.isEmpty { throw malformed("the record \(table.name) has a second row") }
        let pairs = zip(table.columns, cells).filter { $1 != "null" }.map { "\"\($0)\":\($1)" }
        table.rows.append("{\(pairs.joined(separator: ","))}")
        tables.append(table)
      } else {
        let words = line.split(separator: " ").map(String.init)
        guard words.count > 2, ["table", "record"].contains(words[0]), words[1].hasSuffix(":") else {
          throw malformed("this is neither a row nor a heading like \"table name: column column\"")
        }
        tables.append((String(words[1].dropLast()), words[0] == "record", Array(words[2...]), []))
      }
    }
    let members = tables.map { table in
      "\"\(table.name)\":" + (table.isRecord ? table.rows.first ?? "null" : "[\(table.rows.joined(separator: ","))]")
    }
    return Data("{\(members.joined(separator: ","))}".utf8)
  }

  /// Returns the texts of a row's cells; nil if the brackets do not match. A row has no spaces between its cells.
  private static func cells(of row: Substring.UTF8View) -> [String]? {
    var cells: [String] = []
    var cell: [UInt8] = []
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for byte in row {
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          if depth == 1 { continue }
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 {
            if cells.isEmpty, cell.isEmpty { continue }
            cells.append(String(decoding: cell, as: UTF8.self))
            continue
          }
        case UInt8(ascii: ",") where depth == 1:
          cells.append(String(decoding: cell, as: UTF8.self))
          cell.removeAll(keepingCapacity: true)
          continue
        default: break
        }
      }
      if depth < 1 { return nil }
      cell.append(byte)
    }
    return depth == 0 && !isQuoted ? cells : nil
  }
}
