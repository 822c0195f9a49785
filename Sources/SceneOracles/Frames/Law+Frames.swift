import LayoutPlugin
import SceneModel

extension Law {
  /// The laws about layout engines, in the order in which they find most.
  public static let frameLaws: [Law] = [
    frameLaw(
      "frames.engine-answers", "Each request has an answer of the protocol, with a frame for each item, and no fault.",
      cost: .cheap
    ) { trial in trial.judgeAnswers() },
    frameLaw(
      "frames.claims-are-kept",
      "What the engine claims it does: it calls nothing unsupported, refuses nothing that can be met.",
      cost: .cheap
    ) { trial in trial.judgeClaims() },
    frameLaw("frames.sizes-are-not-negative", "No width or height is below zero.", cost: .cheap) { trial in
      trial.judgeSizes()
    },
    frameLaw("frames.required-constraints-hold", "The frames hold every required constraint.", cost: .cheap) { trial in
      trial.judgeRequired()
    },
    frameLaw(
      "frames.tiers-are-optimal",
      "The violations of each priority are as small as those above allow, by the exact judge.", cost: .exact,
      features: [.priorities]
    ) { trial in trial.judgeTiers() },
    frameLaw(
      "frames.unique-values-are-right", "A number that the constraints alone fix is the exact judge's.", cost: .exact
    ) { trial in trial.judgeUnique() },
    frameLaw(
      "frames.incremental-equals-fresh", "The document after the edits, opened anew, has the same frames.",
      cost: .comparing
    ) { trial in
      trial.judge { () throws(FrameTrial.Obstacle) in
        let end = try trial.endingToOpenAnew()
        if end.batch.isEmpty { throw .init("nothing was edited") }
        return trial.compare(
          "opened anew", try trial.fresh(end.system.scene), with: end.frames ?? [:], end.system, isOneDocument: true)
      }
    },
    frameLaw(
      "frames.unrelated-edit-moves-nothing", "An edit moves nothing that no chain of constraints connects to it.",
      cost: .cheap
    ) { trial in trial.judgeUnrelated() },
    frameLaw(
      "frames.there-and-back", "What was edited and edited back is where it was.", cost: .comparing
    ) { trial in trial.judgeThereAndBack() },
    frameLaw(
      "frames.answers-come-again", "Another process of the engine gives the same answers.", cost: .comparing
    ) { trial in trial.judgeAgain() }.repeating,
    frameLaw(
      "frames.refused-edit-changes-nothing", "After an edit that is refused, everything is where it was.", cost: .cheap,
      features: [.conflicts]
    ) { trial in trial.judgeRefusals() },
    frameLaw(
      "frames.hidden-and-shown", "A view that is hidden and shown again moves nothing.", cost: .comparing,
      features: [.stepHide]
    ) { trial in
      trial.judgeHiding()
    },
    frameLaw("frames.redundant-constraint", "A second copy of a required constraint moves nothing.", cost: .comparing) {
      trial in trial.judgeRedundant()
    },
    frameLaw("frames.mirrored", "The document with left and right exchanged is laid out mirrored.", cost: .comparing) {
      trial in trial.judgeMirrored()
    },
    frameLaw("frames.doubled", "The document at twice the size has frames of twice the size.", cost: .comparing) {
      trial in
      trial.judgeDoubled()
    },
    frameLaw(
      "frames.moved", "The document inside another view has the same frames.", cost: .comparing,
      features: [.nesting, .edges, .sizes]
    ) { trial in
      trial.judgeMoved()
    },
    frameLaw(
      "frames.cost-is-polynomial", "Twice as many copies of a document take no more than some times the time.",
      cost: .exact
    ) { trial in trial.judgeCost() },
  ]

  private static func frameLaw(
    _ name: String, _ summary: String, cost: Cost, features: Set<EngineClaim> = [],
    _ judge: @escaping @Sendable (FrameTrial) -> Verdict
  ) -> Law {
    // Refusals may come without the claim.
    let needed = features.subtracting([.conflicts]).sorted { $0.rawValue < $1.rawValue }
    return Law(frames: name, summary, cost: cost) { trial in
      if let missing = needed.first(where: { !trial.promise.claims($0) }) {
        return .undecided("the engine does not claim \(missing.rawValue)")
      }
      return judge(trial)
    }
    .needing(features)
  }
}

