import Foundation

/// A fuzzer of screens: each is played repeatedly, on different devices, with different user settings and with random actions from a seed.
/// Contradictory constraints and ends of the process without a scene are findings, each reported once.
package struct ScreenVariations: Encodable, Sendable {
  package struct Finding: Encodable, Sendable {
    package let screen: String
    package let seed: UInt64
    /// The device, text size and direction.
    package let circumstances: String
    package let what: String
    /// The file of the scene; nil if the process ended before there was a scene.
    package let file: String?
  }

  package private(set) var count = 0
  package let seed: UInt64
  package private(set) var findings: [Finding] = []
  private var known: Set<String> = []
  private(set) var notes: [RecordedNote] = []

  private enum CodingKeys: String, CodingKey { case count, seed, findings }

  /// Runs the screens, each variation in a process of its own. The file of a scene is kept only if a new finding is in it.
  /// - Parameters:
  ///   - file: called with a variation's name (the screen's name, a hyphen and the seed); returns the path of its scene file.
  ///   - say: called with the output on the standard error of each recorded screen that wrote any.
  package init(
    _ count: Int, of program: ScreenProgram, _ executable: URL, seed: UInt64, patience: Int,
    file: (_ name: String) -> String, say: (String) -> Void
  ) async throws {
    self.seed = seed
    for number in 0..<UInt64(count) {
      for name in program.screens {
        let seed = seed &+ number
        let file = file("\(name)-\(seed)")
        let drawn = ScreenCircumstances(drawnFrom: seed)
        let ending = try await program.record(
          name, with: executable, arguments: drawn.arguments + ["--vary", "\(seed)"], to: file, patience: patience)
        if case .recorded(_, let said) = ending, !said.text.isEmpty { say(said.text) }
        add(ending, of: name, seed: seed, drawn, file: file)
      }
    }
  }

  private mutating func add(
    _ ending: ScreenProgram.Ending, of name: String, seed: UInt64, _ drawn: ScreenCircumstances, file: String
  ) {
    count += 1
    notes.add(ending.said.notes)
    var what: [String]
    switch ending {
    case .recorded(let scene, _): what = RecordedConflicts(scene).texts
    case .lost(let how, let said): what = ["\(how)\n\(said.text)"]
    }
    what = what.filter { known.insert("\(name) \($0)").inserted }
    if what.isEmpty { try? FileManager.default.removeItem(atPath: file) }
    let kept = FileManager.default.fileExists(atPath: file) ? file : nil
    findings += what.map {
      Finding(screen: name, seed: seed, circumstances: drawn.words, what: $0, file: kept)
    }
  }
}
