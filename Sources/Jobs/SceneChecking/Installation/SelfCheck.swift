import Foundation
import LayoutPlugin
import Reports
import SceneImport
import SceneModel
import SceneOracles

/// A check of an installation: each part does a small task whose result is known.
package struct SelfCheck: Sendable {
  package enum Verdict: String, Codable, Sendable {
    case works
    /// The part was not packaged or is not installed. Other parts do not need it.
    case absent
    case broken
  }

  package struct Part: Codable, Sendable {
    package var part: String
    package var verdict: Verdict
    /// A description of the task, or of the missing part and of the work that is possible without it.
    package var detail: String
  }

  package private(set) var parts: [Part] = []

  package init() {}

  /// Tries a part. `body` returns a description of the result; it throws if it failed, and throws `Absence` if the part is not installed.
  package mutating func check(_ part: String, _ body: () throws -> String) {
    do {
      parts.append(Part(part: part, verdict: .works, detail: try body()))
    } catch let absence as Absence {
      parts.append(Part(part: part, verdict: .absent, detail: absence.detail))
    } catch {
      parts.append(Part(part: part, verdict: .broken, detail: "\(error)"))
    }
  }

  /// The error for a part that is not installed.
  package struct Absence: Error {
    package let detail: String
    package init(_ detail: String) { self.detail = detail }
  }

  /// The error for a part that gave a wrong answer.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  package var outcome: Outcome { parts.contains { $0.verdict == .broken } ? .ownFault : .clean }

  package var text: String {
    let width = parts.map(\.part.count).max() ?? 0
    let lines = parts.map { part in
      let mark =
        switch part.verdict {
        case .works: "works  "
        case .absent: "absent "
        case .broken: "BROKEN "
        }
      return mark + part.part.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + part.detail
    }
    let broken = parts.count { $0.verdict == .broken }
    let end =
      broken == 0
      ? "This installation works."
      : "\(counted(broken, "part")) of this installation \(broken == 1 ? "is" : "are") broken. Install it again, or report what stands above."
    return (lines + [end]).joined(separator: "\n")
  }

  /// Reads an Interface Builder file with one conflict from a folder that must be writable. The check must find the conflict in its line.
  package mutating func checkReading(on plugin: Plugin, makeSolver: @escaping @Sendable () -> any ConstraintSolving) {
    check("check") {
      let (run, _) = try SelfCheck.run(SelfCheck.card, named: "Card.xib", on: plugin, makeSolver)
      let found = run.answer.findings.filter { $0.kind == .conflict }
      guard found.count == 1, found[0].line == SelfCheck.cardConflictLine, found[0].element.hasPrefix("Price"),
        run.answer.findings.count == 1
      else {
        throw Failure(
          "expected one conflict in line \(SelfCheck.cardConflictLine); found: \(run.answer.text)")
      }
      return "a conflict in an Interface Builder file is found on its line"
    }
    check("explain") {
      try SelfCheck.inFile(SelfCheck.card, named: "Card.xib") { file in
        let subject = try ExplainedFile(file.path, root: nil, whatIfs: [], asScene: false, plugin: plugin)
        let report = try subject.report(on: plugin)
        // The two widths.
        guard report.explanations.map({ $0.minimalSets.map(\.count) }) == [[2]] else {
          throw Failure("the explanation is: \(report.text)")
        }
        return "the lines that contradict each other are reported"
      }
    }
    check("film") {
      let (run, _) = try SelfCheck.run(SelfCheck.motion, named: "motion.scene", on: plugin, makeSolver)
      guard run.outcome == .clean else {
        throw Failure("a scene with an animation came to: \(run.mistakes) \(run.answer.text)")
      }
      return "an animation has its frames and values at 0, 0.15 and 0.3 s"
    }
  }

  private static func run(
    _ document: String, named name: String, on plugin: Plugin,
    _ makeSolver: @escaping @Sendable () -> any ConstraintSolving
  ) throws -> (run: CheckRun, file: String) {
    try inFile(document, named: name) { file in
      var request = CheckRequest()
      request.files = [file.path]
      return (try request.run(on: plugin, makeSolver: makeSolver, laws: [], workOn: { _ in }), file.path)
    }
  }

  private static func inFile<Result>(_ document: String, named name: String, _ body: (URL) throws -> Result) throws
    -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-\(UUID().uuidString)")
    try UserFile.makeFolder(folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try UserFile.write(document, to: file.path)
    return try body(file)
  }

  /// The line of the constraint that is broken; two required widths contradict each other.
  private static let cardConflictLine = 10
  private static let card = """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="17000" useAutolayout="YES">
    <objects><view contentMode="scaleToFill" id="card"><rect key="frame" x="0" y="0" width="320" height="44"/>
    <subviews><view contentMode="scaleToFill" customClass="Price" translatesAutoresizingMaskIntoConstraints="NO" id="price">
    <rect key="frame" x="0" y="0" width="200" height="44"/></view></subviews>
    <constraints>
    <constraint firstItem="price" firstAttribute="leading" secondItem="card" secondAttribute="leading" id="c1"/>
    <constraint firstItem="price" firstAttribute="top" secondItem="card" secondAttribute="top" id="c2"/>
    <constraint firstItem="price" firstAttribute="height" constant="44" id="c3"/>
    <constraint firstItem="price" firstAttribute="width" constant="200" id="c4"/>
    <constraint firstItem="price" firstAttribute="trailing" secondItem="card" secondAttribute="trailing" priority="250" id="c5"/>
    <constraint firstItem="price" firstAttribute="width" constant="120" id="c6"/>
    </constraints></view></objects></document>
    """

  private static let motion = """
    scene 1
    root 320 x 480 @2x
    view card in root
    constraint edge: card.leading = root.leading + 16
    constraint card.top = root.top + 16
    constraint card.width = 0.5 * root.width
    constraint high: card.height = 80
    step set high constant 200
    step animate 0.3 linear { layout root }
    step advance 0.5
    expect no conflict
    expect frame card 16 16 160 200
    expect value card frame rect 16 16 160 80 at 0
    expect value card frame rect 16 16 160 140 at 0.15 within 0.1
    expect value card frame rect 16 16 160 200 at 0.3

    """
}
