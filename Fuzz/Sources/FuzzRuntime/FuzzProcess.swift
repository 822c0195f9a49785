import EngineIsolation
import Foundation
import LayoutPlugin
import SceneFuzzing
import SceneModel
import SceneOracles

/// What a libFuzzer process does with its target: executes inputs, records broken laws, mutates inputs.
///
/// Below `layoutlab fuzz` what it does and finds goes to memory that both have (`LAYOUTLAB_FUZZ_MEMORY`), and inputs whose digests are
/// in the file `LAYOUTLAB_FUZZ_EXCLUDED` are not executed. By itself, violations go to `LAYOUTLAB_FUZZ_WORK`, else to `Fuzz/Work`, as
/// `FindingStore` lays it out. `LAYOUTLAB_FUZZ_ENGINE` names another engine: the path of a library. `LAYOUTLAB_TOOL` names the tool that
/// is asked what the engine says in other processes; without it, nobody is. `LAYOUTLAB_FUZZ_WITHOUT` names laws that do not judge, `LAYOUTLAB_FUZZ_LAWS`
/// the laws by which every input is judged, with commas between them; without it, all are, each as often as it can be afforded. An engine that is built
/// with coverage counters guides the fuzzer, as ours does.
public final class FuzzProcess {
  private let target: FuzzTarget
  private let session: FuzzSession
  private let store: FindingStore
  private var states = HardStateWatch()
  /// What `mutate` made last: libFuzzer executes it next, and mostly mutates it again after that.
  private var last: FuzzInput
  /// Inputs that libFuzzer chose to mutate lately, to cross others with.
  private var recent: [FuzzInput] = []
  /// Of who watches this process; nil: nobody does.
  private let memory: WorkerMemory?
  /// Digests of inputs from which an engine did not come back in this run.
  private let excluded: Set<UInt64>

  public init(_ target: FuzzTarget, plugin: Plugin) {
    var target = target
    #if LAYOUTLAB_ONE_THREAD
      target = target.inOneThread
    #elseif LAYOUTLAB_SIDE_BY_SIDE
      target = target.sideBySide
    #endif
    let environment = ProcessInfo.processInfo.environment
    let work = environment["LAYOUTLAB_FUZZ_WORK"] ?? "Fuzz/Work"
    let engine = environment["LAYOUTLAB_FUZZ_ENGINE"] ?? plugin.manifest.name
    let judged: Plugin
    do {
      judged = try PluginRegistry([plugin, .reference]).plugin(engine)
    } catch {
      fatalError("\(error)")
    }
    target = target.without((environment["LAYOUTLAB_FUZZ_WITHOUT"] ?? "").split(separator: ",").map(String.init))
    if let tool = environment["LAYOUTLAB_TOOL"], !tool.isEmpty {
      target = target.asking(OtherProcesses(engine, tool: tool, patience: FuzzProcess.patience))
    }
    if let names = environment["LAYOUTLAB_FUZZ_LAWS"], !names.isEmpty {
      target = target.judging(by: names.split(separator: ",").map(String.init))
    }
    self.target = target
    let store = FindingStore(folder: URL(filePath: work))
    self.store = store
    last = target.input([])
    memory = environment["LAYOUTLAB_FUZZ_MEMORY"].flatMap(Int32.init).map { descriptor in
      do {
        return try WorkerMemory(descriptor: descriptor)
      } catch {
        fatalError("\(error)")
      }
    }
    let list = environment["LAYOUTLAB_FUZZ_EXCLUDED"].flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    excluded = Set((list ?? "").split(separator: "\n").compactMap { UInt64($0, radix: 16) })
    if let memory {
      // A sanitizer's shadow memory is larger than any limit.
      #if LAYOUTLAB_ONE_THREAD
        memory.watchProcess(isLimited: true)
      #else
        memory.watchProcess(isLimited: false)
      #endif
      session = FuzzSession(target, plugin: judged, recordFile: memory.hand(over:), record: memory.hand(over:))
      return
    }
    let today = isoDate(Date())
    // A file is no document that `layoutlab fuzz` could minimise: it ends this process, and libFuzzer keeps it.
    let endProcess: (FileViolation) -> Void = { fatalError("\($0.law) is broken: \($0.detail)") }
    session = FuzzSession(target, plugin: judged, recordFile: endProcess) { violation in
      do {
        try store.record(violation, target: target.name, found: today)
      } catch {
        // A finding that cannot be kept must not pass unseen: this ends the process as a crash does.
        fatalError("cannot record a violation of \(violation.law) in \(work): \(error)")
      }
    }
  }

  /// Seconds for an answer of another process: less than libFuzzer gives an input.
  private static let patience = 5

  public func execute(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = input(UnsafeBufferPointer(start: data, count: count))
    // libFuzzer keeps no input that -1 is said of.
    if !excluded.isEmpty, excluded.contains(hash(of: input.bytes)) { return -1 }
    memory?.note(input.bytes)
    let isKept = session.execute(input)
    noteStates()
    return isKept ? 0 : -1
  }

  /// At once when a state is new, for the process may end at any time, and now and then how often each was reached. What cannot
  /// be written is told by the supervisor, which writes to the same folder.
  private func noteStates() {
    let isTime = session.executions % 4096 == 0
    if isTime { states.finish(executions: session.executions) }
    if states.look(executions: session.executions) || isTime { try? store.record(states.record, target: target.name) }
  }

  public func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
    guard let data else { return 0 }
    let old = input(UnsafeBufferPointer(start: UnsafePointer(data), count: count))
    var entropy = Entropy(seed: UInt64(seed))
    // libFuzzer's own mutations know the dictionary, which our documents have no use for: they are changed by type.
    if case .file = old.meaning, entropy.chance(1, in: 2) { return libFuzzerMutate(data, count, room) }
    if !recent.isEmpty, entropy.chance(1, in: 16) {
      last = target.crossed(old, with: entropy.pick(recent), room: room, seed: UInt64(seed))
    } else {
      last = target.mutated(old, room: room, seed: UInt64(seed))
    }
    if recent.count < 64 { recent.append(old) } else { recent[entropy.below(64)] = old }
    last.bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { data.update(from: base, count: source.count) }
    }
    return last.bytes.count
  }

  private func input(_ bytes: UnsafeBufferPointer<UInt8>) -> FuzzInput {
    bytes.elementsEqual(last.bytes) ? last : target.input(Array(bytes))
  }
}

@_extern(c, "LLVMFuzzerMutate")
private func libFuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int
