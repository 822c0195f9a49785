import SceneModel

/// The recorded screens of a target.
package struct RecordedTarget: Encodable, Sendable {
  private let target: String
  private let package: String
  private let device: String
  private var screens: [RecordedScreen] = []
  package var variations: ScreenVariations? { didSet { notes.add(variations?.notes ?? []) } }
  /// The notes about all screens, each once.
  private var notes: [RecordedNote] = []

  private enum CodingKeys: CodingKey { case target, screens, variations, notes }

  /// Makes an empty list. `package` is the folder as the user named it.
  package init(_ target: String, of package: String, on device: String) {
    (self.target, self.package, self.device) = (target, package, device)
  }

  package mutating func add(_ ending: ScreenProgram.Ending, of screen: String, file: String) {
    screens.append(RecordedScreen(screen, ending, file: file))
    notes.add(ending.said.notes)
  }

  package var outcome: Outcome {
    let isLost = screens.contains { $0.lost != nil }
    return isLost || variations?.findings.isEmpty == false ? .found : .clean
  }

  package var text: String {
    (screens.map(text) + (variations.map { [text($0)] } ?? []) + notes.map { "Note:       \($0.message)" })
      .joined(separator: "\n")
  }

  private var command: String { "layoutlab run \(target) --package-path \(package)" }

  private func text(_ variations: ScreenVariations) -> String {
    let count = variations.findings.count
    let head = "\(variations.count) variations, seed \(variations.seed): \(count == 0 ? "nothing" : "\(count)") found"
    let findings = variations.findings.map { finding in
      """
      \(finding.screen) on \(finding.circumstances):
        \(finding.what.replacing("\n", with: "\n  "))\(finding.file.map { "\n  \($0)" } ?? "")
      Reproduce:  \(command) --screen \(finding.screen) --variations 1 --seed \(finding.seed)
      """
    }
    return ([head] + findings).joined(separator: "\n")
  }

  private func text(_ screen: RecordedScreen) -> String {
    guard let file = screen.file else {
      let said = (screen.said ?? "").split(separator: "\n").map { "\n  \($0)" }.joined()
      return """
        \(screen.name) \(screen.lost ?? "")\(said)
        Reproduce:  \(command) --screen \(screen.name) --device \(device)
        """
    }
    return """
      \(screen.name): \(screen.views ?? 0) views, \(screen.constraints ?? 0) constraints, \(screen.steps ?? 0) steps
        \(file)
      Check:      layoutlab check \(file)
      """
  }
}
