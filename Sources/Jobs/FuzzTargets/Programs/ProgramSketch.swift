import SceneFuzzing
import SceneModel

/// Makes parts that programs have and generated stories lack: nested blocks around several calls, and further settings of layers and animators.
enum ProgramSketch {
  /// Adds a part to a scene's steps that programs have and generated stories lack.
  static func extend(_ scene: inout Scene, _ entropy: inout Entropy) {
    switch entropy.below(8) {
    case 0...4: wrap(&scene, &entropy)
    case 5: insert(.play(.timing(item(scene, &entropy), timing(&entropy))), in: &scene, &entropy)
    case 6:
      let fade = Animation.basic("opacity", from: .number(0), duration: entropy.pick([0.25, 1]))
      let (key, action) = (entropy.pick(["opacity", "position", "bounds"]), entropy.chance(1, in: 2) ? fade : nil)
      insert(.play(.action(item(scene, &entropy), key, action)), in: &scene, &entropy)
    default: insertAnimator(&scene, &entropy)
    }
  }

  /// Puts up to four consecutive steps into a new block. If there are none at the chosen place, the block gets a new change.
  private static func wrap(_ scene: inout Scene, _ entropy: inout Entropy) {
    let start = entropy.below(scene.steps.count + 1)
    var end = start
    while end < scene.steps.count, end < start + 4, !scene.steps[end].isAdvance, !entropy.chance(1, in: 4) { end += 1 }
    var inside = Array(scene.steps[start..<end])
    if inside.isEmpty {
      let frame = Rect(x: Double(entropy.below(100)), y: 4, width: Double(10 + entropy.below(90)), height: 20)
      let view = item(scene, &entropy)
      inside = [entropy.pick([.setProperty(view, .frame(frame)), .setProperty(view, .alpha(0.5)), .layout(.root)])]
    }
    let block = block(scene, &entropy)
    if case .keyframes = block {
      let length = 1 / Double(inside.count)
      inside = inside.enumerated().flatMap { number, step -> [Step] in
        [.play(.open(.keyframe(start: Double(number) * length, duration: length))), step, .play(.close)]
      }
    }
    scene.steps.replaceSubrange(start..<end, with: [.play(.open(block))] + inside + [.play(.close)])
    if entropy.chance(1, in: 2) { insert(.advance(entropy.pick([0.25, 0.5, 1.0 / 3])), in: &scene, &entropy) }
  }

  private static func block(_ scene: Scene, _ entropy: inout Entropy) -> BlockStep {
    switch entropy.below(10) {
    case 0...3: return .animate(timing(of: entropy.pick([0.5, 0.25, 1, 0]), &entropy))
    case 4, 5:
      return .keyframes(timing(of: entropy.pick([1, 0.5]), &entropy), entropy.pick(Keyframes.CalculationMode.allCases))
    case 6: return .still
    case 7:
      return .transition(
        item(scene, &entropy), entropy.pick(TransitionStep.Kind.allCases), timing(of: 0.5, &entropy))
    case 8: return .repeating(count: entropy.pick([2, 1.5, 3]), autoreverses: entropy.chance(1, in: 2))
    default: return .animator(entropy.pick(scene.animatorNames + ["p1"]), after: entropy.pick([0, 0.25]))
    }
  }

  private static func timing(of duration: Double, _ entropy: inout Entropy) -> BlockTiming {
    var timing = BlockTiming(duration: duration)
    if entropy.chance(1, in: 4) { timing.delay = entropy.pick([0.1, 0.5]) }
    timing.curve = entropy.pick(AnimationStep.Curve.allCases)
    if entropy.chance(1, in: 3) { timing.spring = pace(&entropy) }
    for option in BlockTiming.Option.allCases where option != .repeats && entropy.chance(1, in: 6) {
      timing.options.insert(option)
    }
    if entropy.chance(1, in: 3) { timing.completion = entropy.pick(["b1", "b2", "c"]) }
    return timing
  }

  private static func pace(_ entropy: inout Entropy) -> Pace {
    if entropy.chance(1, in: 2) {
      return .spring(.init(dampingRatio: entropy.pick([0.5, 0.7, 1]), initialVelocity: 0))
    }
    let velocity = entropy.chance(1, in: 2) ? Point(x: 1, y: -2) : nil
    return .physics(Spring(mass: 1, stiffness: 100, damping: entropy.pick([10, 25])), velocity: velocity)
  }

  private static func timing(_ entropy: inout Entropy) -> LayerTiming {
    LayerTiming(
      beginTime: entropy.pick([0, 0, 0.5]), speed: entropy.pick([0, 0.5, 2]), timeOffset: entropy.pick([0, 0.25]))
  }

  /// Inserts the steps of an animator: its creation, and calls while it runs.
  private static func insertAnimator(_ scene: inout Scene, _ entropy: inout Entropy) {
    let name = "q\(scene.animatorNames.count + 1)"
    let view = item(scene, &entropy)
    let body: [Step] = [
      .setProperty(view, .frame(Rect(x: Double(entropy.below(100)), y: 9, width: 30, height: 20))),
      .setProperty(view, .alpha(entropy.pick([0, 0.5]))),
    ]
    let middle: [AnimatorStep] = [
      .pause, .fraction(0.25), .reverse, .stop(withoutFinishing: true), .stop(withoutFinishing: false),
      .add(0.25, [.setProperty(view, .alpha(0.75))]), .scrubs(linearly: false), .pausesOnCompletion(true),
    ]
    let last: [AnimatorStep] = [
      .goOn(factor: entropy.pick([0, 0.5]), entropy.chance(1, in: 2) ? pace(&entropy) : nil), .start,
      .finish(entropy.pick(AnimatorStep.Position.allCases)), .reverse, .fraction(1),
    ]
    func step(_ step: AnimatorStep) -> Step { .play(.animator(name, step)) }
    scene.steps += [
      step(.create(entropy.pick([1, 0.5]), pace(&entropy), body)),
      step(entropy.chance(1, in: 4) ? .startLater(0.25) : .start), .advance(0.25), step(entropy.pick(middle)),
      .advance(0.125), step(entropy.pick(last)), .advance(0.5),
    ]
  }

  private static func item(_ scene: Scene, _ entropy: inout Entropy) -> ItemID {
    scene.views[entropy.below(scene.views.count)].id
  }

  private static func insert(_ step: Step, in scene: inout Scene, _ entropy: inout Entropy) {
    scene.steps.insert(step, at: entropy.below(scene.steps.count + 1))
  }
}

extension Step {
  fileprivate var isAdvance: Bool { if case .advance = self { true } else { false } }
}

extension Scene {
  fileprivate var animatorNames: [String] {
    steps.compactMap { step in
      guard case .play(.animator(let name, .create)) = step else { return nil }
      return name
    }
  }

  /// The scene with all blocks that are still open closed at the end.
  var closingBlocks: Scene {
    var scene = self
    var open = 0
    for step in steps {
      switch step {
      case .play(.open): open += 1
      case .play(.close): open = max(0, open - 1)
      default: break
      }
    }
    scene.steps += Array(repeating: .play(.close), count: open)
    return scene
  }
}
