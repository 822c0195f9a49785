import SceneModel

/// Makes the steps of stories: the actions of a program and of a finger while time passes.
struct StorySketch {
  var scene: SceneSketch
  private var names: [String] = []
  private var animators: [String] = []
  private var openTransactions = 0
  private var hasFinger = false

  /// Makes a story that continues after the scene's steps.
  init(_ scene: Scene) {
    self.scene = SceneSketch(scene)
    for step in scene.steps { follow(step) }
  }

  private mutating func follow(_ step: Step) {
    guard case .play(let step) = step else {
      if case .animate(let block) = step, !block.completion.isEmpty { names.append(block.completion) }
      return
    }
    switch step {
    case .begin(_, _, _, let completion):
      openTransactions += 1
      if !completion.isEmpty { names.append(completion) }
    case .commit: openTransactions = max(0, openTransactions - 1)
    case .addAnimation(_, _, _, let delegate): if !delegate.isEmpty { names.append(delegate) }
    case .animator(let name, .create): animators.append(name)
    case .recognize(let name, _, _, _): names.append(name)
    case .transition(let transition): if !transition.completion.isEmpty { names.append(transition.completion) }
    case .touch: hasFinger = true
    case .release: hasFinger = false
    default: break
    }
  }

  /// The next step: one in eight is a mistake that a player must refuse, or does nothing.
  mutating func step(_ entropy: inout Entropy) -> Step {
    let step = proposal(&entropy)
    follow(step)
    return step
  }

  private mutating func proposal(_ entropy: inout Entropy) -> Step {
    switch entropy.below(24) {
    case 0...4: return .animate(block(&entropy))
    case 5...9: return .advance(entropy.pick([0.1, 0.25, 0.5, 1, 0, 3, 0.125, 1.0 / 3]))
    case 10...12: return scene.step(&entropy)
    case 13, 14: return .play(transaction(&entropy))
    case 15...17: return .play(.animator(animatorName(&entropy), animator(&entropy)))
    case 18, 19: return .play(touch(&entropy))
    case 20: return .play(.when(reaction(&entropy)))
    case 21: return .play(.transition(transition(&entropy)))
    default: return .play(layerStep(&entropy))
    }
  }

  private func view(_ entropy: inout Entropy) -> ItemID {
    scene.present.views[entropy.below(scene.present.views.count)].id
  }

  /// Returns a name that nothing has used, or now and then one that is in use.
  private mutating func name(_ letter: String, _ entropy: inout Entropy) -> String {
    if !names.isEmpty, entropy.chance(1, in: 8) { return entropy.pick(names) }
    return "\(letter)\(names.count + animators.count + 1)"
  }

  // MARK: blocks

  private mutating func block(_ entropy: inout Entropy) -> AnimationStep {
    var block = AnimationStep(duration: entropy.pick([0.25, 0.5, 1, 0, 2]), steps: body(&entropy))
    if entropy.chance(1, in: 4) { block.delay = entropy.pick([0.1, 0.5]) }
    block.curve = entropy.pick(AnimationStep.Curve.allCases)
    if entropy.chance(1, in: 4) { block.spring = shape(&entropy) }
    block.beginsFromCurrentState = entropy.chance(1, in: 4)
    block.repeats = entropy.chance(1, in: 16)
    block.autoreverses = entropy.chance(1, in: 8)
    if entropy.chance(1, in: 2) { block.completion = name("b", &entropy) }
    if entropy.chance(1, in: 4) { block.about = [view(&entropy)] }
    return block
  }

  private func shape(_ entropy: inout Entropy) -> AnimationStep.SpringShape {
    AnimationStep.SpringShape(
      dampingRatio: entropy.pick([0.5, 1, 0.7, 2]), initialVelocity: entropy.pick([0, 0, 1, -2, 100]))
  }

  /// Makes steps that change or lay out views that exist already.
  private mutating func body(_ entropy: inout Entropy) -> [Step] {
    (0..<entropy.count(1...3)).map { _ in change(&entropy) } + (entropy.chance(1, in: 2) ? [.layout(.root)] : [])
  }

