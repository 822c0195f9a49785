import ConstraintSolver
import LayoutKernel
import SceneModel

/// The conflicts that occur while a recorded scene is played, as text. Each set of constraints is listed once.
struct RecordedConflicts {
  private(set) var texts: [String] = []

  init(_ scene: Scene) {
    do throws(LayoutMistake) {
      let kernel = try LayoutKernel(playing: scene, on: ConstraintSolver())
      let names = Dictionary(uniqueKeysWithValues: kernel.scene.constraints.map { ($0.id, $0.name) })
      for conflict in kernel.conflicts {
        let members = conflict.members.enumerated().map { index, member in
          let place = member.constraint.flatMap { names[$0] }.map { "\($0): " } ?? ""
          return "\(index == conflict.broken ? "gives way: " : "")\(place)\(member.text)"
        }
        let text = "constraints contradict each other:\n" + members.joined(separator: "\n")
        if !texts.contains(text) { texts.append(text) }
      }
    } catch {
      texts.append("\(error)")
    }
  }
}
