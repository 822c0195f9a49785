import ScenePlayer

/// Limits for programs that call themselves or repeat something endlessly. On a device such a program hangs or overflows the stack.
extension Host {
  /// The largest number of nested callbacks, and of controllers presented over one another: more than any program intends.
  static let deepest = 64

  private static var nested = 0
  /// Whether callbacks were nested too deep. Until the outermost callback ends, no further callback runs.
  private static var isUnwinding = false
  /// Runs a callback of the program, unless callbacks are nested too deep: on a device the stack would overflow.
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
  /// Runs a completion at once. In a chain of `deepest` completions that call each other, the next one waits until a window is shown or advanced: on
  /// a device the stack would overflow.
  static func completeWithoutWindow(_ body: @escaping () -> Void) {
    guard withoutWindow < deepest else { return whenShown(body) }
    withoutWindow += 1
    body()
    withoutWindow -= 1
  }

  /// Reports a callback that causes its own next call, after the player has stopped the chain.
  func tell(_ chain: EndlessChain) {
    let name = chain.name.isEmpty ? "a completion" : chain.name
    Host.tellEnded(
      "\(name) starts itself again and again: \(chain.callbacks) callbacks up to \(chain.time) s",
      onDevice: "a device would hang")
  }

  static func tellEnded(_ what: String, onDevice: String) {
    HeadlessUIKit.tell("\(what). It was ended here; \(onDevice).")
  }
}
