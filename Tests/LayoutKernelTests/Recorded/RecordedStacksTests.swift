import ConstraintSolver
import SceneModel
import TestSupport
import Testing

@testable import LayoutKernel

/// Frames that a stack view's suite asserts on Apple's engine (`layout/stack-frames`).
struct StackCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Configuration: Decodable, Sendable {
    var axis: String
    var alignment: String
    var distribution: String
    var spacing: Double
    var hidden: [Int]?
    var removed: [Int]?
    var stackMainSize: Double?
    var layoutMarginsRelativeArrangement: Bool?
    var layoutMargins: [Double]?
  }

  struct Arranged: Decodable, Sendable {
    var width, widthPriority, height, heightPriority: Double
  }

  struct PartialRect: Decodable, Sendable {
    var x, y, width, height: Double?
  }

  struct Expectation: Decodable, Sendable {
    var fittingSize: [Double]?
    var stackSize: [Double]?
    var stack: PartialRect?
    var frames: [String: PartialRect]?
    var tolerance: Double?
  }

  var name: String
  var config: Configuration
  var views: [Arranged]
  var expect: Expectation

  var testDescription: String { name }

  struct File: Decodable {
    var cases: [StackCase]
  }

  static let all = Evidence.decode(File.self, from: "layout/stack-frames").cases

  /// View `i` is item `i + 2`, the stack view is item 1.
  func scene() throws -> Scene {
    var builder = SceneBuilder(width: 1000, height: 1000)
    var stack = StackConfiguration()
    stack.axis = config.axis == "vertical" ? .vertical : .horizontal
    stack.alignment = try #require(StackConfiguration.Alignment(rawValue: config.alignment))
    stack.distribution = try #require(distributions[config.distribution])
    stack.spacing = config.spacing
    stack.isLayoutMarginsRelative = config.layoutMarginsRelativeArrangement ?? false
    stack.arranged = views.indices.filter { !(config.removed ?? []).contains($0) }.map { ItemID(UInt32($0 + 2)) }
    builder.view("stack", kind: .stack) { view in
      view.stack = stack
      if let margins = config.layoutMargins {
        view.margins.own = DirectionalInsets(
          top: margins[0], leading: margins[1], bottom: margins[2], trailing: margins[3])
      }
    }
    for (index, arranged) in views.enumerated() {
      builder.view("v\(index)", in: "stack") { $0.isHidden = config.hidden?.contains(index) ?? false }
      builder.constrain("v\(index).width = \(arranged.width) @ \(arranged.widthPriority)")
      builder.constrain("v\(index).height = \(arranged.height) @ \(arranged.heightPriority)")
    }
    if let size = config.stackMainSize {
      builder.constrain("stack.\(stack.axis == .vertical ? "height" : "width") = \(size)")
    }
    return builder.scene
  }
}

let distributions: [String: StackConfiguration.Distribution] = [
  "fill": .fill, "fillEqually": .fillEqually, "fillProportionally": .fillProportionally,
  "equalSpacing": .equalSpacing, "equalCentering": .equalCentering,
]

@Suite("Recorded stack views")
struct RecordedStacksTests {
  @Test("A stack view gives the frames that Apple's gave", arguments: StackCase.all)
  func frames(_ stackCase: StackCase) throws {
    let kernel = try LayoutKernel(scene: stackCase.scene(), solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    let tolerance = max(valueTolerance, stackCase.expect.tolerance ?? 0)
    if let size = stackCase.expect.fittingSize {
      let fitted = try kernel.systemLayoutSizeFitting(ItemID(1), target: LayoutKernel.compressedSize)
      #expect(fitted == Size(width: size[0], height: size[1]))
    }
    if let size = stackCase.expect.stackSize {
      expectFrame(kernel.frame(of: ItemID(1)), [nil, nil, size[0], size[1]], "stack", tolerance: tolerance)
    }
    if let rect = stackCase.expect.stack {
      expectFrame(
        kernel.frame(of: ItemID(1)), [rect.x, rect.y, rect.width, rect.height], "stack", tolerance: tolerance)
    }
    for (name, rect) in stackCase.expect.frames ?? [:] {
      let index = try #require(UInt32(name))
      expectFrame(
        kernel.frame(of: ItemID(index + 2)), [rect.x, rect.y, rect.width, rect.height], "v\(name)",
        tolerance: tolerance)
    }
  }
}
