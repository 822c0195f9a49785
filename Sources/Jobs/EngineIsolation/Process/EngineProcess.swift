import CAllocationCounter
import CProcessControl
import Foundation
import LibC
import SceneFuzzing
import SceneModel
import SceneOracles

/// Runs work with an engine that may crash, hang, exit or use up the memory. The work runs in a process of its own. That process is forked from
/// this one, so it inherits all data. The beginning and the end of the engine's output on the standard error are passed on.
///
/// This process must have one thread.
public struct EngineProcess {
  public var engine: NamedEngine
  /// The time limit in seconds for one answer of a command, and for the work of a library on one document or law. An engine that takes longer
  /// counts as hanging.
  public var patience: Int
  public var streams: Streams
  /// Called about once a second with a description of the present work, and with the engine's output on the standard error. If it is nil, only that
  /// output is passed on.
  public var tell: ((Event) -> Void)?
  /// A shorter time limit, used where a quick guess is enough; nil: `patience`.
  private var haste: Duration?

  /// Something that happens while the work goes on.
  public enum Event {
    /// A description of the present work.
    case status(String)
    /// The engine wrote to the standard error.
    case errors([UInt8])
  }

  /// The streams of this process to which the other process may write. If it may write to both, it also reads this one's input.
  public enum Streams: Sendable {
    case none, errors, all
  }

  public init(_ engine: NamedEngine, patience: Int, streams: Streams = .errors) {
    (self.engine, self.patience, self.streams) = (engine, patience, streams)
  }

  /// The result of a call of the other process.
  public enum Result<Answer> {
    case answered(Answer)
    case lost(Loss, soFar: Answer?)
  }

  /// How an engine ended without an answer: a crash, a hang or an exit.
  public struct Loss: Codable, Sendable {
    public var kind: LossKind
    /// A description for people.
    public var how: String
    /// The number of inputs that the engine got, and the last of them: a document in its compact form, or a file from outside; nil if there was none,
    /// or it was too long to be recorded.
    public var inputs: Int
    public var bytes: [UInt8]?
    /// The signal that ended the process; nil if none did.
    public var signal: Int32?
    /// The exit status of the process; nil if it did not exit by itself.
    public var status: Int32?
    /// The stack frames when the process ended, innermost first: `libengine.so+0x1234 symbol`.
    public var frames: [String] = []

    public var document: Document? { bytes.flatMap { try? Document(compact: $0) } }
  }

  /// The interface of the forked process to its parent: the log of its inputs, and its answer so far.
  public struct ParentLink<Answer: Codable> {
    /// The log of inputs. Each input must be noted there before the engine gets it.
    public let blackBox: BlackBox
    /// A descriptor of the parent's standard error, for messages that are not the engine's.
    public let standardError: Int32

    /// Sends a preliminary answer. It is used if the engine crashes or hangs later.
    public func draft(_ answer: Answer) throws { try say(.draft(answer)) }

    fileprivate func say(_ message: Message<Answer>) throws {
      try blackBox.say([UInt8](JSONEncoder().encode(message)))
    }
  }

  fileprivate enum Message<Answer: Codable>: Codable {
    case draft(Answer)
    case answer(Answer)
    case refusal(EngineRefusal)

    var soFar: Answer? {
      switch self {
      case .draft(let answer), .answer(let answer): answer
      case .refusal: nil
      }
    }
  }

  /// The bytes of data beyond which an engine gets no more memory.
  static let memoryLimit: rlim_t = 2 << 30

  /// The number of processors that this process may use. More workers than that would only wait for each other.
  public static var usableProcessors: Int { Int(process_usable_processors()) }

  /// Sets the memory limit of this process. It does nothing under an address sanitizer, which reserves terabytes of addresses and uses few of them.
  static func limitMemory() {
    if allocation_counter_has_sanitizer() { return }
    LimitedResource.data.limit(to: memoryLimit)
  }

