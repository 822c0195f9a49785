import ConstraintSolver
import SceneModel
import Testing

@testable import LayoutKernel

@Suite("Ambiguity, guides from outside, and the baselines of stack views")
struct GuideAndAmbiguityTests {
  @Test("Exercising ambiguity goes through a view's places and comes back")
  func exercise() throws {
    var builder = SceneBuilder(width: 300, height: 200)
    let view = builder.view("a")
    for text in ["a.leading >= root.leading + 10", "a.trailing <= root.trailing", "a.width = 50"] {
      builder.constrain(text)
    }
    builder.constrain("a.top = root.top")
    builder.constrain("a.height = 20")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.hasAmbiguousLayout(view) == true)
    var places: [Double] = [kernel.frame(of: view).x]
    for _ in 0..<3 {
      try kernel.exerciseAmbiguityInLayout(of: view)
      places.append(kernel.frame(of: view).x)
    }
    // The newer inequality is the tight one; then the largest place, the smallest, and the canonical one again.
    #expect(places == [250, 250, 10, 250])
    builder.constrain("a.leading = root.leading + 30")
    let unique = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try unique.exerciseAmbiguityInLayout(of: view)
    #expect(unique.frame(of: view).x == 30)
  }

  @Test("The keyboard's guide is the docked keyboard, else it stands at the end of the safe area")
  func keyboard() throws {
    var builder = SceneBuilder(width: 300, height: 600)
    builder.scene.root.safeArea = Insets(top: 20, bottom: 34)
    let view = builder.view("field")
    builder.guide("keyboard", .keyboard)
    for text in ["field.bottom = keyboard.top", "field.height = 40", "field.leading = root.leading"] {
      builder.constrain(text)
    }
    builder.constrain("field.width = keyboard.width")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: view) == Rect(x: 0, y: 526, width: 300, height: 40))
    kernel.keyboard = Rect(x: 0, y: 380, width: 300, height: 220)
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: view) == Rect(x: 0, y: 340, width: 300, height: 40))
    kernel.keyboard = nil
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: view).y == 526)
  }

  @Test("Readable content is as wide as the text size says, and centred")
  func readable() throws {
    var builder = SceneBuilder(width: 1024, height: 600)
    let guide = builder.guide("readable", .readableContent)
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: guide) == Rect(x: 176, y: 8, width: 672, height: 584))
    kernel.textSize = .extraExtraLarge
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: guide).width == 830)
  }

  @Test("A stack view's baselines are those of its visible views")
  func stackBaselines() throws {
    var builder = SceneBuilder(width: 300, height: 300)
    var stack = StackConfiguration()
    stack.axis = .vertical
    builder.view("stack", kind: .stack)
    for name in ["one", "two"] {
      let label = builder.view(name, in: "stack", kind: .label) {
        $0.intrinsic = IntrinsicSize(width: 40, height: 20)
        $0.firstBaseline = 15
        $0.lastBaseline = 5
      }
      stack.arranged.append(label)
    }
    builder.edit("stack") { $0.stack = stack }
    let beside = builder.view("beside")
    for text in ["stack.top = root.top", "stack.leading = root.leading", "beside.height = 10", "beside.width = 10"] {
      builder.constrain(text)
    }
    builder.constrain("beside.leading = stack.trailing")
    builder.constrain("beside.bottom = stack.firstBaseline")
    let kernel = try LayoutKernel(scene: builder.scene, solver: ConstraintSolver())
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: beside).maxY == 15)
    try kernel.perform(.hide(builder["one"]))
    try kernel.layoutIfNeeded()
    // The first view is 0 high, and the second one's baseline counts.
    #expect(kernel.frame(of: beside).maxY == 15)
    try kernel.perform(.show(builder["one"]))
    try kernel.perform(.setIntrinsic(builder["one"], IntrinsicSize(width: 40, height: 30)))
    try kernel.layoutIfNeeded()
    #expect(kernel.frame(of: beside).maxY == 15)
  }
}
