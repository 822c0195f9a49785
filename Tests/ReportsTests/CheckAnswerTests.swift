import Foundation
import Reports
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

private func answer() -> CheckAnswer {
  var answer = CheckAnswer()
  answer.add(file: "a b.xib")
  answer.add(file: "fine.xib")
  let conflict = CheckFinding(
    .conflict, file: "a b.xib", line: 12, root: "r", element: "Price (label x-1)", message: "100 % <of> it | all",
    fix: "Lower \"it\".", places: ["iphone-8"])
  answer.add(conflict)
  var again = conflict
  again.places = ["ipad-9.7"]
  answer.add(again)
  answer.add(
    CheckFinding(
      .mismatch, file: "a b.xib", element: "Title", message: "is not where it was recorded", expected: "8",
      found: "x 12"))
  answer.add(CheckFinding(.mistake, file: "bad.xib", line: 3, message: "ends in the middle"))
  return answer
}

@Test("A finding is told once, with every place where it shows, and what is fine in one line")
func told() {
  let text = answer().text
  #expect(text.split(separator: "100 % <of> it").count == 2)
  #expect(text.contains("a b.xib:12: conflict: Price (label x-1): 100 %"))
  #expect(text.contains("On iphone-8, ipad-9.7"))
  #expect(text.contains("x 12 instead of 8"))
  #expect(text.contains("1 file is fine") && !text.contains("fine.xib"))
}

@Test("A baseline accepts mistakes, and says what was not read")
func acceptedMistakes() throws {
  var kept = answer()
  kept.add(file: "bad.xib")
  let accepted = CheckBaseline(kept.findings.filter { $0.kind == .mistake }, file: "accepted.txt")
  kept.keep(Set(CheckFinding.Kind.allCases), accepted: accepted)
  #expect(!kept.findings.contains { $0.kind == .mistake } && kept.fineFiles == ["fine.xib"])
  #expect(kept.acceptedMistakes.map(\.file) == ["bad.xib"])
  // Every format says it.
  let unread = try #require(kept.unreadText)
  #expect(kept.text.contains(unread) && kept.markdown.contains(unread))
  #expect(kept.github.contains("::notice title=layoutlab::\(unread)"))
  #expect(kept.junit(at: Date()).contains(/<system-out>[^<]+3/))
  #expect(try kept.sarif(version: "1").contains("\"level\" : \"note\""))
}

@Test("A baseline silences exactly what it lists, through its text")
func baseline() {
  var kept = answer()
  let written = CheckBaseline(file: "accepted.txt").text(of: [kept.findings[0]])
  let accepted = CheckBaseline(text: written, file: "accepted.txt")
  kept.keep(Set(CheckFinding.Kind.allCases), accepted: accepted)
  #expect(kept.findings.map(\.kind) == [.mismatch, .mistake])
  #expect(kept.accepted == 1)
  var moved = answer()
  var finding = moved.findings[1]
  finding.found = "x 13"
  moved.keep([.mismatch], accepted: CheckBaseline([finding], file: "accepted.txt"))
  #expect(moved.findings.count == 1)
  #expect(moved.stale.count == 1 && moved.staleText?.contains("line 2: a b.xib: mismatch: ") == true)
}

@Test("A baseline knows a file by its place, however it is spelled, and old baselines by their spelling")
func spelledOtherwise() {
  let here = FileManager.default.currentDirectoryPath
  func finding(_ file: String) -> CheckFinding { CheckFinding(.conflict, file: file, message: "is \(1)") }
  for spelling in ["App/a.xib", "./App/a.xib", "App/../App//a.xib", "\(here)/App/a.xib"] {
    let text = CheckBaseline(file: "lists/accepted.txt").text(of: [finding(spelling)])
    #expect(text.contains("conflict\t../App/a.xib\t"), "\(text)")
    let baseline = CheckBaseline(text: text, file: "\(here)/lists/accepted.txt")
    for other in ["App/a.xib", "./App/a.xib", "\(here)/App/a.xib"] {
      #expect(baseline.contains(finding(other)))
      #expect(baseline.stale(besides: [finding(other)], in: [other], of: [.conflict]).isEmpty)
      #expect(baseline.stale(besides: [], in: [other], of: [.conflict]).map(\.line) == [2])
      #expect(baseline.stale(besides: [], in: [other], of: [.mismatch]).isEmpty)
    }
    #expect(!baseline.contains(finding("Other/a.xib")) && !baseline.contains(finding("lists/App/a.xib")))
    // As it was written until now: the path as it was given.
    let old = CheckBaseline(text: "# Findings\n" + finding(spelling).identity + "\n", file: "lists/accepted.txt")
    #expect(old.contains(finding("App/a.xib")))
  }
}