  private mutating func change(_ entropy: inout Entropy) -> Step {
    let view = view(&entropy)
    switch entropy.below(12) {
    case 0...2:
      if let at = scene.present.constraints.position(&entropy) {
        return .setConstant(scene.present.constraints[at].id, entropy.constant())
      }
      return .layout(.root)
    case 3: return .setProperty(view, .alpha(entropy.pick([0, 1, 0.5, 0.005])))
    case 4:
      return .setProperty(
        view, .transform(entropy.pick([.scale(x: 2, y: 0.5), .translation(x: 30, y: -8, z: 0), .identity])))
    case 5, 6:
      let rect = Rect(x: Double(entropy.below(50)), y: 4, width: Double(entropy.below(200)), height: 30)
      return .setProperty(
        view, entropy.pick([.frame(rect), .center(Point(x: rect.x, y: rect.width)), .bounds(rect)]))
    case 7: return entropy.chance(1, in: 2) ? .hide(view) : .show(view)
    case 8: return .resize(Size(width: Double(200 + entropy.below(300)), height: Double(200 + entropy.below(400))))
    case 9: return .play(layerStep(&entropy))
    default:
      let step = scene.step(&entropy)
      // Steps that add, nest or let time pass stand outside of blocks.
      switch step {
      case .addConstraint, .addView, .addGuide, .beginUpdates, .endUpdates, .advance, .animate, .play:
        return .layout(view)
      default: return step
      }
    }
  }

  // MARK: layers

  private mutating func transaction(_ entropy: inout Entropy) -> PlayerStep {
    if openTransactions > 0, entropy.chance(1, in: 2) { return .commit }
    if entropy.chance(1, in: 4) { return entropy.chance(1, in: 2) ? .flush : .commit }
    return .begin(
      duration: entropy.chance(1, in: 2) ? entropy.pick([0.5, 1, 0]) : nil,
      curve: entropy.chance(1, in: 3) ? TimelineSketch.curve(&entropy) : nil, disablesActions: entropy.chance(1, in: 6),
      completion: entropy.chance(1, in: 2) ? name("t", &entropy) : "")
  }

  /// Returns a step about one layer, which may also be in a block.
  private mutating func layerStep(_ entropy: inout Entropy) -> PlayerStep {
    let view = view(&entropy)
    let known = entropy.pick(StorySketch.properties)
    switch entropy.below(8) {
    case 0...2:
      var layer = Timeline.Layer()
      layer[known.name] = TimelineSketch.value(known.kind, &entropy)
      var animation = TimelineSketch.animation(of: layer, depth: 1, &entropy)
      // An infinite animation would hide everything after it.
      if animation.timing.duration == .infinity { animation.timing.duration = 1 }
      return .addAnimation(
        animation, to: view, key: entropy.pick(["", "a", known.name]),
        delegate: entropy.chance(1, in: 2) ? name("d", &entropy) : "")
    case 3: return .removeAnimation(entropy.pick(["", "a", known.name]), from: view)
    case 4: return .clock(view, isPaused: entropy.chance(1, in: 2))
    default: return .set(view, known.name, TimelineSketch.value(known.kind, &entropy))
    }
  }

  /// Properties that every layer has, at least one of each kind of value that stories use.
  private static let properties: [(name: String, kind: AnimationValue.Kind)] = [
    ("opacity", .number), ("position", .point), ("bounds", .rect), ("transform", .transform),
    ("backgroundColor", .color),
    ("cornerRadius", .number), ("hidden", .boolean), ("shadowOffset", .size), ("contents", .contents),
  ]

  // MARK: animators

  private func animatorName(_ entropy: inout Entropy) -> String {
    animators.isEmpty || entropy.chance(1, in: 12) ? "p\(animators.count + 1)" : entropy.pick(animators)
  }

  private mutating func animator(_ entropy: inout Entropy) -> AnimatorStep {
    if animators.isEmpty { return .create(entropy.pick([1, 0.5, 2, 0]), pace(&entropy), body(&entropy)) }
    switch entropy.below(12) {
    case 0: return .create(entropy.pick([1, 0.5, 2]), pace(&entropy), body(&entropy))
    case 1: return .add(entropy.pick([0, 0.5]), body(&entropy))
    case 2...4: return .start
    case 5: return .pause
    case 6: return .fraction(entropy.pick([0, 0.25, 0.5, 1]))
    case 7: return .reverse
    case 8: return .goOn(factor: entropy.pick([0, 1, 0.5]), entropy.chance(1, in: 2) ? pace(&entropy) : nil)
    case 9: return .stop(withoutFinishing: entropy.chance(1, in: 2))
    default: return .finish(entropy.pick(AnimatorStep.Position.allCases))
    }
  }

