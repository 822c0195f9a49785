import Foundation
import HeadlessUIKit
import LayoutKernel
import LayoutPlugin
import ScenePlayer
import SceneModel
import SceneOracles

extension Law {
  /// Makes the law that a program of UIKit calls and its recording show the same. To show that the law can fail, tests pass a broken recorder.
  ///
  /// - Parameter record: returns the recording that is judged; by default, the given one.
  public static func recordingComesAgain(_ record: @escaping @Sendable (Scene) -> Scene = { $0 }) -> Law {
    Law(
      name: "program.recording-shows-what-the-program-shows",
      summary: "A program's recording, played again, has its frames and shows its motion, bit for bit.", cost: .cheap
    ) { document, plugin in
      guard case .scene(var scene) = document else { return .undecided("the law is about scenes") }
      scene = scene.closingBlocks
      guard let solver = plugin.makeSolver?(), let makeSampler = plugin.makeSampler else {
        return .undecided(.notClaimed, "the plugin does not offer a solver and a sampler")
      }
      do {
        // Steps that a player refuses are left out, because UIKit would end the program at the corresponding calls.
        let steps = try scene.acceptedSteps(on: solver, makeSampler: makeSampler)
        guard !steps.isEmpty else { return .undecided("nothing is done to the scene") }
        let difference: VerdictMessage? = try onMainThread { [scene] in
          let (program, error) = ProgramErrors.first {
            let program = SceneProgram(scene)
            program.run(steps)
            return program
          }
          if let error { throw Undecided(.notApplicable, "UIKit would end the program: \(error)") }
          let trial = RecordingTrial(program.window, recorded: record(Scene(recording: program.window)))
          return try trial.difference(on: plugin)
        }
        return difference.map { .broken($0) } ?? .holds
      } catch let obstacle as Undecided {
        return .undecided(obstacle)
      } catch {
        return .broken("\(error)")
      }
    }
  }
}

extension Undecided: Error {}

extension Scene {
  /// The steps without those that a player refuses.
  fileprivate func acceptedSteps(
    on solver: any ConstraintSolving, makeSampler: @escaping @Sendable () -> any AnimationSampling
  ) throws(Undecided) -> [Step] {
    do throws(LayoutMistake) {
      var playback = try Playback(of: self, solver: solver, makeSampler: makeSampler)
      playback.passesOverRefused = true
      let refused = try playback.finish()
      guard playback.performer.layers.endlessChains.isEmpty else {
        throw LayoutMistake.scene(where: "", problem: "reactions set one another off", hint: "")
      }
      return steps.enumerated().filter { !refused.contains($0.offset) }.map(\.element)
    } catch {
      throw Undecided(.notApplicable, "the scene cannot be played: \(error)")
    }
  }
}

/// Runs a body on the main thread, to which UIKit's classes are bound.
private func onMainThread<Result: Sendable>(_ body: @MainActor () throws -> Result) rethrows -> Result {
  if Thread.isMainThread { return try MainActor.assumeIsolated(body) }
  return try DispatchQueue.main.sync { try MainActor.assumeIsolated(body) }
}
