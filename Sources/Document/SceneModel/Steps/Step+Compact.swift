extension Step: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .setConstant(let id, let value):
      bytes.byte(0)
      id.write(to: &bytes)
      bytes.number(value)
    case .setPriority(let id, let value):
      bytes.byte(1)
      id.write(to: &bytes)
      bytes.number(value)
    case .activate(let id):
      bytes.byte(2)
      id.write(to: &bytes)
    case .deactivate(let id):
      bytes.byte(3)
      id.write(to: &bytes)
    case .addConstraint(let constraint):
      bytes.byte(4)
      constraint.write(to: &bytes)
    case .removeConstraint(let id):
      bytes.byte(5)
      id.write(to: &bytes)
    case .addView(let view):
      bytes.byte(6)
      view.write(to: &bytes)
    case .removeView(let id):
      bytes.byte(7)
      id.write(to: &bytes)
    case .addGuide(let guide):
      bytes.byte(8)
      guide.write(to: &bytes)
    case .removeGuide(let id):
      bytes.byte(9)
      id.write(to: &bytes)
    case .arrange(let id, let stack, let index):
      bytes.byte(10)
      id.write(to: &bytes)
      stack.write(to: &bytes)
      bytes.optional(index) { $0.count($1) }
    case .unarrange(let id, let stack):
      bytes.byte(11)
      id.write(to: &bytes)
      stack.write(to: &bytes)
    case .move(let id, let parent, let index):
      bytes.byte(12)
      id.write(to: &bytes)
      parent.write(to: &bytes)
      bytes.count(max(index, 0))
    case .hide(let id):
      bytes.byte(13)
      id.write(to: &bytes)
    case .show(let id):
      bytes.byte(14)
      id.write(to: &bytes)
    case .setIntrinsic(let id, let size):
      bytes.byte(15)
      id.write(to: &bytes)
      size.write(to: &bytes)
    case .setProperty(let id, let property):
      bytes.byte(16)
      id.write(to: &bytes)
      property.write(to: &bytes)
    case .needsLayout(let id):
      bytes.byte(17)
      id.write(to: &bytes)
    case .needsConstraints(let id):
      bytes.byte(18)
      id.write(to: &bytes)
    case .needsProperties(let id):
      bytes.byte(26)
      id.write(to: &bytes)
    case .layout(let id):
      bytes.byte(19)
      id.write(to: &bytes)
    case .resize(let size):
      bytes.byte(20)
      bytes.number(size.width)
      bytes.number(size.height)
    case .beginUpdates(let id):
      bytes.byte(21)
      id.write(to: &bytes)
    case .endUpdates(let id):
      bytes.byte(22)
      id.write(to: &bytes)
    case .advance(let seconds):
      bytes.byte(23)
      bytes.number(seconds)
    case .animate(let animation):
      bytes.byte(24)
      animation.write(to: &bytes)
    case .play(let step):
      bytes.byte(25)
      step.write(to: &bytes)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) { try self.init(from: &bytes, inside: nil) }

  /// Reads a step inside a body. Bodies nest in few ways only, and a wrong one must be refused before it costs the stack.
  init(from bytes: inout CompactReader, inside body: Body?) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .setConstant(try .init(from: &bytes), try bytes.number())
    case 1: self = .setPriority(try .init(from: &bytes), try bytes.priority())
    case 2: self = .activate(try .init(from: &bytes))
    case 3: self = .deactivate(try .init(from: &bytes))
    case 4: self = .addConstraint(try LayoutConstraint(from: &bytes))
    case 5: self = .removeConstraint(try .init(from: &bytes))
    case 6: self = .addView(try View(from: &bytes))
    case 7: self = .removeView(try .init(from: &bytes))
    case 8: self = .addGuide(try Guide(from: &bytes))
    case 9: self = .removeGuide(try .init(from: &bytes))
    case 10:
      self = .arrange(
        try .init(from: &bytes), in: try .init(from: &bytes),
        at: try bytes.optional { (bytes) throws(CompactError) in try bytes.integer() })
    case 11: self = .unarrange(try .init(from: &bytes), from: try .init(from: &bytes))
    case 12: self = .move(try .init(from: &bytes), in: try .init(from: &bytes), at: try bytes.integer())
    case 13: self = .hide(try .init(from: &bytes))
    case 14: self = .show(try .init(from: &bytes))
    case 15: self = .setIntrinsic(try .init(from: &bytes), try IntrinsicSize(from: &bytes))
    case 16: self = .setProperty(try .init(from: &bytes), try Property(from: &bytes))
    case 17: self = .needsLayout(try .init(from: &bytes))
    case 18: self = .needsConstraints(try .init(from: &bytes))
    case 19: self = .layout(try .init(from: &bytes))
    case 20:
      let size = Size(width: try bytes.number(), height: try bytes.number())
      guard size.width >= 0, size.height >= 0 else { throw bytes.mistake(.outside, "the root's size is negative") }
      self = .resize(size)
    case 21: self = .beginUpdates(try .init(from: &bytes))
    case 22: self = .endUpdates(try .init(from: &bytes))
    case 23:
      let seconds = try bytes.number()
      guard seconds >= 0 else { throw bytes.mistake(.outside, "time does not go back") }
      self = .advance(seconds)
    case 24:
      guard body != .animation else { throw bytes.mistake(.misplaced, "an animation stands in an animation") }
      self = .animate(try AnimationStep(from: &bytes))
    case 25:
      if let body, let next = bytes.peek, PlayerStep.isRefused(next, in: body) {
        throw bytes.mistake(.misplaced, "a step cannot stand where it does")
      }
      self = .play(try PlayerStep(from: &bytes))
    case 26: self = .needsProperties(try .init(from: &bytes))
    default: throw bytes.mistake(.unknownWord, "unknown step")
    }
  }
}

extension Property: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .frame(let rect):
      bytes.byte(0)
      rect.write(to: &bytes)
    case .center(let point):
      bytes.byte(1)
      point.write(to: &bytes)
    case .bounds(let rect):
      bytes.byte(2)
      rect.write(to: &bytes)
    case .alpha(let value):
      bytes.byte(3)
      bytes.number(value)
    case .margins(let insets):
      bytes.byte(4)
      insets.write(to: &bytes)
    case .safeArea(let insets):
      bytes.byte(5)
      insets.write(to: &bytes)
    case .semantic(let semantic):
      bytes.byte(6)
      bytes.choice(semantic)
    case .spacing(let value):
      bytes.byte(7)
      bytes.number(value)
    case .transform(let transform):
      bytes.byte(8)
      for lane in transform.lanes { bytes.number(lane) }
    case .text(let text):
      bytes.byte(9)
      text.write(to: &bytes)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .frame(try Rect(from: &bytes))
    case 1: self = .center(try Point(from: &bytes))
    case 2: self = .bounds(try Rect(from: &bytes))
    case 3: self = .alpha(try bytes.number())
    case 4: self = .margins(try DirectionalInsets(from: &bytes))
    case 5: self = .safeArea(try Insets(from: &bytes))
    case 6: self = .semantic(try bytes.choice())
    case 7: self = .spacing(try bytes.number())
    case 8:
      var lanes: [Double] = []
      for _ in 0..<16 { lanes.append(try bytes.number()) }
      self = .transform(Transform3D(lanes: lanes))
    case 9: self = .text(try TextMetrics(from: &bytes))
    default: throw bytes.mistake(.unknownWord, "unknown property")
    }
  }
}
