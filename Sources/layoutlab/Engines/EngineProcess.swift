import ArgumentParser
import Foundation
import SceneFuzzing
import SceneModel
import Subprocess
import Synchronization

/// Work with an engine that may crash, hang, end its process or eat the memory: it is done in a process of its own.
///
/// The two processes tell each other things in files of a folder, since the engine may write to any stream; what it writes
/// to its standard error is passed on.
struct EngineProcess {
  /// The engine, as the user named it.
  var engine: String
  /// Seconds that one document may take until the engine is given up.
  var patience: Int
  var streams = Streams.errors

  /// What the other process may write to streams of this one; what it reads is this one's input when it may write to both.
  enum Streams {
    case none, errors, all
  }

  /// What came of it.
  enum Result<Answer> {
    case answered(Answer)
    case lost(Loss, soFar: Answer?)
  }

  /// An engine that did not come back.
  struct Loss {
    /// In words.
    var how: String
    /// How many inputs it was given, and the last of them: a document in its compact form, or a file from outside.
    var inputs: Int
    var bytes: [UInt8]?
    /// The signal that ended it.
    var signal: Int32?

    var document: Document? { bytes.flatMap { try? Document(compact: $0) } }
  }

  /// - Throws: `ExitCode` when the other process could not begin, and has said why.
  func run<Answer: Decodable & Sendable>(_ work: EngineWork, answer: Answer.Type = Answer.self) async throws -> Result<
    Answer
  > {
    let desk = try EngineDesk()
    defer { desk.remove() }
    try desk.write(EngineTask(engine: engine, work: work), to: desk.task)
    let streams = streams
    let worker = Task {
      let configuration = Subprocess.Configuration(
        executable: .path(.init(EngineProcess.ownExecutable)),
        arguments: [EngineWorker.name, desk.folder.path],
        environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]))
      switch streams {
      case .none:
        return try await Subprocess.run(configuration, output: .discarded, error: .discarded).terminationStatus
      case .errors:
        return try await Subprocess.run(configuration, output: .discarded, error: .currentStandardError)
          .terminationStatus
      case .all:
        return try await Subprocess.run(
          configuration, input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError
        ).terminationStatus
      }
    }
    let patience = patience
    let watchdog = Task {
      var (count, since) = (BlackBox.count(in: desk.blackBox), ContinuousClock.now)
      while true {
        try await Task.sleep(for: .milliseconds(100))
        let present = BlackBox.count(in: desk.blackBox)
        if present != count { (count, since) = (present, .now) }
        // Cancelling tears the process down.
        if ContinuousClock.now - since > .seconds(patience) { return worker.cancel() }
      }
    }
    defer { watchdog.cancel() }
    let result = await worker.result
    let soFar: Answer? = desk.read(desk.draft)
    var loss = Loss(
      how: "the engine did not come back within \(patience) s", inputs: Int(BlackBox.count(in: desk.blackBox)),
      bytes: BlackBox.bytes(in: desk.blackBox))
    if worker.isCancelled { return .lost(loss, soFar: soFar) }
    let status = try result.get()
    if status.isSuccess, let answer: Answer = desk.read(desk.answer) { return .answered(answer) }
    if let answer: Answer = desk.read(desk.answer) {
      loss = Loss(how: "the engine ended its process after the last: \(words(status))", inputs: loss.inputs)
      return .lost(loss, soFar: answer)
    }
    if case .signaled(let number) = status { loss.signal = number }
    // What is wrong has been said.
    if let code: Int32 = desk.read(desk.refusal) { throw ExitCode(code) }
    loss.how = "the engine ended its process: \(words(status))"
    return .lost(loss, soFar: soFar)
  }

  private func words(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "exit status \(code)"
    case .signaled(let number): "signal \(number), \(String(cString: strsignal(number)))"
    }
  }

  /// The lightest document at which the engine does not come back, found by trying in one process each; the document itself
  /// where it does.
  func minimized(_ document: Document) async -> Document {
    let trial = EngineProcess(engine: engine, patience: min(patience, EngineProcess.trialPatience), streams: .none)
    // The minimizer waits for answers, which a task must not do.
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let end = ContinuousClock.now + EngineProcess.trialTime
        let outcome = Minimizer(attemptLimit: EngineProcess.trialLimit).minimize(document) { proposal in
          ContinuousClock.now < end && trial.isLostAtOnce(proposal)
        }
        continuation.resume(returning: outcome.document)
      }
    }
  }

  /// Seconds that a document may take while one is made smaller, how many are tried, and for how long in all.
  private static let trialPatience = 5
  private static let trialLimit = 400
  private static let trialTime = Duration.seconds(20)

  /// Whether the engine does not come back from this document. Blocks the thread.
  private func isLostAtOnce(_ document: Document) -> Bool {
    let (answer, isAnswered) = (Box(), DispatchSemaphore(value: 0))
    Task.detached {
      let isLost = await isLost(at: document)
      answer.value.withLock { $0 = isLost }
      isAnswered.signal()
    }
    isAnswered.wait()
    return answer.value.withLock { $0 }
  }

  private final class Box: Sendable {
    let value = Mutex(false)
  }

  func isLost(at document: Document) async -> Bool {
    let name = "layoutlab-\(UUID().uuidString).\(document.fileExtension)"
    let file = FileManager.default.temporaryDirectory.appending(path: name)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Data(document.text.utf8).write(to: file)
      if case .lost = try await run(.judge(files: [file.path]), answer: [LawRow].self) { return true }
    } catch {
      // What could not begin says nothing about the engine.
    }
    return false
  }

  private static var ownExecutable: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}

/// The files between the two processes.
struct EngineDesk {
  let folder: URL
  var task: URL { folder.appending(path: "task.json") }
  var blackBox: URL { folder.appending(path: "black-box") }
  /// What the answer would be if the engine did not come back now.
  var draft: URL { folder.appending(path: "draft.json") }
  var answer: URL { folder.appending(path: "answer.json") }
  /// The exit status of a worker that could not do its work, and has said why.
  var refusal: URL { folder.appending(path: "refusal.json") }

  init(folder: URL) { self.folder = folder }

  /// In a folder of its own.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "layoutlab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: blackBox)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ value: some Encodable, to file: URL) throws {
    try JSONEncoder().encode(value).write(to: file, options: .atomic)
  }

  func read<Value: Decodable>(_ file: URL) -> Value? {
    (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }
}