@Test("A baseline knows a finding by its code and fields, in whatever words it is told")
func reworded() throws {
  func finding(_ fields: [String: String]?, _ message: String) -> CheckFinding {
    CheckFinding(.overlap, fields: fields, file: "a.xib", element: "label a", message: message)
  }
  let accepted = CheckBaseline([finding(["other": "b", "widths": "1-2"], "and b cover each other")], file: "known.txt")
  #expect(accepted.contains(finding(["widths": "1-2", "other": "b"], "lies over b")))
  #expect(!accepted.contains(finding(["widths": "1-2", "other": "c"], "and b cover each other")))
  #expect(!accepted.contains(finding(nil, "and b cover each other")))
  let mistake = CheckFinding(.mistake, code: "unknown-name", file: "a.scene", line: 3, message: "unknown view \"b\"")
  #expect(
    CheckBaseline([mistake], file: "known.txt").stale(besides: [], in: ["a.scene"], of: [.mistake])[0].text
      == "a.scene: unknown-name: unknown view \"b\"")
}

@Test("Lines of older baselines are known by their message, or without it where its words have changed")
func olderLines() throws {
  let header =
    "# Findings that `layoutlab check` does not tell again; paths are relative to this file. "
    + "Written by `layoutlab check --accept`.\n"
  func accepts(_ line: String, _ finding: CheckFinding) -> Bool {
    CheckBaseline(text: header + line + "\n", file: "known.txt").contains(finding)
  }
  let overlap = CheckFinding(
    .overlap, fields: ["other": "b"], file: "a.xib", root: "r", element: "label a", message: "and b cover each other")
  #expect(accepts("overlap\ta.xib\tr\tlabel a\tand b cover each other\t", overlap))
  #expect(!accepts("overlap\ta.xib\tr\tlabel a\tand c cover each other\t", overlap))
  let frame = CheckFinding(
    .ambiguity, code: "frame-without-effect", file: "a.scene", root: "r", element: "view t", message: "is ignored")
  let former = "its frame says nothing: no constraint holds it, and so it is not laid out"
  #expect(accepts("ambiguity\ta.scene\tr\tview t\t\(former)\t", frame))
  let law = CheckFinding(.law, code: "solver.x", file: "a.solver", element: "solver.x", message: "is broken: v1 is 3")
  #expect(accepts("law\ta.solver\t\tsolver.x\tis broken: as it was told then\t", law))
  #expect(!accepts("law\ta.solver\t\tsolver.y\tis broken: v1 is 3\t", law))
}

@Test("Records of findings without codes are read")
func olderRecords() throws {
  let text =
    #"{"kind": "overlap", "file": "a.xib", "line": 3, "element": "a", "message": "m", "assumed": [], "places": []}"#
  let finding = try JSONDecoder().decode(CheckFinding.self, from: Data(text.utf8))
  #expect(finding.kind == .overlap && finding.code == nil && finding.fields == nil)
}

