extension Step: Compact {
  func write(to bytes: inout CompactWriter) {
    switch self {
    case .setConstant(let id, let value): bytes.put(case: 0, id, value)
    case .setPriority(let id, let value): bytes.put(case: 1, id, value)
    case .activate(let id): bytes.put(case: 2, id)
    case .deactivate(let id): bytes.put(case: 3, id)
    case .addConstraint(let constraint): bytes.put(case: 4, constraint)
    case .removeConstraint(let id): bytes.put(case: 5, id)
    case .addView(let view): bytes.put(case: 6, view)
    case .removeView(let id): bytes.put(case: 7, id)
    case .addGuide(let guide): bytes.put(case: 8, guide)
    case .removeGuide(let id): bytes.put(case: 9, id)
    case .arrange(let id, let stack, let index): bytes.put(case: 10, id, stack, index)
    case .unarrange(let id, let stack): bytes.put(case: 11, id, stack)
    case .move(let id, let parent, let index): bytes.put(case: 12, id, parent, max(index, 0))
    case .hide(let id): bytes.put(case: 13, id)
    case .show(let id): bytes.put(case: 14, id)
    case .setIntrinsic(let id, let size): bytes.put(case: 15, id, size)
    case .setProperty(let id, let property): bytes.put(case: 16, id, property)
    case .needsLayout(let id): bytes.put(case: 17, id)
    case .needsConstraints(let id): bytes.put(case: 18, id)
    case .layout(let id): bytes.put(case: 19, id)
    case .resize(let size): bytes.put(case: 20, size)
    case .beginUpdates(let id): bytes.put(case: 21, id)
    case .endUpdates(let id): bytes.put(case: 22, id)
    case .advance(let seconds): bytes.put(case: 23, seconds)
    case .animate(let animation): bytes.put(case: 24, animation)
    case .play(let step): bytes.put(case: 25, step)
    case .needsProperties(let id): bytes.put(case: 26, id)
    }
  }

  init(from bytes: inout CompactReader) throws(CompactError) { try self.init(from: &bytes, inside: nil) }

  /// Reads a step inside a body. Only some bodies may contain others; a wrong one is refused before it is read, so that it cannot overflow the stack.
  init(from bytes: inout CompactReader, inside body: Body?) throws(CompactError) {
    switch try bytes.byte() {
    case 0: self = .setConstant(try bytes.take(), try bytes.take())
    case 1: self = .setPriority(try bytes.take(), try bytes.priority())
    case 2: self = .activate(try bytes.take())
    case 3: self = .deactivate(try bytes.take())
    case 4: self = .addConstraint(try bytes.take())
    case 5: self = .removeConstraint(try bytes.take())
    case 6: self = .addView(try bytes.take())
    case 7: self = .removeView(try bytes.take())
    case 8: self = .addGuide(try bytes.take())
    case 9: self = .removeGuide(try bytes.take())
    case 10: self = .arrange(try bytes.take(), in: try bytes.take(), at: try bytes.take())
    case 11: self = .unarrange(try bytes.take(), from: try bytes.take())
    case 12: self = .move(try bytes.take(), in: try bytes.take(), at: try bytes.take())
    case 13: self = .hide(try bytes.take())
    case 14: self = .show(try bytes.take())
    case 15: self = .setIntrinsic(try bytes.take(), try bytes.take())
    case 16: self = .setProperty(try bytes.take(), try bytes.take())
    case 17: self = .needsLayout(try bytes.take())
    case 18: self = .needsConstraints(try bytes.take())
    case 19: self = .layout(try bytes.take())
    case 20:
      let size: Size = try bytes.take()
      guard size.width >= 0, size.height >= 0 else { throw bytes.mistake(.outside, "the root's size is negative") }
      self = .resize(size)
    case 21: self = .beginUpdates(try bytes.take())
    case 22: self = .endUpdates(try bytes.take())
    case 23:
      let seconds = try bytes.number()
      guard seconds >= 0 else { throw bytes.mistake(.outside, "time does not go back") }
      self = .advance(seconds)
    case 24:
      guard body != .animation else { throw bytes.mistake(.misplaced, "an animation stands in an animation") }
      self = .animate(try bytes.take())
    case 25:
      if let body, let next = bytes.peek, PlayerStep.isRefused(next, in: body) {
        throw bytes.mistake(.misplaced, "a step cannot stand where it does")
      }
      self = .play(try bytes.take())
    case 26: self = .needsProperties(try bytes.take())
    default: throw bytes.mistake(.unknownWord, "unknown step")
    }
  }
}

extension Transform3D: Compact {
  func write(to bytes: inout CompactWriter) {
    for lane in lanes { bytes.number(lane) }
  }
  init(from bytes: inout CompactReader) throws(CompactError) {
    var lanes: [Double] = []
    for _ in 0..<16 { lanes.append(try bytes.number()) }
    self.init(lanes: lanes)
  }
}
