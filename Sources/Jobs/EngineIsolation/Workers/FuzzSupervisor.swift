import Foundation
import LibC
import SceneFuzzing
import SceneModel

/// A run of one target. Workers look for documents that break the engine. This process runs no engine and watches them. If a worker ends, that is a
/// finding, and a new worker continues until the time is up.
///
/// Workers send their findings. This process writes them to disk, triage processes turn them into findings, and it counts these. It must have one
/// thread.
public struct FuzzSupervisor {
  public struct Plan {
    public var seconds: Double
    public var seed: UInt32
    /// The number of workers in parallel.
    public var jobs: Int
    /// The fuzzer with coverage guidance; nil to generate documents without guidance.
    public var fuzzer: FuzzerProcess?
    /// The number of inputs, counted over all workers, after which the run ends early; nil for no such limit. Possible only without guidance. Two
    /// such runs with one seed give the engine the same documents.
    public var executions: Int?
    /// The laws that judge every input; empty: all laws, each as often as its cost allows.
    public var laws: [String]

    public init(
      seconds: Double, seed: UInt32, jobs: Int, fuzzer: FuzzerProcess?, executions: Int? = nil, laws: [String] = []
    ) {
      (self.seconds, self.seed, self.jobs, self.fuzzer) = (seconds, seed, jobs, fuzzer)
      (self.executions, self.laws) = (executions, laws)
    }
  }

  private let target: FuzzTarget
  private let engine: FuzzedEngine
  private let plan: Plan
  private let folders: FuzzFolders
  private let isInterrupted: () -> Bool
  private let tell: (FuzzEvent) -> Void
  private var workers: [Worker]
  private let triageProcesses: [TriageProcess]
  private var crashLog: CrashLog
  private var findings: [FuzzReport.Item] = []
  private var waiting: [TriageProcess.Job] = []
  /// The number of examined jobs of each kind.
  private var looks: [String: Int] = [:]
  private var excluded: [UInt64] = []
  private var edges: Int?
  private let start = ContinuousClock.now
  private var told = (at: ContinuousClock.now, executions: 0)

  /// Makes the run of one target.
  ///
  /// - Parameters:
  ///   - isInterrupted: returns whether the run should end now.
  ///   - tell: called about once a second with the progress, and at once with each finding.
  public init(
    _ target: FuzzTarget, _ engine: FuzzedEngine, _ plan: Plan, isInterrupted: @escaping () -> Bool,
    tell: @escaping (FuzzEvent) -> Void
  ) throws {
    (self.target, self.engine, self.plan) = (target, engine, plan)
    (self.isInterrupted, self.tell) = (isInterrupted, tell)
    folders = FuzzFolders(of: target, in: engine.store)
    workers = try (0..<plan.jobs).map { try Worker(number: $0, isExecutable: plan.fuzzer != nil) }
    triageProcesses = try (0..<min(plan.jobs, FuzzSupervisor.mostTriageProcesses)).map { _ in try TriageProcess() }
    let mode =
      (plan.fuzzer == nil ? " --in-process" : "") + plan.laws.map { " --law \($0)" }.joined()
      + target.excludedLaws.sorted().map { " --without-law \($0)" }.joined()
    crashLog = CrashLog(
      target, engine,
      again: "layoutlab fuzz \(target.name)\(mode) --seed \(plan.seed) --jobs \(plan.jobs)\(engine.engine.suffix)")
  }

  /// Runs until the time is up, then goes on with the triage for at most a quarter of that time, or for 30 seconds if that is longer. With a fixed
  /// number of executions, the triage has no time limit. Jobs that are left then, or after an interruption, stay in the folder for the next run. When
  /// it returns, no process that it started is running any more.
  public mutating func run() throws -> FuzzReport {
    try folders.prepare()
    try takeUp()
    defer { folders.removeScratch() }
    do {
      try work()
    } catch {
      stopAll()
      throw error
    }
    stopAll()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    for at in workers.indices { try receive(from: at) }
    // A run with a number of executions must give the same results each time, so it has no time limit here.
    let afterwards = ContinuousClock.now + .seconds(max(plan.seconds * Self.shareAfterwards, Self.leastAfterwards))
    try lookAtTheRest(until: plan.executions == nil ? afterwards : nil)
    let unfinished = triageProcesses.count(where: \.isBusy)
    for triage in triageProcesses { for message in triage.stop() { try receive([message]) } }
    tellStatus(secondsLeft: 0)

    let quiet = isInterrupted() ? [] : try engine.quiet(target)
    // A user who interrupts a run waits for its summary, so the time is short then. With a fixed number of executions, the time is long, so that the
    // result does not depend on the machine's speed.
    var time = plan.executions == nil ? afterwards - ContinuousClock.now : Self.patienceForBuckets
    if isInterrupted() { time = .zero }
    findings = try engine.buckets(findings, target, within: max(time, Self.leastForBuckets))
    try keepRecord(hasEnded: true)
    var run = FuzzRun(
      engine: plan.fuzzer == nil ? .inProcess : .libFuzzer, executions: executions, seconds: seconds, coverage: edges,
      jobs: plan.jobs, workersLost: crashLog.count, crashes: crashLog.together)
    (run.isInterrupted, run.waiting) = (isInterrupted(), waiting.count + unfinished)
    let paces = workers.map(\.memory.pace).filter { $0.messages > 0 }
    if !paces.isEmpty {
      run.pace = EnginePace(
        messages: paces.reduce(0) { $0 + $1.messages }, seconds: paces.reduce(0) { $0 + $1.seconds })
    }
    return FuzzReport(target: target.name, run: run, triage: FuzzTriage(findings: findings, quiet: quiet))
  }

