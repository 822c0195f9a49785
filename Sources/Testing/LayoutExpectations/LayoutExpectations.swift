import Foundation
import HeadlessUIKit

/// Shows a screen on each device, and expects a correct layout: no conflict, no ambiguous view, and views lie where `frames` says.
///
/// ```swift
/// @Test func signIn() {
///   expectLayout(of: SignInController(), on: "iphone-8", frames: ["title": CGRect(x: 16, y: 64, width: 343, height: 20.5)])
///   expectLayout(of: SignInController(), on: "iphone-14-pro", "ipad-11")
/// }
/// ```
///
/// A failure lists the constraints that contradict each other, with the file and line that made them. It also says what to change, and
/// where the picture of the screen is. Works in Swift Testing, where the picture is attached, and in XCTest.
///
/// - Parameters:
///   - screen: makes the screen; it is evaluated again for each device.
///   - devices: names of the device table.
///   - frames: the expected frames in the superviews, within half a pixel. The key is the name of the property that holds the view, or
///     the view's accessibility identifier.
public func expectLayout(
  of screen: @autoclosure () -> UIViewController, on devices: String..., frames: KeyValuePairs<String, CGRect> = [:],
  isRightToLeft: Bool = false, textSize: UIContentSizeCategory = .large, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: Int = #column
) {
  let place = FailurePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  for device in devices {
    guard isKnown(device, at: place) else { continue }
    let shown = UIScreen(device: device, isRightToLeft: isRightToLeft, contentSizeCategory: textSize)
    let window = UIWindow(screen: shown)
    UIScreen.showing(shown) {
      window.rootViewController = screen()
      window.makeKeyAndVisible()
    }
    let report = LayoutReport(window)
    var problems = report.conflicts + report.ambiguities
    for (name, expected) in frames {
      guard let frame = window.find(named: name)?.frame else {
        problems.append("no view is called \(name); there are \(report.names.joined(separator: ", "))")
        continue
      }
      let slack = 0.5 / shown.scale
      let isThere =
        abs(frame.minX - expected.minX) <= slack && abs(frame.minY - expected.minY) <= slack
        && abs(frame.width - expected.width) <= slack && abs(frame.height - expected.height) <= slack
      if !isThere { problems.append("\(name) is at \(spelled(frame)) and not at \(spelled(expected))") }
    }
    report.fail(problems, "on \(device)", at: place)
  }
}

/// Expects that no constraint gave way in a window so far.
public func expectNoConflicts(
  in window: UIWindow, fileID: String = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: Int = #column
) {
  let place = FailurePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let report = LayoutReport(window)
  report.fail(report.conflicts, "in the window", at: place)
}

/// Expects that a screen's constraints do not contradict each other on a device.
public func expectNoConflicts(
  in screen: @autoclosure () -> UIViewController, on device: String, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: Int = #column
) {
  guard isKnown(device, at: FailurePlace(fileID: fileID, filePath: filePath, line: line, column: column)) else {
    return
  }
  let shown = UIScreen(device: device)
  let window = UIWindow(screen: shown)
  UIScreen.showing(shown) {
    window.rootViewController = screen()
    window.makeKeyAndVisible()
  }
  expectNoConflicts(in: window, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns whether there is a device of this name. If there is none, the test fails and continues.
private func isKnown(_ device: String, at place: FailurePlace) -> Bool {
  let names = UIScreen.deviceNames
  if UIScreen.named(device) != nil { return true }
  place.fail("There is no device \"\(device)\". Known are \(names.joined(separator: ", ")).", picture: "")
  return false
}

private func spelled(_ frame: CGRect) -> String {
  [frame.minX, frame.minY, frame.width, frame.height].map { number in
    number == number.rounded() ? "\(Int(number))" : "\((number * 1000).rounded() / 1000)"
  }.joined(separator: " ")
}