  /// Runs work in a process of its own, and returns its result.
  ///
  /// - Throws: `EngineRefusal` if `work` throws, with the text of that error. A crash or a hang of the engine is a result, and is not thrown.
  public func run<Answer: Codable>(_ work: (ParentLink<Answer>) throws -> Answer) throws(EngineRefusal) -> Result<
    Answer
  > {
    let blackBox = try BlackBox(patience: haste ?? .seconds(patience))
    let errors =
      try streams == .none
      ? nil
      : PassedErrors { [tell] bytes in
        if let tell { tell(.errors(bytes)) } else { StandardError.write(bytes) }
      }
    let child = try ChildProcess(streams, errors: errors?.writingEnd) { standardError in
      // A command gets its own memory limit elsewhere. Its processes must not inherit this one.
      if engine.command == nil { EngineProcess.limitMemory() }
      blackBox.watchProcess()
      let parentLink = ParentLink<Answer>(blackBox: blackBox, standardError: standardError)
      do {
        try parentLink.say(.answer(work(parentLink)))
        return EXIT_SUCCESS
      } catch {
        // If this cannot be sent either, the process counts as crashed.
        try? parentLink.say(.refusal(EngineRefusal(error)))
        return EXIT_FAILURE
      }
    }
    errors?.closeWritingEnd()
    let end = waitForEnd(of: child, blackBox, errors)
    errors?.finish()
    let message = blackBox.message.flatMap { try? JSONDecoder().decode(Message<Answer>.self, from: Data($0)) }
    var loss = Loss(
      kind: .hang, how: "the engine did not come back within \(patience) s", inputs: blackBox.inputs,
      bytes: blackBox.input)
    guard let end else { return .lost(loss, soFar: message?.soFar) }
    if case .signaled(let number) = end { (loss.signal, loss.frames) = (number, blackBox.frames) }
    (loss.kind, loss.status) = (LossKind(end), end.status)
    if blackBox.hasRefusedMemory {
      loss.kind = .memory
      loss.how = "the engine was refused memory: it may have \(EngineProcess.memoryLimit >> 30) GiB"
      return .lost(loss, soFar: message?.soFar)
    }
    switch message {
    case .answer(let answer) where end == .exited(EXIT_SUCCESS): return .answered(answer)
    case .answer(let answer):
      loss = Loss(
        kind: loss.kind, how: "the engine ended its process after the last: \(end.words)", inputs: loss.inputs,
        status: loss.status)
      return .lost(loss, soFar: answer)
    case .refusal(let refusal): throw refusal
    case .draft, nil:
      loss.how = "the engine \(end == .stopped ? "stopped" : "ended") its process: \(end.words)"
      return .lost(loss, soFar: message?.soFar)
    }
  }

  /// Waits for the process, and returns how it ended; nil if it gave no sign of life for too long.
  private func waitForEnd(
    of child: ChildProcess, _ blackBox: BlackBox, _ errors: PassedErrors?
  ) -> ChildProcess.End? {
    var (signs, since) = (blackBox.signsOfLife, ContinuousClock.now)
    var told = since
    var pause: UInt32 = 200
    while true {
      if let end = child.end() {
        if end == .stopped { child.kill() }
        return end
      }
      let (present, now) = (blackBox.signsOfLife, ContinuousClock.now)
      if present != signs { (signs, since) = (present, now) }
      if now - since > haste ?? .seconds(patience) {
        child.kill()
        return nil
      }
      if let tell, now - told >= .seconds(1), let status = blackBox.status {
        told = now
        tell(.status(status))
      }
      if errors?.pass(waiting: Int32(max(1, pause / 1000))) != true { usleep(pause) }
      pause = min(pause * 2, EngineProcess.longestPause)
    }
  }

  /// The longest pause between two looks at the other process, in microseconds.
  private static let longestPause: UInt32 = 20_000

  /// A minimised document on which the engine crashes, hangs or exits.
  public struct SmallLoss {
    public var document: Document
    /// A sentence that says that time ran out; nil if minimising was completed.
    public var remark: String?
  }

