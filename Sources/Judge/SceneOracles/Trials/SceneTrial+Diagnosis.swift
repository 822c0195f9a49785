import LayoutKernel
import LayoutPlugin
import SceneModel

/// Laws about a kernel's reports on its own layout: which constraints decide a value, and which other places are equally good.
extension SceneTrial {
  private static let attributes: [LayoutAttribute] = [
    .left, .right, .centerX, .width, .top, .bottom, .centerY, .height,
  ]

  /// The distance in points up to which a constraint counts as met exactly (`LayoutKernel.constraintsDeciding(_:of:)`).
  private static let tightness = 1e-4

  /// The tolerance of sums of products of doubles, relative to their terms.
  private static let rounding = 1e-9

  /// The range of a constraint's multiplier within which a sum of a few constraints is either exactly zero or clearly not zero.
  private static let factors = 1.0 / 16...16

  func judgeDeciding() -> Verdict {
    judgeCanonical(on: untouched) { (ending) throws(Obstacle) in
      guard !ending.frames.contains(where: isBeyondGrid) else {
        throw Obstacle(text: "frames are too large to tell which constraints are met", code: .outOfReach)
      }
      guard ending.scene.constraints.allSatisfy({ Self.factors.contains(abs($0.multiplier)) }) else {
        throw Obstacle(text: "a multiplier is too large or too small", code: .outOfReach)
      }
      var isDecided = false
      // The window sets the root's place.
      for view in ending.scene.views.dropFirst() where ending.kernel.hasAmbiguousLayout(view.id) == false {
        for attribute in Self.attributes {
          guard let value = ending.kernel.value(of: attribute, of: view.id) else { continue }
          let deciding = ending.kernel.constraintsDeciding(attribute, of: view.id)
          let what = "\(view.name).\(attribute)"
          if deciding.isEmpty { return .broken("no constraint decides \(what), and \(view.name) is not ambiguous") }
          let sum = deciding.reduce(0) { $0 + $1.amount }
          let slack = deciding.reduce(Self.tightness) {
            $0 + Self.tightness * abs($1.share) + Self.rounding * abs($1.amount)
          }
          if !(abs(sum - value) <= slack) {
            return .broken("\(what) is \(value), and the constraints that decide it add up to \(sum)")
          }
          // A size may be zero without any constraint, because no size is negative.
          if attribute.isSize, value > Self.tightness, deciding.allSatisfy({ $0.amount != 0 }),
            ending.kernel.constraintsAffectingLayout(of: view.id, attribute.axis).isEmpty
          {
            return .broken("\(what) is decided by constraints, and none affects the layout of \(view.name)")
          }
          if let loser = ending.kernel.constraintsLosing(to: deciding).first(where: { lost in
            lost.miss <= 0 || deciding.contains { $0.id == lost.id }
          }) {
            return .broken("\(loser.text) decides \(what) or is met, and is told to have lost")
          }
          isDecided = true
        }
      }
      return isDecided ? .holds : .undecided("every view is ambiguous")
    }
  }

  func judgeExercise() -> Verdict {
    judgeCanonical(on: untouched) { (ending) throws(Obstacle) in
      // The frames are computed lazily, so they are read before a kernel goes on.
      _ = ending.frames
      if ending.scene.readsFrames { throw Obstacle(text: "constraints are made from frames, and frames move") }
      let kernel = try laidOut(ending.scene)
      for view in ending.scene.views {
        let ranges: [LayoutKernel.OpenRange]?
        do throws(LayoutMistake) { ranges = try kernel.openRanges(of: view.id) } catch {
          throw Obstacle(mistake: error)
        }
        guard let ranges else { throw Obstacle(text: "the engine cannot tell what is open", code: .notClaimed) }
        let open = ranges.count { $0.length != nil }
        // The played kernel is asked, because the new one has no history on which an answer could depend.
        let isAmbiguous = ending.kernel.hasAmbiguousLayout(view.id)
        if (open > 0) != isAmbiguous {
          return .broken(
            "\(view.name) has \(open) open numbers in a new kernel, and whether it is ambiguous in the played one is "
              + "\(words: isAmbiguous.spelled)")
        }
        // The view is moved to both ends of each open number, and back.
        for _ in 0..<(2 * open + 1) {
          do throws(LayoutMistake) { try kernel.exerciseAmbiguityInLayout(of: view.id) } catch {
            throw Obstacle(mistake: error)
          }
        }
        let verdict = compare("after exercising the ambiguity of \(view.name)", kernel, with: ending)
        if verdict != .holds { return verdict }
      }
      return .holds
    }
  }

