import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

/// Multipliers and shares that people mean as fractions (rules L2.5, L4.4, L14.3).
struct FractionTests {
  @Test("A double next to a small fraction is that fraction")
  func meaning() {
    func meant(_ value: Double) -> [Double]? {
      SmallFraction(meantBy: value).map { [$0.numerator, $0.denominator] }
    }
    #expect(meant(1.0 / 3) == [1, 3])
    #expect(meant(-2.0 / 3) == [-2, 3])
    #expect(meant(1 - 1.0 / 3) == [2, 3])
    #expect(meant(16.0 / 9) == [16, 9])
    #expect(meant(0.1) == [1, 10])
    #expect(meant(20.5 / 35) == [41, 70])
    #expect(meant(103.27 / 160.18) == [10327, 16018])
    for exact in [0, 1, 0.5, 1.25, -3, 640, 0.75] { #expect(meant(exact) == nil, "\(exact)") }
    for none in [0.7071067811865476, Double.pi, .infinity, 1e300, 1e-300] { #expect(meant(none) == nil, "\(none)") }
    for denominator in 2...200 {
      for numerator in 1..<denominator {
        let value = Double(numerator) / Double(denominator)
        guard let found = SmallFraction(meantBy: value) else { continue }
        #expect(found.numerator * Double(denominator) == found.denominator * Double(numerator))
      }
    }
  }

  private func proportional(_ lengths: [Double], spacing: Double = 0) throws -> LayoutKernel {
    var builder = SceneBuilder(width: 10_000, height: 10_000)
    var stack = StackConfiguration()
    stack.axis = .vertical
    stack.distribution = .fillProportionally
    stack.spacing = spacing
    stack.arranged = lengths.indices.map { ItemID(UInt32($0 + 2)) }
    builder.view("stack", kind: .stack) { $0.stack = stack }
    for (index, length) in lengths.enumerated() {
      builder.view("s\(index)", in: "stack") { $0.intrinsic.height = length }
    }
    builder.constrain("stack.top = root.top")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    return kernel
  }

  @Test("A stack that fills proportionally holds its content, for all pairs of lengths")
  func pairs() throws {
    for first in 1...30 {
      for second in first...30 {
        for scale in [1.0, 2, 3] {
          let lengths = [Double(first) / scale, Double(second) / scale]
          let kernel = try proportional(lengths)
          let frames = (1...3).map { kernel.frame(of: ItemID(UInt32($0))).height }
          let expected = ([lengths[0] + lengths[1]] + lengths).map(onValueGrid)
          #expect(zip(frames, expected).allSatisfy { abs($0 - $1) <= 0x1p-19 }, "\(lengths): \(frames)")
        }
      }
    }
  }

  @Test("… and for triples, with spacing, and for lengths of no grid")
  func triples() throws {
    for first in 1...9 {
      for second in first...9 {
        for third in second...9 {
          let lengths = [20.5, 14.5 + 1.0 / 3, 1].enumerated().map { $1 * Double([first, second, third][$0]) }
          for spacing in [0.0, 8, 1.0 / 3] {
            let kernel = try proportional(lengths, spacing: spacing)
            let height = kernel.frame(of: ItemID(1)).height
            #expect(abs(height - lengths.reduce(0, +) - 2 * spacing) < 1e-5, "\(lengths), \(spacing): \(height)")
          }
        }
      }
    }
  }

  private func divided(by count: Int, priority: Double, multiplier: Double) throws -> LayoutKernel {
    var builder = SceneBuilder(width: 1000, height: 100)
    builder.view("whole")
    builder.constrain("whole.leading = root.leading")
    for index in 0..<count {
      builder.view("p\(index)", in: "whole") { $0.intrinsic.width = 10 }
      builder.constrain("p\(index).leading = " + (index == 0 ? "whole.leading" : "p\(index - 1).trailing"))
      builder.constrain("p\(index).width = \(multiplier) * whole.width @ \(priority)")
    }
    builder.constrain("p\(count - 1).trailing = whole.trailing")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    return kernel
  }

  @Test("Three thirds are a whole, required or not, and so are other equal parts", arguments: [1000.0, 999, 750, 100])
  func equalParts(priority: Double) throws {
    for count in 2...13 {
      let kernel = try divided(by: count, priority: priority, multiplier: 1 / Double(count))
      #expect(kernel.conflicts.isEmpty && kernel.roundings.isEmpty && !kernel.hasConflict)
      #expect(abs(kernel.frame(of: ItemID(1)).width - 10 * Double(count)) < 1e-5, "\(count) at \(priority)")
    }
  }

  @Test("An optional fraction weighs as much as any constraint of its priority")
  func weight() throws {
    var builder = SceneBuilder(width: 300, height: 100)
    builder.view("a")
    builder.constrain("a.leading = root.leading")
    builder.constrain("a.width = 0.3333333333333333 * root.width @ 750")
    builder.constrain("a.width = 40 @ 750")
    builder.constrain("a.width = 50 @ 750")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    // The middle one of three; at three times the weight it would be 100.
    #expect(kernel.frame(of: ItemID(1)).width == 50)
    let fraction = try #require(builder.scene.constraints.first { $0.multiplier != 1 })
    let losing = kernel.constraintsLosing(to: kernel.constraintsDeciding(.width, of: ItemID(1)))
    #expect(losing.contains { $0.constraint == fraction.id && abs($0.miss - 50) < 1e-4 })
    #expect(losing.allSatisfy { $0.constraint != nil })
    // Its part goes with it and comes again.
    for step in [Step.deactivate(fraction.id), .activate(fraction.id), .deactivate(fraction.id)] {
      try kernel.perform(step)
      try kernel.layoutIfNeeded()
    }
    #expect(kernel.rows.parts.isEmpty && kernel.rows.declaredParts.isEmpty && kernel.rows.touchedParts.isEmpty)
    try kernel.perform(.activate(fraction.id))
    try kernel.perform(.setPriority(fraction.id, 1000))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: ItemID(1)).width == 100 && kernel.rows.parts.isEmpty)
    try kernel.perform(.setConstant(fraction.id, 0.5))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: ItemID(1)).width == 100.5)
  }

  @Test("The constraint that a whole-number row stands for tells its own points")
  func deciding() throws {
    var builder = SceneBuilder(width: 300, height: 100)
    builder.view("a")
    builder.constrain("a.leading = root.leading")
    builder.constrain("a.width = 0.3333333333333333 * root.width + 7")
    builder.constrain("a.width = 120")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let conflict = try #require(kernel.conflicts.first)
    #expect(abs(kernel.miss(of: conflict) - 13) < 1e-5)
  }

  @Test("A contradiction of less than a pixel is a rounding and no conflict")
  func rounding() throws {
    for (width, isConflict) in [(124.66666666666667, false), (124.5, true), (124.4, true)] {
      var builder = SceneBuilder(width: 374, height: 100)
      builder.scene.scale = 2
      builder.view("a")
      builder.view("b")
      builder.view("c")
      builder.constrain("a.leading = root.leading")
      for name in ["a", "b", "c"] { builder.constrain("\(name).width = \(width)") }
      builder.constrain("b.leading = a.trailing")
      builder.constrain("c.leading = b.trailing")
      builder.constrain("c.trailing = root.trailing")
      let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
      kernel.recordsEvents = true
      try kernel.layoutIfNeeded()
      let told = kernel.events.contains { if case .conflict = $0 { true } else { false } }
      // Half a point is a whole pixel.
      #expect(kernel.conflicts.isEmpty != isConflict && told == isConflict, "\(width)")
      #expect(kernel.roundings.isEmpty == isConflict)
    }
  }

  /// As rdar 34595752 observes on iOS 10: the lengths that make the shares count the spacing, so with little of it all views but the last
  /// are alike, and the last is stretched; with much of it, it is squeezed.
  @Test("Shares with spacing are alike for all views but the last")
  func spacing() throws {
    for (spacing, isStretched) in [(1.0, true), (5, true), (88, false)] {
      var builder = SceneBuilder(width: 300, height: 100)
      var stack = StackConfiguration()
      stack.distribution = .fillProportionally
      stack.spacing = spacing
      stack.arranged = (2..<6).map { ItemID(UInt32($0)) }
      builder.view("stack", kind: .stack) { $0.stack = stack }
      for index in 0..<4 { builder.view("s\(index)", in: "stack") { $0.intrinsic.width = 10 } }
      builder.constrain("stack.leading = root.leading")
      builder.constrain("stack.width = root.width")
      let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
      try kernel.layoutIfNeeded()
      let widths = (2..<6).map { kernel.frame(of: ItemID(UInt32($0))).width }
      #expect(widths[0] == widths[1] && widths[1] == widths[2])
      #expect(abs(widths[0] - 300 * 10 / (40 + 3 * spacing)) < 1e-5)
      #expect((widths[3] > widths[0]) == isStretched, "\(widths)")
    }
  }
}
