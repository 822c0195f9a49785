import Foundation
import SceneModel

/// A linear system on which engines are measured, and the edits that are done to it.
///
/// ```swift
/// let workload = Family.feed.solver(200)
/// engine.apply(workload.build)
/// let edits = try workload.fresh[.tick]!()
/// for n in 0... { engine.apply(try edits(n)) }
/// ```
public struct SolverWorkload: Sendable {
  /// A function that makes transaction 0, 1, 2 … of a run, called in this order. No two lead to the same state.
  public typealias FreshEdits = (Int) throws -> [SolverEdit]

  /// A noun with the size, such as `feed-200`.
  public var name: String
  public var variableCount: Int
  public var constraintCount: Int
  /// One transaction that adds everything.
  public var build: [SolverEdit]
  /// The runs in which no state is repeated, one for each operation but `build`. Each begins at the built state.
  public var fresh: [Operation: @Sendable () throws -> FreshEdits] = [:]
  /// The rounds, one for each operation but `build`. A round ends in the state in which it started, so it can be repeated without end; an engine
  /// may gain by caching its states.
  public var cycles: [Operation: [[SolverEdit]]]
  /// The constraint whose constant is the root's width; nil in a recording.
  public var rootWidth: LinearConstraint.ID?
  /// The formula of the expected frames; nil if none is known. It holds at the build's constants, for any root width.
  public var frames: HandWrittenFrames?

  /// The build, then one round of every cycle.
  public var script: SolverScript {
    let edits = [build] + Operation.labelled.flatMap { cycles[$0] ?? [] }
    return SolverScript(transactions: edits.map { SolverScript.Transaction(edits: $0) })
  }
}

/// A constant that a workload changes, and the two values between which it changes.
struct EditableConstant: Sendable {
  var constraint: LinearConstraint.ID
  var values: (Double, Double)

  func set(_ part: Double) -> SolverEdit { .setConstant(constraint, value(part)) }
}

extension SolverWorkload {
  /// Makes a workload with the edits that every family has.
  /// - Parameters:
  ///   - turned: the constants that change when the device is rotated, besides the root's width.
  ///   - leaf: constants that change together in one `leaf` edit.
  ///   - animated: the two constants of one view that change in an `animate` edit.
  ///   - toggles: the constraints that are removed and added again, one after the other.
  ///   - editable: the constants from which `batch` takes fifty, evenly spread.
  ///   - texts: for each label, the constants of its natural size.
  ///   - narrowest: the smallest root width, as a fraction of the one in `system`.
  init(
    name: String, system: SystemBuilder, rootWidth: LinearConstraint.ID, turned: [EditableConstant] = [],
    leaf: [EditableConstant], animated: [EditableConstant], toggles: [LinearConstraint.ID],
    editable: [EditableConstant], texts: [[EditableConstant]] = [], narrowest: Double = 0.75,
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
    let toggled = spread(toggles, atMost: 1000).map { system[$0] }
    // In the repeated round, the middle constraint is toggled.
    let toggle = system[toggles[toggles.count / 2]]
    cycles = [
      .resize: widths.resize.map { [.setConstant(rootWidth, $0)] },
      .rotate: [1.0, 0].map { part in
        [.setConstant(rootWidth, widths.turned(part))] + turned.map { $0.set(part) }
      },
      .jump: widths.jump.map { [.setConstant(rootWidth, $0)] },
      .tick: widths.tick.map { [.setConstant(rootWidth, $0)] },
      .animate: (1...60).map { frame in animated.map { $0.set(frame == 60 ? 0 : swing(frame)) } },
      .leaf: [1.0, 0].map { part in leaf.map { $0.set(part) } },
      .toggle: [[.remove(toggle.id)], [.add(toggle)]],
      .batch: [1.0, 0].map { part in batch.map { $0.set(part) } },
    ]
    func always(_ edits: @escaping @Sendable (Int) -> [SolverEdit]) -> @Sendable () -> FreshEdits { { edits } }
    fresh = [
      .resize: always { [.setConstant(rootWidth, widths.near($0))] },
      .rotate: always { n in
        let part = n % 2 == 0 ? 1 - fraction(n) / 16 : fraction(n) / 16
        return [.setConstant(rootWidth, widths.turned(part))] + turned.map { $0.set(part) }
      },
      .jump: always { [.setConstant(rootWidth, widths.turned(fraction($0)))] },
      .tick: always { [.setConstant(rootWidth, widths.turned(swing($0)))] },
      .animate: always { n in animated.map { $0.set(swing(n)) } },
      .leaf: always { n in leaf.map { $0.set(fraction(n)) } },
      .toggle: always { n in
        var row = toggled[n / 2 % toggled.count]
        if n % 2 == 0 { return [.remove(row.id)] }
        row.constant += fraction(n) / 64
        return [.add(row)]
      },
      .batch: always { n in batch.enumerated().map { $1.set(fraction(50 * n + $0)) } },
    ]
    guard !texts.isEmpty else { return }
    cycles[.text] = [1.0, 0].map { part in texts[texts.count / 2].map { $0.set(part) } }
    fresh[.text] = always { n in texts[n % texts.count].map { $0.set(fraction(n)) } }
  }
}

/// The root widths that the width operations go through, in points.
struct RootWidths: Sendable {
  var widest: Double
  var narrowest: Double

  // Rounds; each ends with `widest`.

  var resize: [Double] { [widest + 0.5, widest] }

  /// 96 widths, alternately near the two widths of a rotation, no two of them equal.
  var jump: [Double] {
    (0..<48).flatMap { step -> [Double] in
      let (near, far) = (Double(step) / 768, Double(47 - step) / 768)
      return [widest * (narrowest + near), widest * (1 - far)]
    }
  }

  /// 60 frames of a cosine there and back, on a grid of 1/1024 points so that sums stay exact.
  var tick: [Double] {
    (1...60).map { frame in
      let progress = (1 - cos(2 * Double.pi * Double(frame) / 60)) / 2
      return (widest * (1 - (1 - narrowest) * progress) * 1024).rounded() / 1024
    }
  }

  /// Returns the width at a fraction of the way from the widest to the narrowest.
  func turned(_ part: Double) -> Double { widest * (1 - (1 - narrowest) * part) }

  /// Returns a width within a point of the widest, a different one for each number.
  func near(_ n: Int) -> Double { widest + fraction(n) }
}

/// Returns at most `count` elements, evenly spread, always with the first one.
func spread<T>(_ all: [T], atMost count: Int) -> [T] {
  all.count <= count ? all : (0..<count).map { all[$0 * all.count / count] }
}
