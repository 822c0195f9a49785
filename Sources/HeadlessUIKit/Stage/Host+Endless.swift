import Foundation
import ScenePlayer

/// What a program does again and again, and a device would never end.
extension Host {
  /// How deep callbacks may run inside one another, and controllers be presented over one another: deeper than any program means.
  static let deepest = 64

  private static var nested = 0
  /// Whether callbacks were nested too deep: none runs until the outermost is over.
  private static var isUnwinding = false
  /// Runs a callback of the program, unless callbacks run inside one another as deep as no program means: a device's stack would be at its
  /// end.
  static func nesting(_ what: String, _ body: () -> Void) {
    guard !isUnwinding else { return }
    guard nested < deepest else {
      isUnwinding = true
      return tellEnded("\(what) causes itself again and again", onDevice: "a device's stack would be at its end")
    }
    nested += 1
    body()
    nested -= 1
    if nested == 0 { isUnwinding = false }
  }

  private static var withoutWindow = 0
  /// A completion that nothing delays runs at once. One that sets off the next, and so on, waits for a window to have a turn: a device's
  /// stack would be at its end.
  static func completeWithoutWindow(_ body: @escaping () -> Void) {
    guard withoutWindow < deepest else { return whenShown(body) }
    withoutWindow += 1
    body()
    withoutWindow -= 1
  }

  /// Tells of callbacks that start themselves, which the player has ended.
  func tell(_ chain: EndlessChain) {
    let name = chain.name.isEmpty ? "a completion" : chain.name
    Host.tellEnded(
      "\(name) starts itself again and again: \(chain.callbacks) callbacks up to \(chain.time) s",
      onDevice: "a device would hang")
  }

  static func tellEnded(_ what: String, onDevice: String) {
    FileHandle.standardError.write(Data("layoutlab: \(what). It was ended here; \(onDevice).\n".utf8))
  }
}
