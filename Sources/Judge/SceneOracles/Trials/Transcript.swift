import LayoutKernel
import LayoutPlugin
import SceneModel

/// All answers of an engine about a document, bit for bit. They must be the same at any time and in any process. The messages of faults and the order
/// of changes are left out, because no contract is about them.
package struct Transcript: Hashable, Sendable {
  struct Line: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
      case solved, conflict, fault, member, value, frame, lane
    }

    /// The transaction, counted from 1; 0 for timelines and for a kernel's frames. For a layout engine, the index of the answer.
    var place: Int
    var kind: Kind
    /// The number of a variable, a constraint or an item, or of a lane.
    var subject: Int
    var bits: UInt64 = 0
  }

  private(set) var lines: [Line]

  /// Makes the transcript of a new engine's answers; a solver gets the transactions of a scene from a new kernel. Nil if the plugin does not offer
  /// the engine that the document needs, if a script or a layout engine has no promise of equal bits, or if the document cannot be played.
  package init?(of document: Document, on plugin: Plugin) {
    switch document {
    case .solver(let script): self.init(script.projected(onto: plugin.manifest.promise), plugin)
    case .scene(let scene) where plugin.makeLayoutEngine != nil: self.init(FrameTrial(scene, plugin))
    case .scene(let scene):
      self.init(
        SceneTrial(
          scene, plugin,
          { scene, solver throws(LayoutMistake) in
            try LayoutKernel(scene: scene, solver: solver)
          }))
    case .timeline(let timeline): self.init(TimelineTrial(timeline, plugin))
    }
  }

  init?(_ script: SolverScript, _ plugin: Plugin) {
    guard let make = plugin.makeSolver, plugin.manifest.isBitwise else { return nil }
    let witness = Witness(make())
    for transaction in script.transactions {
      _ = try? witness.apply(transaction.edits)
      try? witness.drainChanges { _, _ in }
    }
    lines = witness.lines
  }

  /// Makes the transcript of a kernel's conversation with the engine, and of the resulting frames; nil if the scene cannot be played.
  init?(_ trial: SceneTrial) {
    guard let make = trial.plugin.makeSolver else { return nil }
    let witness = Witness(make())
    var overheard = trial.plugin
    overheard.makeSolver = { [witness = Handle(witness)] in witness.solver }
    guard let ending = try? SceneTrial(trial.scene, overheard, trial.make).ending.get() else { return nil }
    lines = witness.lines
    for (item, frame) in zip(ending.items, ending.frames) {
      for (side, number) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
        let subject = Int(item.rawValue) * 4 + side
        lines.append(Line(place: 0, kind: .frame, subject: subject, bits: number.bitPattern))
      }
    }
  }

  /// Makes the transcript of a layout engine's answers; nil if it does not break ties canonically, or violated its contract.
  init?(_ trial: FrameTrial) {
    guard trial.promise.ties == .canonical, trial.violation == nil else { return nil }
    lines = []
    for (place, moment) in trial.moments.enumerated() {
      guard case .frames(let frames, _) = moment.answer else {
        lines.append(Line(place: place, kind: .fault, subject: 0))
        continue
      }
      for (item, frame) in frames.sorted(by: { $0.key < $1.key }) {
        for (side, number) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
          let subject = Int(item.rawValue) * 4 + side
          lines.append(Line(place: place, kind: .frame, subject: subject, bits: number.bitPattern))
        }
      }
    }
  }

  init?(_ trial: TimelineTrial) {
    guard let rows = try? trial.rows(of: trial.timeline, at: trial.times) else { return nil }
    lines = rows.values.enumerated().map { Line(place: 0, kind: .lane, subject: $0, bits: $1.bitPattern) }
  }

  /// The digest: equal for equal transcripts, in every process.
  package var digest: Digest {
    Digest(
      of: lines.flatMap { line in
        [line.kind.rawValue]
          + [UInt64(line.place), UInt64(line.subject), line.bits].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
          }
      })
  }

  /// Returns where another transcript differs from this one, in words; nil if nowhere.
  package func difference(from other: Transcript) -> VerdictMessage? {
    if self == other { return nil }
    guard let at = zip(lines, other.lines).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      let (more, what): ([Line], VerdictMessage) =
        lines.count > other.lines.count ? (lines, "not said again") : (other.lines, "said only now")
      return "\(more[min(lines.count, other.lines.count)].words), \(what)"
    }
    return "\(lines[at].words), and then \(other.lines[at].words)"
  }
}

extension Transcript.Line {
  fileprivate var words: VerdictMessage {
    let number = Double(bitPattern: bits)
    switch kind {
    case .solved: return "transaction \(place) is solved"
    case .conflict: return "transaction \(place) is a conflict"
    case .fault: return "transaction \(place) is a fault"
    case .member: return "the conflict of transaction \(place) has c\(subject)"
    case .value: return "after transaction \(place) v\(subject) is \(number)"
    case .frame: return "\(["x", "y", "width", "height"][subject % 4]) of @\(subject / 4) is \(number)"
    case .lane: return "number \(subject) of the samples is \(number)"
    }
  }
}

/// Passes a solver of one thread to a factory that any thread may call. Only one run uses it.
private struct Handle: @unchecked Sendable {
  var solver: any ConstraintSolving
  init(_ solver: any ConstraintSolving) { self.solver = solver }
}

/// An engine whose answers are recorded.
private final class Witness: ConstraintSolving {
  private let engine: any ConstraintSolving
  private(set) var lines: [Transcript.Line] = []
  private var place = 0

  init(_ engine: any ConstraintSolving) { self.engine = engine }

  func apply(_ edits: [SolverEdit]) throws(PluginFault) -> SolverOutcome {
    place += 1
    do throws(PluginFault) {
      let outcome = try engine.apply(edits)
      switch outcome {
      case .solved: lines.append(.init(place: place, kind: .solved, subject: 0))
      case .conflict(let members):
        lines.append(.init(place: place, kind: .conflict, subject: 0))
        lines += members.sorted().map { .init(place: place, kind: .member, subject: Int($0.rawValue)) }
      }
      return outcome
    } catch {
      lines.append(.init(place: place, kind: .fault, subject: 0))
      throw error
    }
  }

  func drainChanges(_ body: (Variable, Double) -> Void) throws(PluginFault) {
    let first = lines.count
    let place = place
    var reported: [Transcript.Line] = []
    try engine.drainChanges { variable, value in
      reported.append(.init(place: place, kind: .value, subject: Int(variable.id), bits: value.bitPattern))
      body(variable, value)
    }
    lines += reported
    lines[first...].sort { $0.subject < $1.subject }
  }

  func certificate() throws(PluginFault) -> [CertificateEntry]? { try engine.certificate() }
  func isUnique(_ variable: Variable) throws(PluginFault) -> Bool? { try engine.isUnique(variable) }
  var workDone: SolverWork? { engine.workDone }
}
