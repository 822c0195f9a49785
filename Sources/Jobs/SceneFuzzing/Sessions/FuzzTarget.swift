import LayoutPlugin
import SceneModel
import SceneOracles

/// One fuzzer: how documents are made and changed, and the laws that judge them. It contains no engine.
public struct FuzzTarget: Sendable {
  /// The name on the command line, in `LAYOUTLAB_FUZZ_TARGET`, and of the folder in `Fuzz/Work`.
  public var name: String
  /// The file extension of the documents that the target judges.
  public var fileExtension: String
  public var laws: [Law]
  /// The names of laws that are left out, even if they are added to the target later.
  public private(set) var excludedLaws: Set<String> = []
  /// The sampling rate of expensive laws: they judge one document in this many, chosen by a hash of its bytes.
  public var exactSample: UInt64
  /// The sampling rate of comparing laws, which run the document a second time: one of them judges one document in this many, chosen by the hash,
  /// too.
  public var comparingSample: UInt64 = 1
  /// The sampling rate of inputs that no comparing law can judge, such as scenes with conflicts: one in this many may be kept in the corpus. They are
  /// rarely useful, and without this limit they would fill it.
  public var silentSample: UInt64 = 1
  public var generate: @Sendable (inout Entropy) -> Document
  /// Changes a document. It may leave dangling references; `tidy` is called after all changes.
  public var mutate: @Sendable (inout Document, inout Entropy) -> Void
  /// Mixes a second document into the first.
  public var cross: @Sendable (inout Document, Document, inout Entropy) -> Void
  /// Removes parts that a file cannot contain or that are too long. Returns false if the document cannot be written at all.
  public var tidy: @Sendable (inout Document) -> Bool = { $0.isWellFormed }
  /// Makes larger documents than `generate`, for runs with more time; nil if `generate` makes all sizes.
  public var generateLarge: (@Sendable (inout Entropy) -> Document)? = nil
  /// Removes the parts of a document that the engine does not claim. The result is judged, stored and minimised.
  public var project: @Sendable (Document) -> Document = { $0 }
  /// The kinds of files from outside that the target also reads.
  public var files: [FileKind] = []
  /// The greatest size of a seed or of a file from outside, in bytes. libFuzzer cuts off the rest.
  public static let longestInput = 8192
  /// The size in bytes above which mutation does not enlarge a document. Small inputs run fast. The soak finds bugs that need larger ones.
  public var usualSize = 512

  /// Returns the target that judges solver scripts.
  public static func solver(laws: [Law]? = nil, exactSample: UInt64 = 512) -> FuzzTarget {
    FuzzTarget(
      name: "FuzzSolver", fileExtension: "solver",
      laws: laws ?? Law.scriptLaws, exactSample: exactSample, comparingSample: 2,
      generate: { entropy in
        .solver(.generated(within: entropy.chance(1, in: 32) ? .wideFuzzing : .fuzzing, using: &entropy))
      },
      mutate: { document, entropy in
        guard case .solver(var script) = document else { return }
        entropy.pick(Mutator<SolverScript>.all).apply(&script, &entropy)
        document = .solver(script)
      },
      cross: { document, other, entropy in
        guard case .solver(var script) = document, case .solver(let second) = other else { return }
        let kept = entropy.below(script.transactions.count + 1)
        let start = entropy.below(second.transactions.count + 1)
        script.transactions.removeSubrange(kept...)
        script.transactions += second.transactions[start...]
        document = .solver(script)
      },
      usualSize: 96)
  }

  /// Returns the target that judges scenes.
  public static func layout(laws: [Law]? = nil, exactSample: UInt64 = 4096) -> FuzzTarget {
    FuzzTarget(
      name: "FuzzLayout", fileExtension: "scene",
      laws: laws ?? Law.layoutLaws(), exactSample: exactSample, comparingSample: 4,
      silentSample: 16,
      generate: { .scene(.generated(using: &$0)) },
      mutate: mutateScene,
      cross: crossScenes,
      tidy: { tidyScene(&$0, steps: longestPlay) },
      generateLarge: {
        .scene(.generated(within: SceneBounds(views: 3...9, steps: 2...4, extraConstraints: 1...6), using: &$0))
      },
      usualSize: 240)
  }