  private var executions: Int { workers.reduce(0) { $0 + $1.inputs } }

  /// Takes over from an earlier run: all findings of a run that was killed, and inputs that have not been examined.
  private mutating func takeUp() throws {
    if let left = try RunRecord.left(by: target, in: engine.store) {
      findings = left.findings
      crashLog.takeUp(left.crashes)
      waiting += left.crashes.filter { $0.replays == 0 }.map { .crash($0) }
    }
    let files = try engine.store.violationFiles(of: target.name)
    // A damaged file is reported before the run begins.
    waiting += try files.map { .violation($0, kind: try engine.store.violation(in: $0).kind) }
    try keepRecord(hasEnded: false)
  }

  private func keepRecord(hasEnded: Bool) throws {
    var record = RunRecord(seed: plan.seed)
    (record.hasEnded, record.findings, record.crashes) = (hasEnded, findings, crashLog.crashes)
    try record.write(of: target, in: engine.store)
  }

  private mutating func work() throws {
    let end = start + .seconds(plan.seconds)
    while !isInterrupted() {
      let now = ContinuousClock.now
      if now >= end { return }
      for at in workers.indices {
        if workers[at].isDone { continue }
        if workers[at].process == nil, now >= workers[at].waitsUntil { try startWorker(at) }
        try receive(from: at)
        if workers[at].isDone { continue }
        if let loss = workers[at].loss(patience: engine.patience) {
          try receive(from: at)
          try record(loss)
        }
      }
      if workers.allSatisfy(\.isDone) { return }
      try attendTriage()
      if now - told.at >= .seconds(1) { tellStatus(secondsLeft: (end - now) / .seconds(1)) }
      waitForOutput()
    }
  }

  private mutating func stopAll() {
    for at in workers.indices { workers[at].stop() }
  }

  /// Returns the seed for a worker's process. Each process gets a different one; the first one gets the given seed.
  private func seed(_ worker: Int, _ generation: Int) -> UInt64 {
    UInt64(plan.seed) + UInt64(worker) * 1_000_003 + UInt64(generation) * 7919
  }

  private mutating func startWorker(_ at: Int) throws {
    let (target, engine, fuzzer, folders) = (target, engine, plan.fuzzer, folders)
    // The inputs of the worker's earlier processes count.
    let inputs = plan.executions.map { ($0 + at) / plan.jobs - workers[at].inputs }
    if let inputs, inputs <= 0 { return workers[at].finish() }
    let memory = workers[at].memory
    let (seeds, laws) = ({ [self] in seed(at, $0) }, plan.laws)
    try workers[at].start { generation in
      engine.lock?.leave()
      if let fuzzer {
        return fuzzer.program(
          seed: seeds(generation), laws: laws, without: target.excludedLaws, in: folders, on: engine, memory: memory
        ).replaceProcess()
      }
      do {
        try engine.campaign(target, laws: laws, seed: seeds(generation), inputs: inputs, memory)
      } catch {
        memory.send(.refusal(EngineRefusal(error)))
      }
      return EXIT_FAILURE
    }
  }

  private mutating func record(_ loss: Worker.Loss) throws {
    if let bytes = loss.bytes, plan.fuzzer != nil {
      excluded.append(hash(of: bytes))
      try folders.exclude(bytes, among: excluded)
    }
    guard let crash = try crashLog.record(loss) else { return }
    try keepRecord(hasEnded: false)
    tell(.lost(crash))
    waiting.append(.crash(crash))
  }

  private mutating func receive(from worker: Int) throws {
    let messages = workers[worker].memory.receive()
    try receive(messages)
    if messages.contains(where: { if case .done = $0 { true } else { false } }) { workers[worker].finish() }
  }