  /// The position in a range at which a number is placed, as a fraction. It is no simple fraction, so it is unlikely to be a value that a
  /// constraint requires.
  private static let placeInRange = 0.381966
  /// A priority below those of a scene's constraints.
  private static let lastPriority = 1e-9

  func judgeOpenNumbers() -> Verdict {
    judgeCanonical { (ending) throws(Obstacle) in
      // The frames are computed lazily, so they are read before a kernel goes on.
      _ = ending.frames
      if ending.scene.readsFrames { throw Obstacle(text: "constraints are made from frames, and frames move") }
      let kernel = try laidOut(ending.scene)
      func isAmbiguous(_ view: ItemID) -> Bool { kernel.hasAmbiguousLayout(view) == true }
      let open = ending.scene.views.map(\.id).filter(isAmbiguous)
      if open.isEmpty { throw Obstacle(text: "nothing is ambiguous") }
      let found: [Ambiguity]
      do throws(LayoutMistake) { found = try kernel.ambiguities(among: open) } catch { throw Obstacle(mistake: error) }
      let told = found.flatMap(\.views)
      if let view = open.first(where: { view in told.count { $0 == view } != 1 }) {
        return .broken("\(name(view, in: ending.scene)) is ambiguous, and is told \(told.count { $0 == view }) times")
      }
      let verdict = compare("after its ambiguities were told", kernel, with: ending)
      guard verdict == .holds else { return verdict }
      if let view = open.first(where: { !isAmbiguous($0) }) {
        return .broken("\(name(view, in: ending.scene)) is no longer ambiguous after it was told to be")
      }
      let numbers = found.flatMap(\.undecided)
      guard numbers.allSatisfy({ $0.range != nil }) else { throw Obstacle(text: "not every open number was measured") }
      try decide(numbers, in: ending.scene, on: kernel)
      try layOut(kernel)
      guard let view = open.first(where: isAmbiguous) else { return .holds }
      return .broken(
        "\(name(view, in: ending.scene)) is ambiguous when all numbers that were told are given: "
          + "\(numbers.map { "\(name($0.view, in: ending.scene)).\($0.what.rawValue)" }.joined(separator: ", "))")
    }
  }

  /// Gives each open number a value in its range, by a constraint with a priority below all others. Numbers without a range are skipped.
  private func decide(
    _ numbers: [Ambiguity.OpenNumber], in scene: Scene, on kernel: any SceneLayout
  ) throws(Obstacle) {
    var id = scene.constraints.map(\.id.rawValue).max() ?? 0
    for number in numbers {
      guard let range = number.range, let attribute = LayoutAttribute(name: number.what.rawValue) else { continue }
      id += 1
      let parent = scene.views.first { $0.id == number.view }?.parent
      let constraint = LayoutConstraint(
        id: .init(id), name: "decided-\(id)", first: .anchor(LayoutAnchor(number.view, attribute)),
        second: attribute.isSize ? nil : parent.map { .anchor(LayoutAnchor($0, attribute)) },
        constant: range.lowerBound + Self.placeInRange * (range.upperBound - range.lowerBound),
        priority: Self.lastPriority)
      try perform(.addConstraint(constraint), on: kernel)
    }
  }
}
