import BenchmarkDriver
import Benchmarking

/// What a width change costs at least: the layout written by hand, and one multiply-add for each value.
func limitCases(within mostConstraints: Int) -> [Case] {
  Family.all.flatMap { family -> [Case] in
    let sizes = family.sizes(within: mostConstraints)
    guard !sizes.isEmpty, family.solver(sizes[0]).frames != nil else { return [] }
    return [Operation.build, .resize, .rotate, .jump, .tick].flatMap { operation in
      let name = "\(operation.rawValue)/\(family.name)"
      let byHand = Case(path: "manual/\(name)", sizes: sizes) { manual(family.solver($0), operation) }
      let limit = Case(path: "sweep/\(name)", sizes: sizes) { sweep(family.solver($0), operation) }
      return operation == .build ? [byHand] : [byHand, limit]
    }
  }
}

/// The root widths of an operation, one for each transaction.
private func rootWidths(_ workload: SolverWorkload, _ operation: Operation) -> [Double] {
  let transactions = workload.cycles[operation] ?? [workload.build]
  return transactions.compactMap { edits in
    edits.lazy.compactMap { edit in
      switch edit {
      case .setConstant(workload.rootWidth, let width): width
      case .add(let constraint) where constraint.id == workload.rootWidth: constraint.constant
      default: nil
      }
    }.first
  }
}

private func manual(_ workload: SolverWorkload, _ operation: Operation) -> Measurement {
  let frames = workload.frames!
  let widths = rootWidths(workload, operation)
  let values = UnsafeMutableBufferPointer<Double>.allocate(capacity: frames.valueCount)
  values.initialize(repeating: 0)
  return Measurement(
    operations: widths.count, scale: workload.constraintCount,
    counters: ["variables": Double(workload.variableCount), "constraints": Double(workload.constraintCount)]
  ) {
    var room = values.mutableSpan
    for width in widths {
      frames.compute(rootWidth: width, into: &room)
      keepAlive(values)
    }
  }
}

/// `value += rate * step` over all values: no solver that tells every value can do less when all change.
private func sweep(_ workload: SolverWorkload, _ operation: Operation) -> Measurement {
  let widths = rootWidths(workload, operation)
  let values = UnsafeMutableBufferPointer<Double>.allocate(capacity: workload.variableCount)
  let rates = UnsafeMutableBufferPointer<Double>.allocate(capacity: workload.variableCount)
  values.initialize(repeating: 1)
  rates.initialize(repeating: 0.5)
  return Measurement(
    operations: widths.count, scale: workload.constraintCount,
    counters: ["variables": Double(workload.variableCount), "constraints": Double(workload.constraintCount)]
  ) {
    var previous = widths[widths.count - 1]
    for width in widths {
      let step = width - previous
      previous = width
      for index in values.indices { values[index] += rates[index] * step }
      keepAlive(values)
    }
  }
}
