import LayoutPlugin
import SceneModel

/// One projected scene on one layout engine. It is run once, and further runs are made when a law first needs them.
final class FrameTrial {
  /// An engine's answer to a request.
  struct Moment {
    /// The position of the answer among the requests: "at first", or "after edit 2".
    var place: VerdictMessage
    /// The scene after the request. A refused edit gives two moments: this one, and another with the scene as it was before and the last frames.
    var system: FrameSystem
    var answer: LayoutAnswer
    /// The edits; empty if the scene was opened.
    var batch: [Step] = []
    /// After a refusal, the frames that the engine reported when it was called again without edits; nil if it reported none, or refused nothing.
    var framesAfterRefusal: [ItemID: Rect]?

    var frames: [ItemID: Rect]? { answer.frames }
  }

  /// The reason why a law cannot be judged.
  struct Obstacle: Error {
    var text: VerdictMessage
    var code = Undecided.Code.notApplicable
    init(_ text: VerdictMessage) { self.text = text }
    init(_ code: Undecided.Code, _ text: VerdictMessage) { (self.code, self.text) = (code, text) }
  }

  let scene: Scene
  let plugin: Plugin
  var promise: EnginePromise { plugin.manifest.promise }
  /// How the engine violated its contract; nil if it did not. Answers after the violation mean nothing.
  private(set) var violation: VerdictMessage?
  private var engine: (any LayoutEngine)?
  private(set) lazy var moments: [Moment] = playOnce()

  init(_ scene: Scene, _ plugin: Plugin) {
    self.plugin = plugin
    self.scene = scene.projected(onto: plugin.manifest.promise)
  }

  func makeEngine() throws(PluginFault) -> any LayoutEngine {
    guard let make = plugin.makeLayoutEngine else {
      throw .notOffered("\(plugin.manifest.name) offers no layout engine")
    }
    return try make()
  }

  private func playOnce() -> [Moment] {
    var moments: [Moment] = []
    var place: VerdictMessage = "at first"
    do throws(PluginFault) {
      let engine = try makeEngine()
      self.engine = engine
      var present = scene
      present.steps = []
      var system = FrameSystem(present, promise)
      moments.append(Moment(place: place, system: system, answer: try engine.open(present)))
      guard moments[0].frames != nil else { return moments }
      for (number, steps) in scene.batches.enumerated() {
        place = "after edit \(number + 1)"
        let before = present
        // Steps that depend on a refused edit cannot be performed, and are left out.
        let batch = steps.filter { present.make($0) }
        if batch.isEmpty { continue }
        let next = FrameSystem(present, promise)
        let answer = try engine.edit(batch)
        var moment = Moment(place: place, system: next, answer: answer, batch: batch)
        if case .fault = answer {
          moments.append(moment)
          break
        }
        if answer.frames == nil {
          moment.framesAfterRefusal = try engine.edit([]).frames
          moments.append(moment)
          present = before
          // Later answers are judged by the scene as it was before the refused edits.
          moments.append(
            Moment(place: place, system: system, answer: moments.last { $0.frames != nil }!.answer, batch: batch))
          continue
        }
        system = next
        moments.append(moment)
      }
    } catch {
      violation = "\(place): \(error)"
    }
    return moments
  }

  // MARK: other runs

  /// Returns the answer of another instance of the engine to a scene, without the scene's steps.
  func fresh(_ scene: Scene) throws(Obstacle) -> LayoutAnswer {
    var scene = scene
    scene.steps = []
    do throws(PluginFault) { return try makeEngine().open(scene) } catch { throw Obstacle(.noAnswer, "\(error)") }
  }

  /// Returns the answers of another instance of the engine to a scene and lists of edits; it stops after the first answer without frames.
  func replay(_ scene: Scene, _ batches: [[Step]]) throws(Obstacle) -> [LayoutAnswer] {
    var start = scene
    start.steps = []
    do throws(PluginFault) {
      let engine = try makeEngine()
      var answers = [try engine.open(start)]
      for batch in batches where answers.last?.frames != nil { answers.append(try engine.edit(batch)) }
      return answers
    } catch { throw Obstacle(.noAnswer, "\(error)") }
  }