  /// Returns the target that judges layout engines on scenes.
  public static func frames() -> FuzzTarget {
    FuzzTarget(
      name: "FuzzFrames", fileExtension: "scene", laws: Law.frameLaws, exactSample: 3,
      generate: { entropy in
        .scene(.generated(within: entropy.chance(1, in: 3) ? .largeFrames : .frames, using: &entropy))
      },
      mutate: mutateScene,
      cross: crossScenes,
      tidy: { tidyScene(&$0, steps: longestEdit) },
      generateLarge: { .scene(.generated(within: .largeFrames, using: &$0)) },
      usualSize: 640, longestPlay: longestEdit)
  }

  /// Returns the target for an engine that promises no more than this.
  public func within(_ promise: EnginePromise) -> FuzzTarget {
    if promise == EnginePromise() { return self }
    var target = self
    let isLayout = name == FuzzTarget.frames().name
    target.project = { document in
      switch document {
      case .scene(let scene): isLayout ? .scene(scene.projected(onto: promise)) : document
      case .solver(let script): .solver(script.projected(onto: promise))
      case .timeline: document
      }
    }
    return target
  }

  /// Returns a target that judges scenes written as files, and files from outside; the parameters give the kinds of files and the laws.
  public static func files(_ name: String, laws: [Law], exactSample: UInt64, files: [FileKind]) -> FuzzTarget {
    FuzzTarget(
      name: name, fileExtension: "scene", laws: laws, exactSample: exactSample,
      generate: { .scene(.generated(within: SceneBounds(views: 1...3, steps: 0...0), using: &$0)) },
      mutate: mutateScene,
      cross: crossScenes,
      tidy: { tidyScene(&$0, steps: longestPlay) },
      files: files, usualSize: 384)
  }

  /// Returns the target that judges samplers on timelines.
  public static func timeline(laws: [Law]? = nil, exactSample: UInt64 = 128) -> FuzzTarget {
    FuzzTarget(
      name: "FuzzTimeline", fileExtension: "timeline", laws: laws ?? Law.timelineLaws,
      exactSample: exactSample,
      generate: { .timeline(.generated(using: &$0)) },
      mutate: { document, entropy in
        guard case .timeline(let timeline) = document else { return }
        var changed = timeline
        entropy.pick(Mutator<Timeline>.all).apply(&changed, &entropy)
        if (try? changed.validate()) != nil { document = .timeline(changed) }
      },
      cross: { document, other, entropy in
        guard case .timeline(var timeline) = document, case .timeline(let second) = other else { return }
        guard let at = second.layers.position(&entropy) else { return }
        var layer = second.layers[at]
        layer.parent = timeline.layers.position(&entropy)
        timeline.layers.append(layer)
        timeline.reportEverything()
        document = .timeline(timeline)
      },
      usualSize: 2048)
  }

  /// Returns the target that judges players on scenes with stories: animations, touches, reactions.
  public static func player(laws: [Law]? = nil) -> FuzzTarget {
    FuzzTarget(
      name: "FuzzPlayer", fileExtension: "scene", laws: laws ?? Law.playerLaws(), exactSample: 256,
      generate: { .scene(.generatedStory(using: &$0)) },
      mutate: { document, entropy in
        guard case .scene(var scene) = document else { return }
        entropy.pick(Mutator<Scene>.stories).apply(&scene, &entropy)
        document = .scene(scene)
      },
      cross: crossScenes,
      tidy: { tidyScene(&$0, steps: longestStory) },
      usualSize: 640, longestPlay: longestStory)
  }

