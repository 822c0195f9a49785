import BenchmarkDriver
import Benchmarking
import LayoutKernel
import LayoutPlugin

func familyCases(_ plugin: Plugin, within mostConstraints: Int) -> [Case] {
  Family.all.flatMap { family -> [Case] in
    let sizes = family.sizes(within: mostConstraints)
    guard let scene = family.scene, !sizes.isEmpty else { return [] }
    return cases(plugin, family: family.name, sizes: sizes, Operation.common) { [scene($0)] }
  }
}

/// Long lists: what an edit costs must not depend on how many views it leaves alone.
func listCases(_ plugin: Plugin) -> [Case] {
  ListWorkload.all.flatMap { list in
    cases(plugin, family: list.name, sizes: list.sizes, list.operations) { [list.make($0)] }
  }
}

/// The same rotation with frames written by hand: what no layout engine can beat.
func handWrittenCases() -> [Case] {
  ListWorkload.all.compactMap { list in
    guard list.operations.contains(.rotate), list.make(1).frames != nil else { return nil }
    return Case(path: "by-hand/rotate/\(list.name)", sizes: list.sizes) { size in
      let workload = list.make(size)
      let frames = workload.frames!
      let widths = [workload.scene.root.frame.height, workload.scene.root.frame.width]
      let values = UnsafeMutableBufferPointer<Double>.allocate(capacity: frames.valueCount)
      values.initialize(repeating: 0)
      return Measurement(
        operations: widths.count, scale: workload.scene.constraints.count,
        counters: ["views": Double(workload.scene.views.count)]
      ) {
        for width in widths {
          frames.compute(rootWidth: width, into: values)
          keepAlive(values)
        }
      }
    }
  }
}

/// All screens of a collection as one workload; its size is how many files they come from.
func screenCases(_ plugin: Plugin, _ collections: [ScreenCollection]) -> [Case] {
  collections.flatMap { collection in
    cases(plugin, family: collection.name, sizes: [collection.fileCount], ScreenCollection.operations) { _ in
      try collection.workloads()
    }
  }
}

private func cases(
  _ plugin: Plugin, family: String, sizes: [Int], _ operations: [Benchmarking.Operation],
  workloads: @escaping (Int) throws -> [SceneWorkload]
) -> [Case] {
  guard let makeSolver = plugin.makeSolver else { return [] }
  let isCanonical = plugin.manifest.capabilities.contains(.canonical)
  return operations.map { operation in
    Case(path: "layout/\(operation.rawValue)/\(family)", sizes: sizes, isTimedByRound: operation == .build) { size in
      let workloads = try workloads(size)
      for workload in workloads {
        try workload.check(operation, isCanonical: isCanonical, makeEngine: makeSolver)
      }
      return try measure(workloads, operation, makeSolver)
    }
  }
}

private func measure(
  _ workloads: [SceneWorkload], _ operation: Operation, _ makeSolver: @escaping () -> any ConstraintSolving
) throws -> Measurement {
  func makeKernels() throws -> [LayoutKernel] {
    try workloads.map { workload in
      let kernel = try LayoutKernel(scene: workload.scene, solver: makeSolver())
      try kernel.layoutIfNeeded()
      return kernel
    }
  }
  var kernels: [LayoutKernel] = []
  let memory = try countingMemory { kernels = try makeKernels() }
  let constraints = workloads.reduce(0) { $0 + $1.scene.constraints.count }
  var counters = [
    "views": Double(workloads.reduce(0) { $0 + $1.scene.views.count }), "constraints": Double(constraints),
    "bytes_per_constraint": Double(memory.liveBytes) / Double(max(1, constraints)),
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
  let sessions = zip(kernels, workloads.map { $0.cycles[operation] ?? [] }).map { $0 }
  let operations = sessions.reduce(0) { $0 + $1.1.count }
  func round() throws {
    for (kernel, cycle) in sessions {
      for steps in cycle { for step in steps { try kernel.perform(step) } }
      kernel.removeEvents()
    }
  }
  for _ in 0..<2 { try round() }
  let sent = kernels.reduce(0) { $0 + $1.sentEdits }
  let steady = try countingMemory(round)
  counters["edits"] = Double(kernels.reduce(0) { $0 + $1.sentEdits } - sent) / Double(operations)
  counters["allocations"] = Double(steady.allocations) / Double(operations)
  // The rounds before went through the same states without a mistake.
  return Measurement(operations: operations, scale: constraints, counters: counters) { try? round() }
}