// MARK: answers

extension FrameTrial {
  func judgeAnswers() -> Verdict {
    // The play comes first: contract violations are known after it.
    let moments = moments
    if let breach { return .broken(breach) }
    for moment in moments {
      if case .fault(let why) = moment.answer {
        return .broken("\(moment.place), the engine has \(PluginFault.ownFault(why))")
      }
      guard let frames = moment.frames else { continue }
      if let missing = moment.system.items.first(where: { frames[$0] == nil }) {
        return .broken("\(moment.place), the answer has no frame of \(moment.system.name(of: missing))")
      }
      if let other = frames.keys.sorted().first(where: { $0 != .root && !moment.system.items.contains($0) }) {
        return .broken("\(moment.place), the answer has a frame of \(other.rawValue), which is not there")
      }
    }
    return .holds
  }

  func judgeClaims() -> Verdict {
    if breach != nil { return .undecided("the engine left its contract") }
    var verdict = Verdict.holds
    for moment in moments {
      switch moment.answer {
      case .unsupported(let why):
        if promise.limits.contains(why) {
          verdict = .undecided(why)
        } else {
          let features = moment.system.scene.features.map(\.rawValue).sorted().joined(separator: ", ")
          return .broken(
            "\(moment.place), the engine does not support a document of \(features), which it claims: \(why)")
        }
      case .refused(let why):
        if moment.system.isFeasible == true { return .broken("\(moment.place), what can be met is refused: \(why)") }
      case .conflict(let ids), .frames(_, let ids):
        if let remark = judgeConflict(ids, moment) { return .broken("\(moment.place), \(remark)") }
      case .fault: break
      }
    }
    return verdict
  }

  /// Returns what is wrong with a conflict, or that none is reported.
  private func judgeConflict(_ ids: [LayoutConstraint.ID], _ moment: Moment) -> String? {
    let system = moment.system
    guard system.isWhole else { return nil }
    let isTold = !ids.isEmpty || moment.frames == nil
    if isTold, system.isFeasible == true { return "constraints are called contradictory, and can be met" }
    guard promise.claims(.conflicts) else { return nil }
    if !isTold {
      guard !required(hold: moment), system.isFeasible == false else { return nil }
      return "required constraints contradict each other, and the answer does not say so"
    }
    let rows = system.rows.filter { $0.row.isRequired && $0.constraint.map(ids.contains) == true }.map(\.row.id)
    if !system.system.isContradictory(rows + system.requiredSizes) {
      return "the constraints that are named can be met together"
    }
    return nil
  }

  func judgeSizes() -> Verdict {
    judge { () throws(Obstacle) in
      for moment in try told() {
        for item in moment.system.items {
          guard let frame = moment.frames?[item] else { continue }
          for (part, size) in [(2, frame.width), (3, frame.height)] where size < -moment.system.slack(part) {
            return .broken(
              "\(moment.place), \(moment.system.name(of: item)).\(FrameSystem.parts[part]) is \(TextNumber.spell(size))"
            )
          }
        }
      }
      return .holds
    }
  }

  func judgeRefusals() -> Verdict {
    judge { () throws(Obstacle) in
      var last: Moment?
      var isJudged = false
      for moment in moments {
        if let after = moment.framesAfterRefusal, let last, let before = last.frames {
          isJudged = true
          let verdict = compare(
            "\(moment.place), which was refused,", .frames(after, conflict: []), with: before, last.system,
            isOneDocument: true)
          if case .broken = verdict { return verdict }
        }
        if moment.frames != nil { last = moment }
      }
      return isJudged ? .holds : .undecided("nothing was refused")
    }
  }
}

// MARK: the exact judge

extension FrameSystem {
  /// Rows of natural sizes that are required.
  var requiredSizes: [LinearConstraint.ID] { rows.filter { $0.constraint == nil && $0.row.isRequired }.map(\.row.id) }
}

extension FrameTrial {
  private func required(hold moment: Moment) -> Bool {
    let values = moment.system.values(of: moment.frames ?? [:])
    return moment.system.rows.allSatisfy { row in
      guard row.row.isRequired else { return true }
      let (violation, slack) = moment.system.violation(of: row.row, values)
      return violation <= slack
    }
  }