  /// Returns the smallest document found on which the engine crashes, hangs or exits. Each attempt runs in a process of its own, except for a command
  /// that crashes or exits. Returns the document itself if the engine answers.
  ///
  /// - Parameter kind: the kind of end that must stay the same; nil: any.
  public func minimized(_ document: Document, kind: LossKind? = nil) -> SmallLoss {
    let patient = EngineProcess(engine, patience: min(patience, EngineProcess.trialPatience), streams: .none)
    if let small = patient.minimizedInOneProcess(document, kind), patient.isLost(at: small.document, kind: kind) {
      return small
    }
    // Each hang would take the whole time limit. So hangs are first guessed after a shorter time: a multiple of the time that an empty document
    // takes.
    let start = ContinuousClock.now
    _ = patient.isLost(at: document.emptied)
    var hasty = patient
    hasty.haste = min(
      .seconds(patient.patience),
      max(EngineProcess.leastHaste, (ContinuousClock.now - start) * EngineProcess.hasteFactor))
    let small = hasty.minimizedInTime(document, kind)
    // A document that was only slow does not hang. Then the minimisation is repeated with the full time limit.
    return patient.isLost(at: small.document, kind: kind) ? small : patient.minimizedInTime(document, kind)
  }

  /// Minimises the document on which a command crashes, in one process that survives the crashes. Nil for a library, for a hang, and if the crash
  /// does not occur again.
  private func minimizedInOneProcess(_ document: Document, _ kind: LossKind?) -> SmallLoss? {
    guard engine.command != nil, kind != .hang else { return nil }
    struct Told: Codable {
      var text: String?
      var isCutOff = false
    }
    let end = ContinuousClock.now + EngineProcess.trialTime
    let result = try? run { (parentLink: ParentLink<Told>) in
      let small = try GuardedEngine(engine, parentLink.blackBox).minimizedLoss(
        document, kind: kind, willJudge: { parentLink.blackBox.note($0.compact) },
        found: { try parentLink.draft(Told(text: $0.text, isCutOff: true)) }, while: { ContinuousClock.now < end })
      return Told(text: small?.text, isCutOff: ContinuousClock.now >= end)
    }
    let told: Told? =
      switch result {
      case .answered(let told): told
      case .lost(_, let soFar): soFar
      case nil: nil
      }
    guard let told, let text = told.text, let small = try? Document(text: text, file: "the smallest") else {
      return nil
    }
    return SmallLoss(document: small, remark: told.isCutOff ? EngineProcess.cutOff : nil)
  }

  private static var cutOff: String {
    "its document may not be the smallest: making it small was cut off after \(EngineProcess.trialTime)"
  }

  private func minimizedInTime(_ document: Document, _ kind: LossKind?) -> SmallLoss {
    let end = ContinuousClock.now + EngineProcess.trialTime
    var isCutOff = false
    let small = Minimizer(attemptLimit: EngineProcess.trialLimit).minimize(document) { proposal in
      if ContinuousClock.now < end { return isLost(at: proposal, kind: kind) }
      isCutOff = true
      return false
    }.document
    return SmallLoss(document: small, remark: isCutOff ? EngineProcess.cutOff : nil)
  }

  /// The time limit of a quick guess: a multiple of the time that an empty document takes, and its lower limit.
  private static let hasteFactor = 20
  private static let leastHaste = Duration.milliseconds(200)

  /// The seconds that a document may take while it is minimised, the number of documents that are tried, and the time in all.
  private static let trialPatience = 5
  private static let trialLimit = 400
  private static let trialTime = Duration.seconds(20)

  public func isLost(at document: Document, kind: LossKind? = nil) -> Bool {
    // If the process could not be started, that says nothing about the engine.
    let result = try? run { (parentLink: ParentLink<Bool>) in
      let plugin = try engine.plugin(
        answered: parentLink.blackBox.noteAnswer, isCancelled: parentLink.blackBox.isTimeUp)
      parentLink.blackBox.note(document.compact)
      for target in EngineOffers(plugin).targets where target.fileExtension == document.fileExtension {
        let trial = Trial(target.project(document), plugin, of: target.laws)
        for law in target.laws {
          _ = trial.verdict(of: law)
          parentLink.blackBox.tell(law.name)
        }
      }
      return true
    }
    guard case .lost(let loss, _)? = result else { return false }
    return kind == nil || loss.kind == kind
  }
}

extension Document {
  /// The smallest document of the same kind.
  fileprivate var emptied: Document {
    switch self {
    case .solver: .solver(SolverScript())
    case .scene: .scene(Scene())
    case .timeline: .timeline(Timeline())
    }
  }
}