  /// Returns document `number` of a seed. Now and then it is a large one, because engines process these differently. The same number and seed give
  /// the same document on any machine.
  public func varied(_ number: Int, seed: UInt64) -> Document {
    if fileExtension == "solver" { return .solver(.varied(number, seed: seed)) }
    var entropy = Entropy(seed: seed)
    entropy = Entropy(seed: entropy.next() ^ (UInt64(number) &* 0x9E37_79B9_7F4A_7C15))
    return entropy.chance(1, in: 4) ? (generateLarge ?? generate)(&entropy) : generate(&entropy)
  }

  /// The target without laws that run engines in several threads.
  public var inOneThread: FuzzTarget {
    var target = self
    target.laws.removeAll(where: \.usesThreads)
    return target
  }

  /// The target with only the laws that run engines in several threads, on every input; for the thread sanitizer.
  public var sideBySide: FuzzTarget {
    var target = self
    target.laws.removeAll { !$0.usesThreads }
    target.exactSample = 1
    return target
  }

  /// The names of all laws of the target, about documents and about files.
  public var lawNames: [String] { laws.map(\.name) + files.flatMap { $0.laws.map(\.name) } }

  /// Returns the target with only some of its laws, about documents and about files, each on every input.
  public func judging(by names: [String]) -> FuzzTarget {
    var target = self
    target.laws.removeAll { !names.contains($0.name) }
    target.files = files.compactMap { $0.judging { names.contains($0) } }
    target.exactSample = 1
    return target
  }

  /// Returns the target without some of its laws, about documents and about files.
  public func without(_ names: [String]) -> FuzzTarget {
    var target = self
    target.excludedLaws.formUnion(names)
    target.laws.removeAll { names.contains($0.name) }
    target.files = files.compactMap { $0.judging { !names.contains($0) } }
    return target
  }

  /// The largest number of steps of a scene. Each step may need a solution of the whole scene.
  private static let longestPlay = 4
  /// The largest number of steps of a scene for a layout engine. Each step needs a message to the engine.
  private static let longestEdit = 8
  /// The largest number of steps of a story. Most steps need a solve, and each needs the shown values.
  private static let longestStory = 12
  /// The largest number of steps of a scene. Further steps are cut off.
  public var longestPlay = Self.longestPlay

  private static let mutateScene: @Sendable (inout Document, inout Entropy) -> Void = { document, entropy in
    guard case .scene(var scene) = document else { return }
    entropy.pick(Mutator<Scene>.all).apply(&scene, &entropy)
    document = .scene(scene)
  }

  private static func tidyScene(_ document: inout Document, steps: Int) -> Bool {
    guard case .scene(var scene) = document else { return false }
    if scene.steps.count > steps { scene.steps.removeLast(scene.steps.count - steps) }
    guard let tidy = scene.withoutDanglingSteps else { return false }
    document = .scene(tidy)
    return true
  }

  /// Replaces the last steps of a scene by the last steps of another one, or adds the other one's constraints whose items exist here. Equal ids count
  /// as the same items.
  private static let crossScenes: @Sendable (inout Document, Document, inout Entropy) -> Void = {
    document, other, entropy in
    guard case .scene(var scene) = document, case .scene(let second) = other else { return }
    if entropy.chance(1, in: 2) {
      scene.steps.removeSubrange(entropy.below(scene.steps.count + 1)...)
      scene.steps += second.steps[entropy.below(second.steps.count + 1)...]
    } else {
      let items = Set(scene.views.map(\.id) + scene.guides.map(\.id))
      let ids = Set(scene.constraints.map(\.id)), names = Set(scene.constraints.map(\.name))
      scene.constraints += second.constraints.filter { constraint in
        constraint.items.allSatisfy(items.contains) && !ids.contains(constraint.id) && !names.contains(constraint.name)
      }
    }
    document = .scene(scene)
  }
}