  private mutating func receive(_ messages: [WorkerMessage]) throws {
    for message in messages {
      switch message {
      case .violation(let law, let detail, let isAfterRefusal, let bytes):
        // An engine may have overwritten the message.
        guard let document = try? Document(compact: [UInt8](bytes)) else { continue }
        let violation = Violation(law: law, document: document, detail: detail, isAfterRefusal: isAfterRefusal)
        if let file = try engine.store.record(violation, target: target.name, found: isoDate(Date())) {
          waiting.append(.violation(file, kind: violation.kind))
        }
      case .file(let law, let detail, let bytes):
        try record(
          Worker.Loss(
            kind: .file, how: "\(law) is broken: \(detail)", inputs: 0, bytes: [UInt8](bytes), frames: [law], output: ""
          ))
      case .finding(let item):
        if let at = findings.firstIndex(where: { $0.id == item.id }) {
          if item.reproduced > findings[at].reproduced { findings[at] = item }
        } else {
          findings.append(item)
          tell(.finding(item))
        }
        try keepRecord(hasEnded: false)
      case .crash(let crash):
        crashLog.update(crash)
        try keepRecord(hasEnded: false)
      case .loss(let loss):
        try record(
          Worker.Loss(
            kind: loss.kind, how: loss.how, inputs: loss.inputs, bytes: loss.bytes, signal: loss.signal,
            status: loss.status, frames: loss.frames, output: ""))
      case .done: continue
      case .refusal(let refusal): throw refusal
      }
    }
  }

  private mutating func attendTriage() throws {
    for triage in triageProcesses {
      try receive(triage.messages())
      guard !triage.isBusy, let job = nextJob() else { continue }
      try triage.begin(job, target, engine, present: findings, isUrgent: waiting.count > triageProcesses.count)
    }
  }

  /// Takes the next job off the list: the first one of the kind that was examined least often, because an engine that often breaks one law leaves
  /// many similar jobs. Nil if none waits.
  private mutating func nextJob() -> TriageProcess.Job? {
    let least = waiting.indices.min { (looks[waiting[$0].kind] ?? 0, $0) < (looks[waiting[$1].kind] ?? 0, $1) }
    guard let least else { return nil }
    looks[waiting[least].kind, default: 0] += 1
    return waiting.remove(at: least)
  }

  /// The largest number of triage processes. Each starts further processes with engines.
  private static let mostTriageProcesses = 8

  /// The seconds for examining results after a short run, and, for a long run, the share of its time.
  private static let leastAfterwards = 30.0
  private static let shareAfterwards = 0.25

  /// The shortest time that is reserved for putting findings into buckets.
  private static let leastForBuckets = Duration.seconds(5)
  /// The time limit for runs whose results must not depend on the machine's speed; only a hanging engine reaches it.
  private static let patienceForBuckets = Duration.seconds(600)

  private mutating func lookAtTheRest(until end: ContinuousClock.Instant?) throws {
    func isBusy() -> Bool { triageProcesses.contains(where: \.isBusy) }
    while !isInterrupted(), end.map({ ContinuousClock.now < $0 }) ?? true, isBusy() || !waiting.isEmpty {
      try attendTriage()
      if ContinuousClock.now - told.at >= .seconds(1) { tellStatus(secondsLeft: 0) }
      usleep(5000)
    }
  }

  private mutating func tellStatus(secondsLeft: Double) {
    let now = ContinuousClock.now
    let seconds = max((now - told.at) / .seconds(1), 0.001)
    let executions = executions
    if plan.fuzzer != nil {
      for worker in workers { edges = [edges, worker.process?.output.noteEdges()].compactMap { $0 }.max() }
    }
    var status = FuzzStatus(
      target: target.name, secondsLeft: secondsLeft, executions: executions,
      perSecond: Double(executions - told.executions) / seconds, edges: edges,
      corpus: plan.fuzzer == nil ? nil : folders.corpusSize(), workersLost: crashLog.count,
      waiting: waiting.count + triageProcesses.count(where: \.isBusy))
    for finding in findings {
      if finding.isNondeterministic {
        status.nondeterministic += 1
      } else if finding.status == .known {
        status.known += 1
      } else {
        status.new += 1
      }
    }
    for crash in crashLog.crashes {
      if crash.isNondeterministic { status.nondeterministic += 1 } else { status.new += 1 }
    }
    told = (now, executions)
    tell(.status(status))
  }

  /// Waits until a process writes, or until a short time has passed.
  private func waitForOutput() {
    var files = workers.compactMap { $0.process?.output.readingEnd }.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    poll(&files, nfds_t(files.count), FuzzSupervisor.longestPause)
    // A worker that writes all the time must not keep this process busy.
    usleep(1000)
  }

  /// The milliseconds between two checks of the workers.
  private static let longestPause: Int32 = 20
}