  func judgeRequired() -> Verdict {
    judge { () throws(Obstacle) in
      var hasRequired = false
      for moment in try told() {
        let values = moment.system.values(of: moment.frames ?? [:])
        for row in moment.system.rows where row.row.isRequired {
          hasRequired = true
          let (violation, slack) = moment.system.violation(of: row.row, values)
          if violation <= slack { continue }
          guard let isFeasible = moment.system.isFeasible else {
            throw Obstacle("the judge has no rows for stacks and masks")
          }
          guard isFeasible else { throw Obstacle("the constraints contradict each other") }
          return .broken("\(moment.place), \(row.name) is missed by \(spelled(violation))")
        }
      }
      return hasRequired ? .holds : .undecided("nothing is required")
    }
  }

  func judgeTiers() -> Verdict {
    judge { () throws(Obstacle) in
      var isJudged = false
      for moment in try told() {
        let system = moment.system
        guard system.isWhole else { throw Obstacle("the judge has no rows for stacks and masks") }
        guard let exact = system.exact else { throw Obstacle("the constraints contradict each other") }
        if !required(hold: moment) {
          throw Obstacle("a required constraint is missed, which is another law's business")
        }
        let values = system.values(of: moment.frames ?? [:])
        // Levels one after the other, of an engine with weights too: where it trades one for another, the comparison ends.
        for (priority, rows) in Dictionary(grouping: system.rows.filter { !$0.row.isRequired }, by: \.row.priority)
          .sorted(by: { $0.key > $1.key })
        {
          isJudged = true
          var (sum, least, slack) = (0.0, 0.0, 0.0)
          var worst = (name: "", excess: 0.0)
          for row in rows {
            let (violation, own) = system.violation(of: row.row, values)
            let exactViolation = exactViolation(of: row.row, exact)
            sum += max(0, violation)
            least += exactViolation
            // What the slack of the rows above moves, moves these, too.
            slack += own * FrameTrial.tierSlack
            let excess = max(0, violation) - exactViolation
            if excess > worst.excess { worst = (row.name, excess) }
          }
          let allowance = slack + least.magnitude * 0x1p-30
          if sum < least - allowance { break }
          if sum <= least + allowance { continue }
          return .broken(
            "\(moment.place), \(worst.name) is missed by \(spelled(worst.excess)) more than need be: the violations at priority "
              + "\(TextNumber.spell(priority)) add up to \(spelled(sum)), and \(spelled(least)) is possible")
        }
      }
      return isJudged ? .holds : .undecided("nothing is optional")
    }
  }

  private static let tierSlack = 4.0

  private func exactViolation(of row: LinearConstraint, _ exact: ExactSolution) -> Double {
    var residual = -BigRational(row.constant)
    for term in row.terms { residual += BigRational(term.coefficient) * (exact.values[term.variable] ?? .zero) }
    return row.relation.violation(residual).nearestDouble
  }

  func judgeUnique() -> Verdict {
    judge { () throws(Obstacle) in
      var isJudged = false
      for moment in try told() {
        let system = moment.system
        guard system.isWhole else { throw Obstacle("the judge has no rows for stacks and masks") }
        guard let exact = system.exact else { throw Obstacle("the constraints contradict each other") }
        let values = system.values(of: moment.frames ?? [:])
        for (at, item) in system.items.enumerated() {
          for part in 0..<4 {
            let (found, right) = (values[at * 4 + part], exact.values[system.variable(at, part)]?.nearestDouble ?? 0)
            let isOff =
              (found - right).magnitude > FrameTrial.tierSlack * system.slack(part) + right.magnitude * 0x1p-30
            // The question costs more than the answer that needs none.
            guard isOff || !isJudged, system.isUnique(at, part) else { continue }
            isJudged = true
            guard isOff else { continue }
            return .broken(
              "\(moment.place), \(system.name(of: item)).\(FrameSystem.parts[part]) is \(spelled(found)), and the "
                + "constraints leave only \(spelled(right))")
          }
        }
      }
      return isJudged ? .holds : .undecided("no number is unique")
    }
  }

  /// A number to six digits.
  private func spelled(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return TextNumber.spell(value) }
    let scale = 1e6 / powerOfTen(atLeast: value.magnitude)
    let rounded = (value * scale).rounded() / scale
    return TextNumber.spell(rounded.isFinite && scale.isFinite ? rounded : value)
  }

  private func powerOfTen(atLeast value: Double) -> Double {
    var power = 1.0
    while power < value { power *= 10 }
    return power
  }
}

