import Foundation
import SceneModel

/// The result of a check in the formats of other tools.
extension CheckAnswer {
  public enum Format: String, Sendable, CaseIterable {
    case text, json, sarif, junit, github, markdown
  }

  /// The text for people, with each finding once. A file without findings has no line, unless it is the only one. Mistakes in files are not
  /// included; the reader prints them on the standard error.
  public var text: String {
    var lines: [String] = []
    for finding in findings where finding.kind != .mistake {
      let element = finding.element.isEmpty ? "" : " \(finding.element)\(finding.kind == .law ? "" : ":")"
      lines.append("\(finding.place): \(finding.kind.rawValue):\(element) \(finding.sentence)")
      if let state = finding.state { lines.append("    Seen \(state)") }
      if let fix = finding.fix { lines.append("    Fix: \(fix)") }
      if finding.source != nil { lines.append("    Recorded in \(finding.ownPlace.text)") }
      if !finding.places.isEmpty { lines.append("    On \(CheckAnswer.list(finding.places))") }
    }
    let fine = fineFiles
    if !fine.isEmpty {
      lines.append(
        files.count == 1 ? "\(fine[0]): fine" : fine.count == 1 ? "1 file is fine" : "\(fine.count) files are fine")
    }
    if accepted > 0 { lines.append("\(counted(accepted, "finding")) accepted by the baseline") }
    if let unreadText { lines.append(unreadText) }
    if let staleText { lines.append(staleText) }
    return lines.joined(separator: "\n")
  }

  /// The summary, such as `3 conflicts, 1 mistake`, or that nothing was found.
  public var summary: String {
    let counts = CheckFinding.Kind.allCases.compactMap { kind -> String? in
      let count = findings.count { $0.kind == kind }
      return count == 0 ? nil : counted(count, kind.rawValue)
    }
    return counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")
  }

  static func list(_ names: [String]) -> String {
    let shown = 6
    return names.prefix(shown).joined(separator: ", ")
      + (names.count > shown ? " and \(names.count - shown) more" : "")
  }

