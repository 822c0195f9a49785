import BenchmarkDriver
import Benchmarking
import LayoutKernel
import LayoutPlugin
import SceneModel

func familyCases(_ plugin: Plugin, _ form: EditForm, within mostConstraints: Int) -> [Case] {
  Family.all.flatMap { family -> [Case] in
    let sizes = family.sizes(within: mostConstraints)
    guard let scene = family.scene, let smallest = sizes.first else { return [] }
    let offered = scene(smallest).fresh
    let operations = Operation.labelled.filter { $0 == .build || offered[$0] != nil }
    return cases(plugin, form, family: family.name, sizes: sizes, operations) { [scene($0)] }
  }
}

/// Long lists: what an edit costs must not depend on how many views it leaves alone.
func listCases(_ plugin: Plugin, _ form: EditForm) -> [Case] {
  ListWorkload.all.flatMap { list in
    cases(plugin, form, family: list.name, sizes: list.sizes, list.operations) { [list.make($0)] }
  }
}

/// The same with frames written by hand, for each change of the root's width: what no layout engine can beat.
func handWrittenCases() -> [Case] {
  ListWorkload.all.flatMap { list -> [Case] in
    guard list.make(1).frames != nil else { return [] }
    return list.operations.filter { [.rotate, .tick].contains($0) }.map { operation in
      Case(path: "by-hand/\(operation.rawValue)/\(list.name)", sizes: list.sizes) { size in
        let workload = list.make(size)
        let frames = workload.frames!
        let width = workload.scene.root.frame.width
        let widths = [0.75 * width, width]
        let values = UnsafeMutableBufferPointer<Double>.allocate(capacity: frames.valueCount)
        values.initialize(repeating: 0)
        return Measurement(
          operations: widths.count, scale: workload.scene.constraints.count,
          counters: ["views": Double(workload.scene.views.count)]
        ) {
          var room = values.mutableSpan
          for width in widths {
            frames.compute(rootWidth: width, into: &room)
            keepAlive(values)
          }
        }
      }
    }
  }
}

/// All screens of a collection as one workload; its size is how many files they come from.
func screenCases(_ plugin: Plugin, _ form: EditForm, _ collections: [ScreenCollection]) -> [Case] {
  collections.flatMap { collection in
    cases(plugin, form, family: collection.name, sizes: [collection.fileCount], ScreenCollection.operations) { _ in
      try collection.workloads()
    }
  }
}

private func cases(
  _ plugin: Plugin, _ form: EditForm, family: String, sizes: [Int], _ operations: [Benchmarking.Operation],
  workloads: @escaping (Int) throws -> [SceneWorkload]
) -> [Case] {
  guard let makeSolver = plugin.makeSolver else { return [] }
  let isCanonical = plugin.manifest.capabilities.contains(.canonical)
  return operations.filter { form == .fresh || $0 != .build }.map { operation in
    let path = "\(form.column("layout"))/\(operation.rawValue)/\(family)"
    return Case(path: path, sizes: sizes, isTimedByRound: form == .fresh) { size in
      let workloads = try workloads(size)
      for workload in workloads {
        try workload.check(operation, isCanonical: isCanonical, makeEngine: makeSolver)
      }
      return try measure(workloads, operation, form, makeSolver)
    }
  }
}

private func measure(
  _ workloads: [SceneWorkload], _ operation: Operation, _ form: EditForm,
  _ makeSolver: @escaping () -> any ConstraintSolving
) throws -> Measurement {
  func makeKernels() throws -> [LayoutKernel] {
    try workloads.map { workload in
      let kernel = try LayoutKernel(scene: workload.scene, solver: makeSolver())
      try kernel.layoutIfNeeded()
      kernel.removeEvents()
      return kernel
    }
  }
  var kernels: [LayoutKernel] = []
  let memory = try countingMemory { kernels = try makeKernels() }
  let views = workloads.reduce(0) { $0 + $1.scene.views.count }
  let constraints = workloads.reduce(0) { $0 + $1.scene.constraints.count }
  var counters = [
    "views": Double(views), "constraints": Double(constraints),
    "bytes_per_view": Double(memory.liveBytes) / Double(max(1, views)),
  ]
  guard operation != .build else {
    counters["allocations"] = Double(memory.allocations)
    var present: [[LayoutKernel]] = []
    return Measurement(
      operations: 1, scale: constraints, counters: counters,
      afterRound: { present.removeAll(keepingCapacity: true) },
      // The check has laid out these very scenes.
      round: { if let kernels = try? makeKernels() { present.append(kernels) } })
  }
  // Counted on kernels of their own: those that are timed have seen nothing but the first layout. The first round may
  // grow buffers.
  let counted = SceneRun(workloads, operation, form)
  var (frames, callbacks) = (0, 0)
  let sent = kernels.reduce(0) { $0 + $1.sentEdits }
  try counted.perform(on: kernels) { event in
    if case .setFrame = event { frames += 1 } else { callbacks += 1 }
  }
  // Edits that are new call somebody at least, so that nothing counted is a mistake in the counting. What comes back may be remembered.
  if form == .fresh, frames + callbacks == 0 {
    throw CheckFailure(description: "\(operation.rawValue): no frame and no callback in a round")
  }
  let count = Double(counted.operations)
  counters["edits"] = Double(kernels.reduce(0) { $0 + $1.sentEdits } - sent) / count
  (counters["frames"], counters["callbacks"]) = (Double(frames) / count, Double(callbacks) / count)
  counted.next()
  let steady = try countingMemory { try counted.perform(on: kernels) }
  counters["allocations"] = Double(steady.allocations) / count
  kernels = try makeKernels()
  let run = SceneRun(workloads, operation, form)
  return Measurement(
    operations: run.operations, scale: constraints, counters: counters,
    beforeRound: form == .fresh ? { run.next() } : nil,
    // The same run went through without a mistake when it was counted.
    round: { try? run.perform(on: kernels) })
}

/// The steps of one round after the other.
private final class SceneRun {
  private let sources: [@Sendable (Int) -> [Step]]
  private var groups: [[[Step]]] = []
  private var number = 0

  /// In a round.
  var operations: Int { groups.reduce(0) { $0 + $1.count } }

  /// With the first round's steps made.
  init(_ workloads: [SceneWorkload], _ operation: Operation, _ form: EditForm) {
    sources = form == .fresh ? workloads.map { $0.fresh[operation] ?? { _ in [] } } : []
    groups = workloads.map { $0.cycles[operation] ?? [] }
    next()
  }

  func next() {
    guard !sources.isEmpty else { return }
    groups = sources.map { source in (number..<number + freshEditsPerRound).map(source) }
    number += freshEditsPerRound
  }

  func perform(on kernels: [LayoutKernel], hearing body: ((LayoutEvent) -> Void)? = nil) throws {
    for (kernel, groups) in zip(kernels, groups) {
      kernel.recordsEvents = body != nil
      for steps in groups { for step in steps { try kernel.perform(step) } }
      if let body { kernel.events.forEach(body) }
      kernel.removeEvents()
    }
  }
}