// MARK: without a judge

extension FrameTrial {
  func judgeUnrelated() -> Verdict {
    judge { () throws(Obstacle) in
      let told = try told()
      var isJudged = false
      for (before, after) in zip(told, told.dropFirst()) where after.system !== before.system {
        guard before.system.isWhole, after.system.isWhole else { throw Obstacle("stacks and masks connect everything") }
        var connections = Connections()
        let (old, new) = (before.system.namedRows, after.system.namedRows)
        for row in before.system.rows { connections.join(row.row.terms.map { before.system.place(of: $0.variable) }) }
        for row in after.system.rows { connections.join(row.row.terms.map { after.system.place(of: $0.variable) }) }
        var touched: Set<FramePlace> = []
        for (name, places) in before.system.changedRows(old, new) + after.system.changedRows(new, old) {
          _ = name
          for place in places { touched.insert(connections.leader(of: place)) }
        }
        guard let (a, b) = before.frames.flatMap({ a in after.frames.map { (a, $0) } }) else { continue }
        for (at, item) in after.system.items.enumerated() {
          guard let x = a[item], let y = b[item], let earlier = before.system.items.firstIndex(of: item) else {
            continue
          }
          let (old, new) = ([x.x, x.y, x.width, x.height], [y.x, y.y, y.width, y.height])
          for part in 0..<4 where connections.contains(FramePlace(item: item, part: part)) {
            if touched.contains(connections.leader(of: FramePlace(item: item, part: part))) { continue }
            isJudged = true
            if (old[part] - new[part]).magnitude <= 2 * after.system.slack(part) + old[part].magnitude * 0x1p-40 {
              continue
            }
            if after.system.isFeasible == false || before.system.isFeasible == false { continue }
            guard
              promise.isFunctionOfPresent || after.system.isUnique(at, part) && before.system.isUnique(earlier, part)
            else { continue }
            return .broken(
              "\(after.place), \(after.system.name(of: item)).\(FrameSystem.parts[part]) went from "
                + "\(TextNumber.spell(old[part])) to \(TextNumber.spell(new[part])), and no constraint connects it to the edit"
            )
          }
        }
      }
      return isJudged ? .holds : .undecided("no edit left anything unrelated")
    }
  }

  func judgeThereAndBack() -> Verdict {
    judge { () throws(Obstacle) in
      _ = try ending()
      let batches = scene.batches
      var present = scene
      present.steps = []
      var back: [[Step]?] = []
      for batch in batches {
        var inverse: [Step]? = []
        for step in batch {
          let undo = present.inverse(of: step)
          inverse = undo.flatMap { step in step.isClaimed(by: promise) ? inverse.map { [step] + $0 } : nil }
          _ = present.make(step)
        }
        back.append(inverse)
      }
      let kept = (back.lastIndex { $0 == nil } ?? -1) + 1
      if kept == batches.count { throw Obstacle("no edit can be undone") }
      let answers = try replay(scene, batches + back[kept...].reversed().compactMap { $0 })
      guard let first = moments[kept].frames, let last = answers.last else {
        throw Obstacle("the engine told no frames")
      }
      return compare(
        "after the edits were undone", last, with: first, moments[kept].system, isOneDocument: true)
    }
  }

  func judgeAgain() -> Verdict {
    judge { () throws(Obstacle) in
      _ = try ending()
      let answers = try replay(scene, scene.batches)
      if answers.count < moments.count { return .broken("another process answers \(answers.last?.words ?? "nothing")") }
      for (moment, answer) in zip(moments, answers) {
        let verdict = compare(
          "\(moment.place), another process says that", answer, with: moment.frames ?? [:], moment.system,
          isOneDocument: true)
        if case .broken = verdict { return verdict }
      }
      return .holds
    }
  }

