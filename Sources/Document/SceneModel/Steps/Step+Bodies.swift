/// Steps in braces: `{ STEP ; … }`.
extension Step {
  /// The place of a body, which decides which steps may be in it.
  enum Body {
    /// An animation, an animator or a transition: steps may change or lay out what is there already.
    case animation
    /// A reaction: steps may also begin animations of any kind.
    case reaction
  }

  /// Whether the step may be in such a body. It must not add a view, guide or constraint, let time pass, touch the screen, expect something, or open
  /// a block.
  func fits(in body: Body) -> Bool {
    switch self {
    case .addConstraint, .addView, .addGuide, .beginUpdates, .endUpdates, .advance: false
    case .animate: body == .reaction
    case .play(let step):
      switch step {
      case .begin, .commit, .addAnimation, .removeAnimation, .set, .clock: true
      case .flush, .animator, .transition: body == .reaction
      case .transaction, .timing, .action: true
      case .recognize, .touch, .drag, .release, .when, .expect, .open, .close, .animations: false
      }
    case .setConstant, .setPriority, .activate, .deactivate, .removeConstraint, .removeView, .removeGuide, .unarrange,
      .arrange, .move, .hide, .show, .setIntrinsic, .setProperty, .needsLayout, .needsConstraints, .needsProperties,
      .layout, .resize:
      true
    }
  }

  /// Returns the verbs of steps with inner steps that must not be in such a body. They are refused before they are read, so that nesting cannot
  /// overflow the stack.
  private static func refused(in body: Body) -> Set<String> {
    body == .reaction ? ["when"] : ["animate", "animator", "transition", "when"]
  }

  static func body(_ line: inout TextLine, _ names: inout SceneNames, in body: Body) throws(TextError) -> [Step] {
    try line.expect(symbol: "{")
    return try restOfBody(&line, &names, in: body)
  }

  /// Reads the steps of a body after the opening brace.
  static func restOfBody(
    _ line: inout TextLine, _ names: inout SceneNames, in body: Body
  ) throws(TextError) -> [Step] {
    var steps: [Step] = []
    while !line.skip(symbol: "}") {
      if line.skip(symbol: ";") { continue }
      if case .word(let word)? = line.peek, refused(in: body).contains(word) {
        throw line.mistake(
          .misplaced, body == .reaction ? "a reaction stands in a reaction" : "an animation stands in an animation",
          hint: "Write one after the other.")
      }
      let step = try Step(&line, &names)
      guard step.fits(in: body) else {
        throw line.mistake(
          .misplaced, "this step cannot stand here",
          hint: "Add views and constraints, and let time pass, outside of the braces.")
      }
      steps.append(step)
    }
    return steps
  }

  static func body(_ steps: [Step], _ spelling: inout SceneSpelling) -> String {
    var words: [String] = []
    for step in steps { words.append(step.words(&spelling)) }
    return words.isEmpty ? "{ }" : "{ " + words.joined(separator: " ; ") + " }"
  }

  static func body(from bytes: inout CompactReader, in body: Body) throws(CompactError) -> [Step] {
    var steps: [Step] = []
    for _ in 0..<(try bytes.count()) {
      let step = try Step(from: &bytes, inside: body)
      guard step.fits(in: body) else { throw bytes.mistake(.misplaced, "a step cannot stand where it does") }
      steps.append(step)
    }
    return steps
  }
}
