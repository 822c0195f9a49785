import SceneFuzzing
import SceneModel
import SceneOracles

extension FuzzTarget {
  /// Returns the target that judges how scenes are written as files and read again, and how files from outside are read: Interface Builder files,
  /// conflict logs and visual formats, both well formed and damaged.
  public static func importer(
    laws: [Law]? = nil, exactSample: UInt64 = 128, files: [FileKind] = FileKind.all
  ) -> FuzzTarget {
    .files("FuzzImport", laws: laws ?? Law.importer, exactSample: exactSample, files: files)
  }

  /// Returns the target that judges samplers on timelines, and our sampler also behind the C table.
  public static func sampler(exactSample: UInt64 = 128) -> FuzzTarget {
    .timeline(laws: Law.timelineLaws + [.throughTheTable], exactSample: exactSample)
  }

  /// Returns the target that judges what a player does with a scene's steps, and whether their text is read as the same steps.
  public static func stories() -> FuzzTarget {
    .player(laws: Law.playerLaws() + [.textReadAgain()])
  }

  /// Returns the target that judges the recordings of programs of UIKit calls. A program is a scene with a story; each step is replaced by the
  /// corresponding call.
  public static func programs(laws: [Law] = [.recordingComesAgain()]) -> FuzzTarget {
    var target = FuzzTarget.player(laws: laws)
    target.name = "FuzzProgram"
    let (generate, mutate) = (target.generate, target.mutate)
    target.generate = { entropy in
      guard case .scene(var scene) = generate(&entropy) else { preconditionFailure("stories are scenes") }
      for _ in 0..<entropy.below(4) { ProgramSketch.extend(&scene, &entropy) }
      return .scene(scene)
    }
    target.mutate = { document, entropy in
      guard entropy.chance(1, in: 3), case .scene(var scene) = document else { return mutate(&document, &entropy) }
      ProgramSketch.extend(&scene, &entropy)
      document = .scene(scene)
    }
    return target
  }

  public static let all: [FuzzTarget] = [.solver(), .layout(), .importer(), .sampler(), .stories(), .programs()]

  /// Returns the target that the command line names, in upper or lower case.
  ///
  /// - Throws: `UsageMistake` with the names of all.
  package static func named(_ name: String) throws(UsageMistake) -> FuzzTarget {
    if let target = (all + [.frames()]).first(where: { $0.name.lowercased() == name.lowercased() }) { return target }
    throw UsageMistake(
      .unknownName, "unknown target \"\(name)\". There are \((all + [.frames()]).map(\.name).joined(separator: ", ")).")
  }
}

extension Law {
  /// Every law of every target.
  public static let ofAllTargets: [Law] = Law.all + Law.importer + [.throughTheTable, .recordingComesAgain()]
}