  func judgeHiding() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try ending()
      guard let view = end.system.scene.views.dropFirst().first(where: { !$0.isHidden }) else {
        throw Obstacle("there is no view to hide")
      }
      let answers = try replay(end.system.scene, [[.hide(view.id)], [.show(view.id)]])
      guard answers.count == 3, let before = answers[0].frames else {
        return compare(
          "hidden and shown again,", answers[answers.count - 1], with: [:], end.system, isOneDocument: true)
      }
      return compare("hidden and shown again,", answers[2], with: before, end.system, isOneDocument: true)
    }
  }

  func judgeRedundant() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      var scene = end.system.scene
      guard var copy = scene.constraints.last(where: \.isRequired) else { throw Obstacle("nothing is required") }
      copy.id = LayoutConstraint.ID((scene.constraints.map(\.id.rawValue).max() ?? 0) &+ 1)
      copy.name = "copy-of-\(copy.name)"
      scene.constraints.append(copy)
      return try compareTwin("with a copy of a constraint", scene, with: end.frames ?? [:])
    }
  }

  func judgeDoubled() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      guard let twin = end.system.scene.doubled else { throw Obstacle("the scene cannot be doubled") }
      var scene = twin
      let size = twin.root.frame
      // The root's frame may have been doubled already.
      if size == end.system.scene.root.frame { scene.root.frame = size.doubled }
      if !promise.claims(.margins) { for at in scene.views.indices { scene.views[at].margins = Margins() } }
      return try compareTwin("at twice the size", scene, with: (end.frames ?? [:]).mapValues(\.doubled))
    }
  }

  func judgeMirrored() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      guard var twin = end.system.scene.mirrored else { throw Obstacle("the scene has no mirror image") }
      if !promise.claims(.rightToLeft) { twin.direction = .leftToRight }
      var expected: [ItemID: Rect] = [:]
      for (item, frame) in end.frames ?? [:] {
        guard let container = end.system.scene.container(of: item) else { continue }
        let around = container == .root ? end.system.scene.root.frame : end.frames?[container] ?? .zero
        expected[item] = Rect(x: around.width - frame.maxX, y: frame.y, width: frame.width, height: frame.height)
      }
      return try compareTwin("mirrored", twin, with: expected)
    }
  }

  func judgeMoved() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try endingToOpenAnew()
      let size = end.system.scene.root.frame
      var twin = end.system.scene.nested(at: FrameTrial.distance)
      guard let at = twin.views.indices.dropFirst().first else { throw Obstacle("there is no view") }
      // Constraints hold it in place, which any engine has.
      (twin.views[at].autoresizing, twin.views[at].frame) = (nil, .zero)
      var id = twin.constraints.map(\.id.rawValue).max() ?? 0
      let sides: [(LayoutAttribute, LayoutAttribute?, Double)] = [
        (.left, .left, FrameTrial.distance), (.top, .top, FrameTrial.distance), (.width, nil, size.width),
        (.height, nil, size.height),
      ]
      for (side, other, constant) in sides {
        id &+= 1
        twin.constraints.append(
          LayoutConstraint(
            id: .init(id), name: "place\(id)", first: .anchor(.init(twin.views[at].id, side)),
            second: other.map { .anchor(.init(.root, $0)) }, constant: constant))
      }
      return try compareTwin("inside another view", twin, with: end.frames ?? [:])
    }
  }

  private static let distance = 20.0

  private func compareTwin(_ what: String, _ twin: Scene, with expected: [ItemID: Rect]) throws(Obstacle) -> Verdict {
    guard twin.projected(onto: promise) == twin else { throw Obstacle("the twin is not within what the engine claims") }
    return compare(what, try fresh(twin), with: expected, FrameSystem(twin, promise), isOneDocument: false)
  }

  func judgeCost() -> Verdict {
    judge { () throws(Obstacle) in
      let end = try ending()
      guard end.system.items.count > 0 else { throw Obstacle("there is nothing but a root") }
      var last: Duration?
      var copies = 4
      while copies <= FrameTrial.mostCopies {
        let scene = end.system.scene.repeated(copies)
        guard scene.projected(onto: promise) == scene else {
          throw Obstacle("copies are not within what the engine claims")
        }
        let start = ContinuousClock.now
        guard try fresh(scene).frames != nil else { throw Obstacle("the engine refuses copies of the document") }
        let time = ContinuousClock.now - start
        if let last, time > FrameTrial.noticeable, time > last * FrameTrial.growth {
          return .broken("\(copies) copies of the document take \(time), and \(copies / 2) took \(last)")
        }
        if time > FrameTrial.enough { break }
        last = time
        copies *= 2
      }
      return .holds
    }
  }

  /// Twice the document may take so many times the time: more than its fourth power.
  private static let growth = 32
  private static let noticeable = Duration.milliseconds(500)
  private static let enough = Duration.seconds(1)
  private static let mostCopies = 32
}

