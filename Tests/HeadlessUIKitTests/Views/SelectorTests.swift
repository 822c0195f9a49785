import HeadlessUIKit
import Testing

@Suite("Selectors")
struct SelectorTests {
  final class Screen: UIObject {
    var heard: [String] = []
    func pressed() { heard.append("pressed") }
    func pressed(_ sender: UIObject) { heard.append("pressed(_:) by \(type(of: sender))") }
    func moved(_ sender: Any, event: UIEvent) { heard.append("moved") }
  }

  @Test("A selector made of a method calls it with what it takes")
  func callsMethods() {
    let screen = Screen()
    #expect(Selector("pressed", Screen.pressed as @MainActor (Screen) -> @MainActor () -> Void).perform(on: screen))
    #expect(Selector("pressed(_:)", Screen.pressed(_:)).perform(on: screen, sender: UITouch()))
    #expect(Selector("moved(_:event:)", Screen.moved(_:event:)).perform(on: screen, sender: 1, event: UIEvent()))
    #expect(screen.heard == ["pressed", "pressed(_:) by UITouch", "moved"])
  }

  @Test("A selector that is a name alone calls nothing where nobody answers to it")
  func names() {
    #expect(!Selector("pressed:").perform(on: Screen()))
    #expect(Selector("a") == "a")
  }
}