  private func pace(_ entropy: inout Entropy) -> Pace {
    entropy.chance(1, in: 3) ? .spring(shape(&entropy)) : .curve(TimelineSketch.curve(&entropy))
  }

  // MARK: fingers and reports

  private mutating func touch(_ entropy: inout Entropy) -> PlayerStep {
    if hasFinger {
      return entropy.chance(1, in: 2)
        ? .release : .drag(Point(x: entropy.pick([1, 5, 40]), y: Double(entropy.below(20))))
    }
    if entropy.chance(1, in: 12) { return .release }
    if entropy.chance(1, in: 2) {
      return .recognize(name("r", &entropy), on: view(&entropy), after: entropy.pick([0.5, 0.1, 0]), within: 10)
    }
    return .touch(view(&entropy))
  }

  private mutating func reaction(_ entropy: inout Entropy) -> ReactionStep {
    var reaction = ReactionStep(event: names.isEmpty ? name("b", &entropy) : entropy.pick(names))
    reaction.phase = entropy.chance(1, in: 2) ? .any : entropy.pick(ReactionStep.Phase.allCases)
    if entropy.chance(1, in: 4) {
      reaction.view = view(&entropy)
      reaction.isHeld = entropy.chance(1, in: 2)
    }
    if entropy.chance(1, in: 2) {
      reaction.steps = body(&entropy)
    } else {
      var block = block(&entropy)
      // A reaction that causes itself runs until the player's limit, which takes long. So it is rare.
      if block.completion == reaction.event, !entropy.chance(1, in: 32) { block.completion = "" }
      reaction.steps = [.animate(block)]
    }
    return reaction
  }

  private mutating func transition(_ entropy: inout Entropy) -> TransitionStep {
    var transition = TransitionStep(
      view(&entropy), duration: entropy.pick([0.5, 1, 0]), steps: entropy.chance(1, in: 2) ? body(&entropy) : [])
    if entropy.chance(1, in: 2) { transition.destination = view(&entropy) }
    transition.kind = entropy.pick(TransitionStep.Kind.allCases)
    transition.curve = entropy.pick(AnimationStep.Curve.allCases)
    if entropy.chance(1, in: 2) { transition.completion = name("v", &entropy) }
    return transition
  }
}

extension Scene {
  /// A small scene with a story: the same for the same entropy, on any machine.
  static func generatedStory(using entropy: inout Entropy) -> Scene {
    var scene = Scene.generated(
      within: SceneBounds(views: 1...2, steps: 0...0, extraConstraints: 0...1), using: &entropy)
    var sketch = StorySketch(scene)
    for _ in 0..<entropy.count(3...8) { scene.steps.append(sketch.step(&entropy)) }
    scene.steps.append(.advance(entropy.pick([0.5, 1, 5])))
    return scene
  }
}

extension Mutator where Subject == Scene {
  /// Mutators of scenes and of their stories, about as many of each.
  static let stories: [Mutator] =
    all + Array(repeating: [appendStory, insertStory, replaceStory], count: 5).flatMap { $0 }

  private static let appendStory = Mutator("go on with the story") { scene, entropy in
    var sketch = StorySketch(scene)
    for _ in 0..<entropy.count(1...3) { scene.steps.append(sketch.step(&entropy)) }
    if entropy.chance(1, in: 2) { scene.steps.append(.advance(0.5)) }
  }

  private static let insertStory = Mutator("insert a step into the story") { scene, entropy in
    let at = entropy.below(scene.steps.count + 1)
    var prefix = scene
    prefix.steps.removeSubrange(at...)
    var sketch = StorySketch(prefix)
    scene.steps.insert(sketch.step(&entropy), at: at)
  }

  private static let replaceStory = Mutator("tell a step otherwise") { scene, entropy in
    guard let at = scene.steps.position(&entropy) else { return }
    var prefix = scene
    prefix.steps.removeSubrange(at...)
    var sketch = StorySketch(prefix)
    scene.steps[at] = sketch.step(&entropy)
  }
}