extension Step {
  func isClaimed(by promise: EnginePromise) -> Bool {
    switch self {
    case .setConstant: promise.claims(.stepConstant)
    case .setPriority: promise.claims(.stepPriority)
    case .resize: promise.claims(.stepResize)
    case .addConstraint: promise.claims(.stepAdd)
    case .removeConstraint: promise.claims(.stepRemove)
    case .addView: promise.claims(.stepAddView)
    case .removeView: promise.claims(.stepRemoveView)
    case .addGuide: promise.claims(.stepAddGuide)
    case .removeGuide: promise.claims(.stepRemoveGuide)
    case .hide, .show: promise.claims(.stepHide)
    case .setIntrinsic: promise.claims(.stepIntrinsic)
    default: false
    }
  }
}

extension Scene {
  /// So many copies of everything but the root, side by side in one document.
  func repeated(_ copies: Int) -> Scene {
    var scene = self
    let items = (views.map(\.id.rawValue) + guides.map(\.id.rawValue)).max() ?? 0
    let ids = constraints.map(\.id.rawValue).max() ?? 0
    for copy in 1..<max(copies, 1) {
      func renamed(_ id: ItemID) -> ItemID { id == .root ? id : ItemID(id.rawValue &+ UInt32(copy) &* (items &+ 1)) }
      for view in views.dropFirst() {
        var other = view
        (other.id, other.name, other.parent) = (renamed(view.id), "\(view.name)-\(copy)", view.parent.map(renamed))
        other.stack?.arranged = (view.stack?.arranged ?? []).map(renamed)
        scene.views.append(other)
      }
      for guide in guides {
        var other = guide
        (other.id, other.name, other.owner) = (renamed(guide.id), "\(guide.name)-\(copy)", renamed(guide.owner))
        scene.guides.append(other)
      }
      for constraint in constraints {
        var other = constraint
        other.id = LayoutConstraint.ID(constraint.id.rawValue &+ UInt32(copy) &* (ids &+ 1))
        other.name = "\(constraint.name)-\(copy)"
        other.first = constraint.first.mappingItems(renamed)
        other.second = constraint.second?.mappingItems(renamed)
        scene.constraints.append(other)
      }
    }
    return scene
  }
}

/// A number of an item's frame, whatever its place in a system.
private struct FramePlace: Hashable {
  var item: ItemID
  var part: Int
}

/// Which numbers of frames rows connect.
private struct Connections {
  private var parents: [FramePlace: FramePlace] = [:]

  func contains(_ place: FramePlace) -> Bool { parents[place] != nil }

  func leader(of place: FramePlace) -> FramePlace {
    var place = place
    while let next = parents[place], next != place { place = next }
    return place
  }

  mutating func join(_ places: [FramePlace]) {
    for place in places where parents[place] == nil { parents[place] = place }
    guard let first = places.first else { return }
    let root = leader(of: first)
    for place in places.dropFirst() { parents[leader(of: place)] = root }
  }
}

extension FrameSystem {
  fileprivate func place(of variable: Variable) -> FramePlace {
    FramePlace(item: items[Int(variable.id) / 4], part: Int(variable.id) % 4)
  }

  /// A row as it is, whatever its number and the numbers of its variables.
  fileprivate struct NamedRow: Hashable {
    var constraint: LayoutConstraint.ID?
    var name: String
    var terms: [FramePlace: Double]
    var relation: Relation
    var constant, priority: Double
  }

  fileprivate var namedRows: Set<NamedRow> {
    Set(
      rows.map { row in
        NamedRow(
          constraint: row.constraint, name: row.name,
          terms: Dictionary(row.row.terms.map { (place(of: $0.variable), $0.coefficient) }) { $0 + $1 },
          relation: row.row.relation, constant: row.row.constant, priority: row.row.priority)
      })
  }

  /// The numbers that rows of one set name which are not in the other.
  fileprivate func changedRows(_ own: Set<NamedRow>, _ other: Set<NamedRow>) -> [(String, [FramePlace])] {
    own.subtracting(other).map { ($0.name, Array($0.terms.keys)) }
  }
}
