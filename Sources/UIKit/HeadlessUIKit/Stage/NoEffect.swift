import Foundation
import Synchronization

// API that compiles, and that nothing here reads or does, is marked in one of two ways, in the line that declares it:
//
//     open var zoomScale: CGFloat = 1 { didSet { noEffect("UIScrollView.zoomScale", .zooming) } }
//     open var barTintColor: UIColor?  // inert
//
// `noEffect` is for what changes frames, motion or calls on a device: the user is told. `inert` is for all else, such as colours, and is silent. Both
// need no docstring. `Scripts/without-effect.py` finds unmarked members, and writes Guides/uikit-without-effect.md.

/// What this library does not do, because of which some API of UIKit has no effect. Raw values end the sentence "… has no effect here: …".
nonisolated enum Missing: String {
  case bars = "bars do not place items, titles and search fields"
  case calls = "its methods are never called"
  case draggedItems = "nothing is dragged to another place or program"
  case drawing = "nothing is drawn, and draw(_:) is never called"
  case editing = "controls to edit rows are never shown"
  case hiddenBars = "navigation controllers neither show a toolbar nor hide their bars by themselves"
  case indicators = "scroll indicators do not exist"
  case interactiveTransitions = "transitions run from their start to their end"
  case layout = "layout does not use it, so frames can differ from a device's"
  case menus = "menus and swipe actions are never shown"
  case motion = "the motion is always the same"
  case presentation = "sheets, popovers and presentations in a context fill the screen"
  case scrolling = "content does not run on after a drag"
  case statusBar = "the status bar depends on the device alone"
  case symbols = "pictures keep the size that they were made with"
  case text = "text has the size of its font, and lines break between words"
  case touches = "there is one finger; it taps, presses and drags, and is never waited for"
  case zooming = "nothing is scaled"
}

/// The addresses of the names that were reported.
nonisolated private let named = Mutex<Set<UInt>>([])

/// Reports that a member of UIKit's API has no effect here, at its first use in this process. Later uses cost a lookup.
///
/// - Parameter member: UIKit's name with its type, such as `UIScrollView.zoom(to:animated:)`.
nonisolated func noEffect(_ member: StaticString, _ missing: Missing) {
  guard named.withLock({ $0.insert(UInt(bitPattern: member.utf8Start)).inserted }) else { return }
  // `layoutlab run` reads the code and the fields in brackets.
  tell("\(member) has no effect here: \(missing.rawValue). [no-effect \(member) \(missing)]")
}

/// Writes a line about the program that runs to the standard error.
nonisolated func tell(_ line: String) { FileHandle.standardError.write(Data("layoutlab: \(line)\n".utf8)) }
