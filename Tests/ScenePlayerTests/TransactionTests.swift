import AnimationSampler
@testable import ScenePlayer
import SceneModel
import Testing

@Suite("Trees, transactions and explicit animations")
struct TransactionTests {
  private func fade(_ from: Double = 0, _ to: Double = 1, _ duration: Double = 1) -> Animation {
    .basic("opacity", from: .number(from), to: .number(to), duration: duration)
  }

  @Test("A1.2: nothing is shown of a layer that was never committed; later, the last committed model")
  func presentationTree() {
    let player = makePlayer()
    let layer = player.addLayer()
    player.setOpacity(layer, 0.5)
    #expect(player.presentation(layer, "opacity") == nil)
    player.advance(by: 0)
    #expect(player.number(layer, "opacity") == 0.5)
    player.disablesActions = true
    player.setOpacity(layer, 0.2)
    #expect(player.number(layer, "opacity") == 0.5)
    #expect(player.model(layer, "opacity") == .number(0.2))
    player.advance(by: 0)
    #expect(player.number(layer, "opacity") == 0.2)
  }

  @Test("A1.4: an explicit animation leaves the model alone, and the layer snaps back after it")
  func snapBack() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(fade(), to: layer, key: "fade")
    player.advance(by: 0.5)
    #expect(player.number(layer, "opacity") == 0.5)
    #expect(player.model(layer, "opacity") == .number(1))
    player.advance(by: 0.6)
    #expect(player.number(layer, "opacity") == 1)
    #expect(player.animationKeys(layer).isEmpty)
  }

  @Test("A1.3, A1.5: the past can be shown again, in any order, to the bit")
  func scrubbing() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(fade(), to: layer)
    var film: [(Double, Double)] = []
    for _ in 0..<20 {
      player.advance(by: 0.1)
      film.append((player.now, player.number(layer, "opacity")))
    }
    for (time, value) in film.reversed() {
      guard case .number(let again)? = player.presentation(layer, "opacity", at: time) else { continue }
      #expect(again.bitPattern == value.bitPattern)
    }
  }

  @Test("A2.2: duration 0 is the transaction's, begin time 0 is the commit; what is attached is a copy")
  func resolution() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.advance(by: 3)
    player.add(fade(0, 1, 0), to: layer, key: "a")
    player.begin()
    player.animationDuration = 2
    player.add(fade(0, 1, 0), to: layer, key: "b")
    try? player.commit()
    player.advance(by: 0.1)
    #expect(player.animation(layer, key: "a")?.timing.duration == 0.25)
    #expect(player.animation(layer, key: "a")?.timing.beginTime == 3)
    #expect(player.animation(layer, key: "b")?.timing.duration == 2)
  }

  @Test("A2.6: pause and resume leave what is shown where it was")
  func pause() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(fade(0, 1, 4), to: layer)
    player.advance(by: 1)
    player.pause(layer)
    player.advance(by: 5)
    #expect(player.number(layer, "opacity") == 0.25)
    player.resume(layer)
    player.advance(by: 0)
    expectNear(player.number(layer, "opacity"), 0.25)
    player.advance(by: 1)
    expectNear(player.number(layer, "opacity"), 0.5)
    player.advance(by: 2.1)
    #expect(player.animationKeys(layer).isEmpty)
    #expect(player.number(layer, "opacity") == 1)
  }

  @Test("A3.1: what a transaction sets is read from the innermost scope that set it")
  func scopes() throws {
    let player = makePlayer()
    player.begin()
    player.animationDuration = 2
    player.setTransactionValue("mine", "outer")
    player.begin()
    #expect(player.animationDuration == 2)
    player.animationDuration = 3
    player.setTransactionValue("mine", "inner")
    #expect(player.animationDuration == 3)
    try player.commit()
    #expect(player.animationDuration == 2)
    #expect(player.transactionValue("mine") == "outer")
    try player.commit()
    #expect(player.animationDuration == 0.25)
  }

  @Test("A3.2: only the outermost commit publishes; a commit without a begin is a mistake; flush waits")
  func publishing() throws {
    let (player, layer) = makePlayer(isViewBacked: true)
    #expect(throws: LayerPlayer.Misuse.commitWithoutBegin) { try player.commit() }
    player.begin()
    player.begin()
    player.setOpacity(layer, 0.5)
    try player.commit()
    #expect(player.number(layer, "opacity") == 1)
    player.flush()
    #expect(player.number(layer, "opacity") == 1)
    try player.commit()
    #expect(player.number(layer, "opacity") == 0.5)
    player.setOpacity(layer, 0.25)
    player.flush()
    #expect(player.number(layer, "opacity") == 0.25)
  }

  @Test("A3.3: disabled actions suppress the implicit animation, not an explicit one")
  func disabledActions() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.disablesActions = true
    player.setOpacity(layer, 0)
    player.add(fade(), to: layer, key: "explicit")
    #expect(player.animationKeys(layer) == ["explicit"])
  }

  @Test("A3.4, A18.1: callbacks come in the order that was measured")
  func callbackOrder() throws {
    func expect(
      _ order: [PlayerEvent.What], at location: SourceLocation = #_sourceLocation,
      _ body: (LayerPlayer, LayerID) throws -> Void
    ) rethrows {
      let (player, layer) = makePlayer(isViewBacked: false)
      try body(player, layer)
      player.advance(by: 3)
      #expect(player.whats == order, sourceLocation: location)
    }
    try expect([.didStart("a"), .transaction("block"), .didStop("a", finished: true)]) { player, layer in
      player.begin()
      player.setCompletion("block")
      player.add(fade(), to: layer, delegate: "a")
      try player.commit()
      #expect(player.events.isEmpty)
    }
    expect([.didStart("a"), .didStop("a", finished: true)]) { player, layer in
      var kept = fade()
      kept.isRemovedOnCompletion = false
      kept.timing.fillMode = .forwards
      player.add(kept, to: layer, key: "kept", delegate: "a")
      player.advance(by: 2)
      #expect(player.animationKeys(layer) == ["kept"])
    }
    expect([.didStart("a"), .transaction("second"), .transaction("first"), .didStop("a", finished: true)]) {
      player, layer in
      player.setCompletion("first")
      player.add(fade(), to: layer, delegate: "a")
      player.setCompletion("second")
    }
    try expect([.didStart("a"), .transaction("outer"), .didStop("a", finished: true)]) { player, layer in
      player.begin()
      player.setCompletion("outer")
      player.begin()
      player.add(fade(), to: layer, delegate: "a")
      try player.commit()
      try player.commit()
    }
    expect([.didStart("a"), .transaction("block"), .didStop("a", finished: false)]) { player, layer in
      player.setCompletion("block")
      player.add(fade(), to: layer, key: "fade", delegate: "a")
      player.advance(by: 0.5)
      player.removeAnimation(layer, key: "fade")
    }
    expect([.didStart("a"), .didStop("a", finished: false)]) { player, layer in
      player.add(fade(), to: layer, delegate: "a")
      player.advance(by: 0.5)
      player.insert(layer, in: nil)
    }
    expect([.didStart("a"), .didStop("a", finished: false), .transaction("block")]) { player, _ in
      let loose = player.addLayer(in: nil)
      player.setCompletion("block")
      player.add(fade(), to: loose, delegate: "a")
    }
  }

  @Test("A3.4: a block without animations runs in the next turn, never inside commit")
  func emptyTransaction() throws {
    let player = makePlayer()
    player.begin()
    player.setCompletion("block")
    try player.commit()
    #expect(player.events.isEmpty)
    player.advance(by: 0)
    #expect(player.whats == [.transaction("block")])
  }

  @Test("A3.5: an explicit animation without a curve takes the transaction's")
  func transactionCurve() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.animationTimingFunction = .easeIn
    player.add(fade(), to: layer, key: "fade")
    #expect(player.animation(layer, key: "fade")?.timingFunction == .easeIn)
  }

  @Test("A5.1: a key that is taken replaces its animation, which did not finish; no key is never listed")
  func keys() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(fade(), to: layer, key: "k", delegate: "old")
    player.add(fade(), to: layer)
    player.add(fade(), to: layer, key: "k", delegate: "new")
    player.advance(by: 0.5)
    #expect(player.animationKeys(layer) == ["k"])
    #expect(player.whats == [.didStop("old", finished: false), .didStart("new")])
    player.add(Animation(.transition(TransitionAnimation())), to: layer, key: "other")
    #expect(player.animationKeys(layer) == ["k", "transition"])
  }

  @Test("A5.3: everything can be removed, and tells that it did not finish")
  func removal() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(fade(), to: layer, delegate: "a")
    player.setX(layer, 50)
    player.advance(by: 0.1)
    player.removeAllAnimations(layer)
    player.advance(by: 0)
    #expect(player.animationKeys(layer).isEmpty)
    #expect(player.whats == [.didStart("a"), .didStop("a", finished: false)])
    #expect(player.shownX(layer) == 50)
  }

  @Test("A18.2: chaining by begin time is exact; chaining by a completion costs a turn")
  func chaining() {
    let (player, layer) = makePlayer(isViewBacked: false)
    var second = fade(0, 1)
    second.timing.beginTime = 1
    player.add(fade(1, 0), to: layer, key: "first", delegate: "first")
    player.add(second, to: layer, key: "second", delegate: "second")
    player.advance(by: 1.25)
    #expect(player.number(layer, "opacity") == 0.25)
    let (other, box) = makePlayer(isViewBacked: false)
    other.begin()
    other.setCompletion("chain") { other.add(fade(), to: box, delegate: "next") }
    other.add(fade(), to: box, delegate: "first")
    try? other.commit()
    other.advance(by: 2)
    let turns = other.events.map(\.turn)
    #expect(other.whats.contains(.didStart("next")))
    #expect(turns[turns.count - 1] > turns[1])
  }

  @Test("What will end, and why a value is what it is, can be asked")
  func questions() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(fade(0, 1, 2), to: layer, key: "a")
    var extra = Animation.basic("opacity", from: .number(0), to: .number(0.5), duration: 1)
    extra.property?.isAdditive = true
    player.add(extra, to: layer, key: "b")
    player.advance(by: 0.5)
    #expect(player.future.map(\.key) == ["b", "a"])
    #expect(player.future.map(\.time) == [1, 2])
    #expect(player.explain(layer, "opacity", at: 0.5).map(\.value) == [[1], [0.25], [0.5]])
  }

  @Test("The linter names the classic traps of explicit animations with their remedies")
  func lint() {
    let (player, layer) = makePlayer(isViewBacked: false)
    player.add(.basic("opacity", to: .number(1), duration: 1), to: layer)
    var kept = fade(0, 1)
    kept.isRemovedOnCompletion = false
    kept.timing.fillMode = .forwards
    player.add(kept, to: layer)
    #expect(player.lintRemarks.map(\.trap) == [.missingFrom, .forwardsFillAsState])
    #expect(player.lintRemarks.allSatisfy { !$0.remedy.isEmpty })
  }

  @Test("What jumps back at its end is told at the commit: basic, keyframes, springs, and what is kept without filling")
  func jumps() {
    var kept = fade(1, 0)
    kept.isRemovedOnCompletion = false
    var keyframes = fade(1, 0)
    keyframes.property?.form = .keyframes(Keyframes([.number(1), .number(0.5), .number(0)]))
    var spring = fade(1, 0)
    spring.property?.form = .spring(
      BasicValues(from: .number(1), to: .number(0)), Spring(dampingRatio: 1, initialVelocity: 0, duration: 1))
    for (animation, model, isTold) in [
      (fade(1, 0), 1.0, true), (fade(1, 0), 0, false), (kept, 1, true), (kept, 0, false), (keyframes, 1, true),
      (keyframes, 0, false), (spring, 1, true),
    ] {
      let (player, layer) = makePlayer(isViewBacked: true)
      player.add(animation, to: layer)
      player.set(layer, "opacity", .number(model))
      #expect(player.lintRemarks.isEmpty)
      player.advance(by: 0)
      #expect(player.lintRemarks.map(\.trap) == (isTold ? [.modelNotUpdated] : []))
    }
  }

  @Test("A9.7: key times of which one is no number are not looked at", arguments: [Double.nan, .infinity])
  func impossibleKeyTimes(time: Double) {
    let (player, layer) = makePlayer(isViewBacked: false)
    let frames = Keyframes([0, 1, 2].map { .number($0) }, keyTimes: [0, time, 1])
    player.add(.group([.keyframes("opacity", frames, duration: 1)], duration: 1), to: layer, key: "frames")
    player.advance(by: 0.25)
    expectNear(player.number(layer, "opacity"), 0.5)
  }

  @Test("A17.4: a path is shown as a path, half way between two of one shape")
  func shownPath() {
    let (player, layer) = makePlayer(isViewBacked: false)
    func path(_ x: Double) -> AnimationValue {
      .path(VectorPath([.move(.zero), .quadratic(control: Point(x: x, y: 0), end: Point(x: x, y: x)), .close]))
    }
    player.set(layer, "path", path(10))
    player.advance(by: 0)
    #expect(player.presentation(layer, "path") == path(10))
    player.add(.basic("path", from: path(0), to: path(10), duration: 1), to: layer)
    player.advance(by: 0.5)
    #expect(player.presentation(layer, "path") == path(5))
  }

  @Test("A1.1: the model changes at once, the committed state with the commit, what is shown with time")
  func threeTrees() {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.animate(ViewAnimation(duration: 1, options: .curveLinear)) { player.setOpacity(layer, 0) }
    #expect(player.model(layer, "opacity") == .number(0))
    #expect(player.timeline.layers[layer.rawValue]["opacity"] == nil)
    #expect(player.number(layer, "opacity") == 1)
    player.advance(by: 0)
    #expect(player.timeline.layers[layer.rawValue]["opacity"] == .number(0))
    #expect(player.number(layer, "opacity") == 1)
    player.advance(by: 0.5)
    #expect(player.number(layer, "opacity") == 0.5)
  }

  @Test("A5.4: an animation that is kept stays, is told once that it stopped, and its fill decides what shows")
  func kept() {
    for fill in AnimationTiming.FillMode.allCases {
      let (player, layer) = makePlayer(isViewBacked: true)
      var animation = Animation.basic("opacity", from: .number(0.25), to: .number(0.5), duration: 1)
      animation.isRemovedOnCompletion = false
      animation.timing.fillMode = fill
      player.add(animation, to: layer, key: "kept", delegate: "kept")
      player.advance(by: 3)
      #expect(player.animationKeys(layer) == ["kept"])
      #expect(player.number(layer, "opacity") == (fill.fillsForwards ? 0.5 : 1))
      player.removeAllAnimations(layer)
      player.advance(by: 1)
      #expect(player.whats == [.didStart("kept"), .didStop("kept", finished: true)])
    }
  }

  @Test("The future tells callbacks as they will come if nobody touches anything")
  func futureEvents() throws {
    let (player, layer) = makePlayer(isViewBacked: true)
    player.begin()
    player.setCompletion("transaction")
    player.add(.basic("opacity", from: .number(0), duration: 1), to: layer, delegate: "delegate")
    try player.commit()
    player.animate(ViewAnimation(duration: 0.5), name: "block") { player.setX(layer, 10) }
    player.advance(by: 0.25)
    let future = player.futureEvents
    let told = player.events.count
    player.advance(by: 2)
    #expect(future.map(\.what) == player.events[told...].map(\.what))
    #expect(future.map(\.time) == player.events[told...].map(\.time))
    #expect(future.count == 3 && player.futureEvents.isEmpty)
  }

  @Test("A property set in the hope that it moves by itself is told apart from one that does")
  func implicitLint() {
    let (player, view) = makePlayer(isViewBacked: true)
    let bare = player.addLayer()
    player.advance(by: 0)
    player.lintImplicit(view, "opacity", old: .number(1), new: .number(0))
    player.lintImplicit(bare, "opacity", old: .number(1), new: .number(0))
    player.lintImplicit(view, "opacity", old: .number(1), new: .number(1))
    #expect(player.lintRemarks.map(\.layer) == [view])
    player.animate(ViewAnimation(duration: 1)) {
      player.lintImplicit(view, "opacity", old: .number(1), new: .number(0))
      player.lintImplicit(bare, "opacity", old: .number(1), new: .number(0))
    }
    #expect(player.lintRemarks.map(\.layer) == [view, bare])
    #expect(player.lintRemarks.allSatisfy { $0.trap == .implicitAnimationOutsideBlock && !$0.remedy.isEmpty })
  }
}
