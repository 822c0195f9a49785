import Foundation
import LayoutPlugin
import LibC
import SceneFuzzing
import SceneModel
import SceneOracles

/// The triage process. It runs beside the workers and takes their results one at a time: it replays, minimises and records each.
///
/// It loads no engine itself. Each engine that it needs runs in a further process.
final class TriageProcess {
  enum Job {
    /// A file of recorded violations, and the violation's kind.
    case violation(URL, kind: String)
    case crash(FuzzRun.Crash)

    /// The violation's kind, or the kind of crash. Jobs of one kind probably show one bug.
    var kind: String {
      switch self {
      case .violation(_, let kind): kind
      case .crash(let crash): crash.kind.rawValue
      }
    }
  }

  /// The number of replays of a crash. Each may hang, and then takes the whole time limit.
  fileprivate static let replays = 3

  private let memory: WorkerMemory
  private var process: (child: ChildProcess, output: OutputTail, job: Job, since: ContinuousClock.Instant)?

  init() throws(EngineRefusal) { memory = try WorkerMemory(isInherited: false) }

  var isBusy: Bool { process != nil }

  /// Begins the triage of a violation or a crash.
  ///
  /// - Parameters:
  ///   - present: the findings of the run so far.
  ///   - isUrgent: whether the process runs at the priority of the workers, because many jobs wait.
  func begin(
    _ job: Job, _ target: FuzzTarget, _ engine: FuzzedEngine, present: [FuzzReport.Item], isUrgent: Bool
  ) throws(EngineRefusal) {
    memory.forgetProcess()
    let output = try OutputTail()
    let memory = memory
    let child = try ChildProcess(.none, output: output.writingEnd) { _ in
      output.leaveToWorker()
      engine.lock?.leave()
      if !isUrgent { nice(5) }
      do {
        switch job {
        case .violation(let file, _): try engine.look(at: file, target, present: present, memory.send)
        case .crash(let crash): memory.send(.crash(try engine.look(at: crash, target)))
        }
        _exit(EXIT_SUCCESS)
      } catch {
        memory.send(.refusal(EngineRefusal(error)))
        _exit(EXIT_FAILURE)
      }
    }
    output.closeWritingEnd()
    process = (child, output, job, .now)
  }

  /// Returns the messages of the process since the last call.
  func messages() -> [WorkerMessage] {
    guard let process else { return [] }
    process.output.drain()
    let hasEnded = process.child.end() != nil
    let messages = memory.receive()
    if hasEnded {
      process.child.endGroup()
      self.process = nil
    }
    return messages
  }

  /// Ends the process. The file of its present job is kept.
  func stop() -> [WorkerMessage] {
    process?.child.kill()
    process = nil
    return memory.receive()
  }
}

extension FuzzedEngine {
  /// Turns a violation into a finding, and removes its file. If the engine crashes meanwhile, the crash is reported, too, and the violation is
  /// replayed without minimising it. If the engine crashes again, the violation is recorded as it was found; for an engine that is a command, only
  /// the crash is recorded.
  func look(
    at file: URL, _ target: FuzzTarget, present: [FuzzReport.Item], _ tell: (WorkerMessage) -> Void
  ) throws {
    var violation = try store.violation(in: file)
    for isMinimizing in [true, false] {
      switch try process.run({
        try triage(violation, target, present: present, isMinimizing: isMinimizing, $0.blackBox)
      }) {
      case .answered(let item):
        tell(.finding(item))
        return try DurableFile.remove(file)
      case .lost(let loss, _):
        tell(.loss(loss))
        violation.detail = "judged again, the engine has \(ownFault: loss.how)"
      }
    }
    // A command's crash is reported with the document, which was not judged.
    if engine.command == nil {
      let finding = Triage.unseen(violation, target: target.name, found: isoDate(Date()), known: known)
      tell(.finding(try write(finding, target.laws, present: present)))
    }
    try DurableFile.remove(file)
  }

  /// Replays a crash and minimises its input, such that the smaller input gives a crash of the same kind.
  func look(at crash: FuzzRun.Crash, _ target: FuzzTarget) throws -> FuzzRun.Crash {
    var crash = crash
    let input = URL(filePath: crash.file)
    guard input.lastPathComponent == "input.\(target.fileExtension)" else { return crash }
    let text = String(decoding: try DurableFile.read(input), as: UTF8.self)
    let document = try Document(text: text, file: crash.file)
    crash.replays = TriageProcess.replays
    crash.reproduced = (0..<TriageProcess.replays).count { _ in process.isLost(at: document, kind: crash.kind) }
    if crash.reproduced == crash.replays {
      var small = process.minimized(document, kind: crash.kind)
      // Laws judge the projected document, so the engine crashes or hangs on that as well.
      small.document = target.project(small.document)
      let file = input.deletingLastPathComponent().appending(path: "minimized.\(target.fileExtension)")
      try DurableFile.write(Array(small.document.text.utf8), to: file)
      let lines = FindingConversation.requests(of: small.document, offers.promise).joined(separator: "\n")
      if engine.command != nil {
        let place = input.deletingLastPathComponent().appending(path: FindingConversation.linesName)
        try DurableFile.write(Array((lines + "\n").utf8), to: place)
      }
      if let remark = small.remark { crash.output += "\n\(remark)" }
      crash.file = file.relativePath
    }
    if crash.reproduced > 0 {
      crash.reproduce = "layoutlab plugins check \(engine.name.shellQuoted) \(crash.file.shellQuoted)"
    }
    try store.write(crash, target: target.name)
    return crash
  }
}
