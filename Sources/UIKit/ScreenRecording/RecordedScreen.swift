/// The result of recording a screen.
package struct RecordedScreen: Encodable, Sendable {
  package let name: String
  package private(set) var file: String?
  package private(set) var views, constraints, steps: Int?
  /// The way in which the screen's process ended, if it ended without a scene.
  package private(set) var lost: String?
  /// The output of the screen's process on the standard error; nil if the scene was recorded.
  package private(set) var said: String?

  package init(_ name: String, _ ending: ScreenProgram.Ending, file: String) {
    self.name = name
    switch ending {
    case .recorded(let scene, _):
      self.file = file
      (views, constraints, steps) = (scene.views.count, scene.constraints.count, scene.steps.count)
    case .lost(let how, let said): (lost, self.said) = (how, said.text)
    }
  }
}