  /// The findings as GitHub's workflow commands; GitHub shows them beside the lines of a pull request.
  public var github: String {
    func property(_ text: String) -> String {
      data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
    func data(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    let unread = unreadText.map { ["::notice title=layoutlab::" + data($0)] } ?? []
    let commands = findings.map { finding in
      let level = finding.kind == .ambiguity ? "warning" : "error"
      let place = finding.shownPlace
      let line = place.line > 0 ? ",line=\(place.line)" : ""
      let fix = (finding.state.map { "\nSeen \($0)" } ?? "") + (finding.fix.map { "\nFix: \($0)" } ?? "")
      let element = finding.element.isEmpty ? "" : "\(finding.element): "
      return
        "::\(level) file=\(property(place.file))\(line),title=\(property("layoutlab \(finding.kind.rawValue)"))::"
        + data(element + finding.sentence + fix)
    }
    return (commands + unread).joined(separator: "\n")
  }

  /// The findings as a Markdown table, for a comment on a pull request.
  public var markdown: String {
    func cell(_ text: String) -> String {
      text.onOneLine.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("<", with: "&lt;")
    }
    var lines = ["**layoutlab check:** \(summary), \(counted(fineFiles.count, "file")) fine"]
    if !findings.isEmpty {
      lines += ["", "| where | what | element | | first fix |", "|---|---|---|---|---|"]
      lines += findings.map { finding in
        let cells = [finding.place, finding.kind.rawValue, finding.element, finding.sentence, finding.fix ?? ""]
        return "| " + cells.map(cell).joined(separator: " | ") + " |"
      }
    }
    if let unreadText { lines += ["", cell(unreadText)] }
    return lines.joined(separator: "\n")
  }

  /// Returns JUnit's XML by the schema of Ant's reports, which is the strictest in use. Each file is a suite and each finding a failed case; a file
  /// without findings has one passed case. Nothing was timed, so times are 0.
  public func junit(at moment: Date) -> String {
    let utc = ISO8601DateFormatter()
    utc.formatOptions = [.withFullDate, .withTime, .withColonSeparatorInTime]
    let timestamp = utc.string(from: moment)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    var rest = Dictionary(grouping: findings, by: \.file)
    var order = files
    for finding in findings where !order.contains(finding.file) { order.append(finding.file) }
    for (id, file) in order.enumerated() {
      let found = rest.removeValue(forKey: file) ?? []
      let failed = found.count { $0.kind != .mistake }
      let name = file.escapedForXML
      text +=
        "  <testsuite id=\"\(id)\" package=\"layoutlab\" name=\"\(name)\" timestamp=\"\(timestamp)\" hostname=\"localhost\" "
        + "tests=\"\(max(found.count, 1))\" failures=\"\(failed)\" errors=\"\(found.count - failed)\" time=\"0\">\n"
        + "    <properties/>\n"
      if found.isEmpty { text += "    <testcase classname=\"\(name)\" name=\"layout\" time=\"0\"/>\n" }
      for finding in found {
        let title = "\(finding.kind.rawValue)\(finding.element.isEmpty ? "" : ": \(finding.element)")".escapedForXML
        let tag = finding.kind == .mistake ? "error" : "failure"
        let state = finding.state.map { ["Seen \($0)"] } ?? []
        let body = ([finding.place, finding.sentence] + state + (finding.fix.map { ["Fix: \($0)"] } ?? [])).joined(
          separator: "\n")
        text += "    <testcase classname=\"\(name)\" name=\"\(title)\" time=\"0\">\n"
        text +=
          "      <\(tag) type=\"\(finding.kind.rawValue)\" message=\"\(finding.sentence.onOneLine.escapedForXML)\">\(body.escapedForXML)</\(tag)>\n"
        text += "    </testcase>\n"
      }
      let unread = acceptedMistakes.filter { $0.file == file }.map {
        "not read, and accepted: line \($0.line): \($0.sentence)"
      }
      text +=
        unread.isEmpty
        ? "    <system-out/>\n" : "    <system-out>\(unread.joined(separator: "\n").escapedForXML)</system-out>\n"
      text += "    <system-err/>\n  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// Returns SARIF 2.1.0, which code scanning services read.
  public func sarif(version: String) throws -> String {
    let rules = CheckFinding.Kind.allCases
    let log = SARIFLog(runs: [
      .init(
        tool: .init(
          driver: .init(
            name: "layoutlab", version: version,
            rules: rules.map { .init(id: $0.rawValue, shortDescription: .init(text: $0.meaning)) })),
        results: findings.map { finding in
          let element = finding.element.isEmpty ? "" : "\(finding.element): "
          let fix = finding.fix.map { "\nFix: \($0)" } ?? ""
          let place = finding.shownPlace
          return .init(
            ruleId: finding.kind.rawValue, ruleIndex: rules.firstIndex(of: finding.kind) ?? 0,
            level: finding.kind == .ambiguity ? "warning" : "error",
            message: .init(text: element + finding.sentence + fix),
            locations: [
              .init(
                physicalLocation: .init(
                  artifactLocation: .init(uri: CheckAnswer.uri(place.file)),
                  region: place.line > 0 ? .init(startLine: place.line) : nil))
            ], partialFingerprints: ["layoutlab/v1": Digest(of: Array(finding.identity.utf8)).description])
        },
        invocations: [
          .init(
            executionSuccessful: true,
            toolExecutionNotifications: acceptedMistakes.map { mistake in
              .init(
                level: "note", message: .init(text: "not read, and accepted: \(mistake.sentence)"),
                locations: [
                  .init(
                    physicalLocation: .init(
                      artifactLocation: .init(uri: CheckAnswer.uri(mistake.file)),
                      region: mistake.line > 0 ? .init(startLine: mistake.line) : nil))
                ])
            })
        ])
    ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(log), as: UTF8.self)
  }

  /// Returns a path as a URI reference; relative paths stay relative.
  private static func uri(_ path: String) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return path.hasPrefix("/") ? "file://" + escaped : escaped
  }
}

/// The parts of SARIF that are written.
private struct SARIFLog: Encodable {
  struct Text: Encodable { var text: String }
  struct Rule: Encodable {
    var id: String
    var shortDescription: Text
  }
  struct Driver: Encodable {
    var name, version: String
    var rules: [Rule]
  }
  struct Tool: Encodable { var driver: Driver }
  struct Artifact: Encodable { var uri: String }
  struct Region: Encodable { var startLine: Int }
  struct Physical: Encodable {
    var artifactLocation: Artifact
    var region: Region?
  }
  struct Location: Encodable { var physicalLocation: Physical }
  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Text
    var locations: [Location]
    var partialFingerprints: [String: String]
  }
  struct Notification: Encodable {
    var level: String
    var message: Text
    var locations: [Location]
  }
  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var toolExecutionNotifications: [Notification]
  }
  struct Run: Encodable {
    var tool: Tool
    var results: [Result]
    var invocations: [Invocation]
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  init(runs: [Run]) { self.runs = runs }
}