  /// Returns the answers with frames; throws if there is none.
  func told() throws(Obstacle) -> [Moment] {
    let told = moments.filter { $0.frames != nil }
    if told.isEmpty || violation != nil { throw Obstacle(.noAnswer, "the engine reported no frames") }
    return told
  }

  /// Returns the last answer with frames. Throws if the engine refused anything.
  func ending() throws(Obstacle) -> Moment {
    guard let last = try told().last, moments.allSatisfy({ $0.frames != nil }) else {
      throw Obstacle(.noAnswer, "the engine refused an edit")
    }
    return last
  }

  /// Returns the last answer with frames, if the scene at that point can be opened as a new document. It cannot if views with masks were added
  /// later, because a mask depends on the superview's size at that time, which a newly opened scene does not contain.
  func endingToOpenAnew() throws(Obstacle) -> Moment {
    let end = try ending()
    let isResized = scene.steps.contains { if case .resize = $0 { true } else { false } }
    let hasOldMask = end.system.scene.views.contains { view in
      view.autoresizing != nil && (isResized || !end.batch.isEmpty && view.parent != .root)
    }
    if hasOldMask { throw Obstacle("autoresizing masks depend on earlier sizes of their superviews") }
    return end
  }

  // MARK: comparisons

  /// Returns the law's verdict, undecided if there is an obstacle.
  func judge(_ body: () throws(Obstacle) -> Verdict) -> Verdict {
    do throws(Obstacle) { return try body() } catch { return .undecided(error.code, "\(error.text)") }
  }

  /// Compares frames with those that are expected of the same scene.
  ///
  /// - Parameters:
  ///   - system: the system of the scene of `found`; if its tiers leave a choice, an engine may choose.
  ///   - isOneDocument: whether both frames are of the same document. Then an engine whose answers depend on the document alone may not choose.
  func compare(
    _ what: VerdictMessage, _ found: LayoutAnswer, with expected: [ItemID: Rect], _ system: FrameSystem,
    isOneDocument: Bool
  ) -> Verdict {
    guard case .frames(let frames, let conflict) = found else {
      if system.isFeasible == false { return .undecided("the constraints contradict each other") }
      if case .unsupported(let why) = found { return .undecided(.notClaimed, why) }
      return .broken("the engine laid this out before; \(what), it answers \(found.words)")
    }
    for (at, item) in system.items.enumerated() {
      guard let old = expected[item], let new = frames[item] else { continue }
      let (a, b) = ([old.x, old.y, old.width, old.height], [new.x, new.y, new.width, new.height])
      for part in 0..<4 {
        let slack = 2 * system.slack(part) + max(a[part].magnitude, b[part].magnitude) * 0x1p-40
        if (a[part] - b[part]).magnitude <= slack { continue }
        if system.isFeasible == false { return .undecided("the constraints contradict each other") }
        let isFixed = isOneDocument && promise.isFunctionOfPresent && conflict.isEmpty
        guard isFixed || system.isUnique(at, part) else { continue }
        let name = "\(system.name(of: item)).\(FrameSystem.parts[part])"
        return .broken("\(name) is \(spelled: a[part]); \(what) it is \(spelled: b[part])")
      }
    }
    return .holds
  }
}

extension LayoutAnswer {
  /// The answer as words that end a sentence.
  var words: VerdictMessage {
    switch self {
    case .frames(_, let conflict): conflict.isEmpty ? "frames" : "frames, and that constraints contradict each other"
    case .conflict(let ids):
      "that constraints \(ids.map { "c\($0.rawValue)" }.joined(separator: ", ")) contradict each other"
    case .refused(let why): "that it refuses: \(why)"
    case .unsupported(let why): "that it does not support this: \(why)"
    case .fault(let why): "\(ownFault: why)"
    }
  }
}