@Test("A line of a baseline whose file is gone is named, and one whose file was not looked at is not")
func goneFiles() {
  let baseline = CheckBaseline(
    [CheckFinding(.conflict, file: "gone.xib", message: "a"), CheckFinding(.conflict, file: #filePath, message: "b")],
    file: "accepted.txt")
  let stale = baseline.stale(besides: [], in: ["other.xib"], of: [.conflict])
  #expect(stale.count == 1 && stale[0].text.hasPrefix("gone.xib: conflict"), "\(stale)")
}

@Test("GitHub's commands escape what would end them")
func github() {
  let lines = answer().github.split(separator: "\n").map(String.init)
  #expect(lines.count == 3)
  #expect(lines[0].hasPrefix("::error file=a b.xib,line=12,title=layoutlab conflict::"))
  #expect(lines[0].contains("100 %25 <of>") && lines[0].contains("%0AFix: Lower"))
}

@Test("A table keeps its columns whatever the text holds")
func markdown() {
  let rows = answer().markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
  for row in rows { #expect(row.replacing("\\|", with: "").filter { $0 == "|" }.count == 6, "\(row)") }
}

@Test(
  "JUnit's sums are those of its cases, and each element has what the schema of Ant's reports requires, in its order")
func junit() throws {
  let xml = answer().junit(at: Date(timeIntervalSince1970: 86_400))
  let reader = JUnitReader()
  let parser = XMLParser(data: Data(xml.utf8))
  parser.delegate = reader
  #expect(parser.parse() && parser.parserError == nil)
  #expect(reader.counts["testsuite"] == 3 && reader.counts["testcase"] == 4)
  #expect(reader.counts["failure"] == 2 && reader.sums["failures"] == 2)
  #expect(reader.counts["error"] == 1 && reader.sums["errors"] == 1)
  #expect(reader.sums["tests"] == 4)
  #expect(reader.wrong == [])
  #expect(xml.contains("timestamp=\"1970-01-02T00:00:00\""))
}

@Test("A report that lacks what the schema requires is seen")
func junitLacking() throws {
  for broken in [
    "<testsuites name=\"x\"/>", "<testsuites><testsuite id=\"0\"><testcase name=\"a\"/></testsuite></testsuites>",
  ] {
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(broken.utf8))
    parser.delegate = reader
    #expect(parser.parse() && reader.wrong != [])
  }
}

@Test("SARIF says what its standard requires")
func sarif() throws {
  let object = try JSONSerialization.jsonObject(with: Data(answer().sarif(version: "1").utf8))
  let log = try #require(object as? [String: Any])
  #expect(log["version"] as? String == "2.1.0" && log["$schema"] is String)
  let run = try #require((log["runs"] as? [[String: Any]])?.first)
  let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
  let rules = try #require(driver["rules"] as? [[String: Any]])
  let results = try #require(run["results"] as? [[String: Any]])
  #expect(driver["name"] as? String == "layoutlab" && results.count == 3)
  for result in results {
    let index = try #require(result["ruleIndex"] as? Int)
    #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    #expect(["error", "warning", "note", "none"].contains(result["level"] as? String ?? ""))
    #expect((result["message"] as? [String: Any])?["text"] is String)
    let location = try #require((result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    let uri = try #require((location["artifactLocation"] as? [String: Any])?["uri"] as? String)
    #expect(URL(string: uri) != nil && !uri.contains(" "))
    if let region = location["region"] as? [String: Any] { #expect(region["startLine"] as? Int ?? 0 >= 1) }
  }
}

/// Holds a report to the schema of Ant's reports (JUnit.xsd): attributes, children and their order.
private final class JUnitReader: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var sums: [String: Int] = [:]
  var wrong: [String] = []
  private var children: [[String]] = [[]]

  private static let attributes: [String: Set<String>] = [
    "testsuites": [], "properties": [], "system-out": [], "system-err": [],
    "testsuite": [
      "id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "time",
    ],
    "testcase": ["classname", "name", "time"], "failure": ["type", "message"], "error": ["type", "message"],
  ]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    counts[name, default: 0] += 1
    if JUnitReader.attributes[name] != Set(attributes.keys) { wrong.append("\(name): \(attributes.keys.sorted())") }
    for number in ["id", "tests", "failures", "errors", "time"] {
      guard let text = attributes[number] else { continue }
      if Int(text) == nil { wrong.append("\(name).\(number) is \(text)") }
      sums[number, default: 0] += Int(text) ?? 0
    }
    if let time = attributes["timestamp"],
      time.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}/) == nil
    {
      wrong.append("the timestamp is \(time)")
    }
    children[children.count - 1].append(name)
    children.append([])
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let own = children.removeLast()
    if name == "testsuite" {
      let cases = own.dropFirst().dropLast(2)
      if own.first != "properties" || Array(own.suffix(2)) != ["system-out", "system-err"]
        || !cases.allSatisfy({ $0 == "testcase" })
      {
        wrong.append("a suite holds \(own)")
      }
    }
    if name == "testcase", own.count > 1 { wrong.append("a case holds \(own)") }
  }
}
