import Foundation
import SceneModel

/// A linear system to measure engines on, and the edits done to it.
///
/// Each cycle is a list of transactions that ends in the state it started from, so it can be run for ever:
///
///     let workload = Family.feed.solver(200)
///     engine.apply(workload.build)
///     for transaction in workload.cycles[.tick]! { engine.apply(transaction) }
public struct SolverWorkload: Sendable {
  /// A noun with its size: `feed-200`.
  public var name: String
  public var variableCount: Int
  public var constraintCount: Int
  /// One transaction that adds everything.
  public var build: [SolverEdit]
  /// For each operation but `build`.
  public var cycles: [Operation: [[SolverEdit]]]
  /// The constraint whose constant is the root's width; nil in a recording.
  public var rootWidth: LinearConstraint.ID?
  /// The same layout by hand; nil where no formula is known. Holds at the build's constants, for any root width.
  public var frames: HandWrittenFrames?

  /// The build, then one round of every cycle.
  public var script: SolverScript {
    let edits = [build] + Operation.common.flatMap { cycles[$0] ?? [] }
    return SolverScript(transactions: edits.map { SolverScript.Transaction(edits: $0) })
  }
}

/// A constant that a workload changes, with the two values it takes in turn.
struct EditableConstant {
  var constraint: LinearConstraint.ID
  var values: (Double, Double)
}

extension SolverWorkload {
  /// The common edits of all families.
  /// - Parameters:
  ///   - leaf: constants that change together in one `leaf` edit.
  ///   - editable: what `batch` picks its fifty from, evenly spread.
  ///   - narrowest: the smallest root width, as a part of the first one.
  init(
    name: String, system: LinearSystem, rootWidth: LinearConstraint.ID, leaf: [EditableConstant],
    toggle: LinearConstraint.ID, editable: [EditableConstant], narrowest: Double = 0.75,
    frames: HandWrittenFrames? = nil
  ) {
    self.name = name
    variableCount = system.variableCount
    constraintCount = system.constraints.count
    build = system.constraints.map { .add($0) }
    self.rootWidth = rootWidth
    self.frames = frames
    let widths = RootWidths(widest: system[rootWidth].constant, narrowest: narrowest)
    let batch = spread(editable, atMost: 50)
    cycles = [
      .resize: widths.resize.map { [.setConstant(rootWidth, $0)] },
      .rotate: widths.rotate.map { [.setConstant(rootWidth, $0)] },
      .jump: widths.jump.map { [.setConstant(rootWidth, $0)] },
      .tick: widths.tick.map { [.setConstant(rootWidth, $0)] },
      .leaf: [
        leaf.map { .setConstant($0.constraint, $0.values.1) }, leaf.map { .setConstant($0.constraint, $0.values.0) },
      ],
      .toggle: [[.remove(toggle)], [.add(system[toggle])]],
      .batch: [
        batch.map { .setConstant($0.constraint, $0.values.1) }, batch.map { .setConstant($0.constraint, $0.values.0) },
      ],
    ]
  }
}

/// The root widths that the width operations go through, in points; each list ends with `widest`.
struct RootWidths {
  var widest: Double
  var narrowest: Double

  var resize: [Double] { [widest + 0.5, widest] }
  var rotate: [Double] { [widest * narrowest, widest] }

  /// 96 widths, by turns near the two of a rotation, no two of them alike.
  var jump: [Double] {
    (0..<48).flatMap { step -> [Double] in
      let (near, far) = (Double(step) / 768, Double(47 - step) / 768)
      return [widest * (narrowest + near), widest * (1 - far)]
    }
  }

  /// 60 frames of a cosine there and back, on a grid of 1/1024 pt so that sums stay exact.
  var tick: [Double] {
    (1...60).map { frame in
      let progress = (1 - cos(2 * Double.pi * Double(frame) / 60)) / 2
      return (widest * (1 - (1 - narrowest) * progress) * 1024).rounded() / 1024
    }
  }
}

/// At most `count` elements, evenly spread, the first one always.
func spread<T>(_ all: [T], atMost count: Int) -> [T] {
  all.count <= count ? all : (0..<count).map { all[$0 * all.count / count] }
}
