import Rewriting
import Testing
import UIKit

/// The rewritten files behave as the written ones would on Apple's systems.
struct RewritingTests {
  @Test("A selector calls its method on the target, whatever was written") func selectors() {
    let remote = Remote()
    let names = remote.selectors.map(\.name)
    #expect(names == ["close", "closed:", "pressedWithBy:event:", "noted:", "loud"])
    remote.selectors[0].perform(on: remote)
    remote.selectors[1].perform(on: remote, sender: "key")
    remote.selectors[2].perform(on: remote, sender: "thumb", event: UIEvent())
    remote.selectors[3].perform(on: remote, sender: Notification(name: Notification.Name("news")))
    #expect(remote.log == ["close", "closed by key", "pressed by thumb", "news"])
  }

  @Test("Lines stay where they were") func lines() { #expect(Remote().lineAfterTheLongSelector == 24) }

  @Test("A key path is the path without its type") func keyPaths() {
    #expect(Remote().keyPaths == ["delegate", "loud"])
  }

  @Test("Optional requirements may be left out") func optionalRequirements() {
    let remote = Remote()
    let delegate = SilentDelegate()
    remote.delegate = delegate
    #expect(remote.ask() == "nobody")
  }

  @Test("Outlets and actions are connected by name, those of a class above, too") func connections() {
    let remote = LouderRemote()
    let other = Remote()
    #expect(remote.connect(other, outlet: "screen") && remote.connect([other], outlet: "buttons"))
    #expect(remote.connect(other, outlet: "horn") && remote.hasHorn)
    #expect(remote.connected == [true, true])
    #expect(!remote.connect("text", outlet: "horn") && !remote.connect(other, outlet: "nobody"))
    #expect(remote.perform(named: "louder", sender: nil, event: nil) && remote.honks == 1)
    #expect(Selector("save:").perform(on: remote, sender: 1) && remote.log == ["saved"])
    #expect(!remote.perform(named: "missing", sender: nil, event: nil))
  }

  @Test("Extensions override, conditions ask for iOS, and classes are made that are only known at run time")
  func overridesInExtensions() {
    #expect(Tuners.report == ["fine tuner extra", "none", "true", "110"])
    #expect(Tuners.lineAfterTheMovedMember == 40)
    #expect(Tuners.presets == ["own", "own again", "own"])
    #expect(Tuners.dial == CGSize(width: 7, height: 5) && Tuners.isLabel && Tuners.isHeld)
  }

  @Test("A category of UIKit's class replaces the class's own member, and not that of others") func categories() {
    #expect(UINavigationController().preferredStatusBarStyle == .default)
    #expect(UINavigationController(rootViewController: UIViewController()).preferredStatusBarStyle == .lightContent)
    #expect(UITabBarController().preferredStatusBarStyle == .default)
  }
}
