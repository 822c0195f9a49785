import Foundation
import HeadlessUIKit
import Reports

/// Shows a screen on each device, and expects that its views lie where its snapshot recorded them, within a pixel.
///
/// ```swift
/// @Test func signIn() {
///   expectLayout(of: SignInController(), matches: "sign-in", on: "iphone-8", "ipad-11")
/// }
/// ```
///
/// The snapshot is a text that people review, `Snapshots/SignInTests/sign-in.snapshot` beside a test file `SignInTests.swift`. A run with
/// `LAYOUTLAB_RECORD=1` in its environment writes it. A failure names the views, with the numbers that were recorded and those that they have, and
/// says where the picture of both layouts is. Works in Swift Testing, where the picture is attached, and in XCTest.
///
/// - Parameters:
///   - screen: makes the screen; called again for each device.
///   - snapshot: the name of the snapshot.
///   - devices: names of the device table; `iphone-8` if none is given.
public func expectLayout(
  of screen: @autoclosure () -> UIViewController, matches snapshot: String, on devices: String...,
  isRightToLeft: Bool = false, textSize: UIContentSizeCategory = .large, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: Int = #column
) {
  let place = FailurePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  var layouts: [LaidOutScreen] = []
  var report: LayoutReport?
  for device in devices.isEmpty ? ["iphone-8"] : devices {
    let shown = UIScreen(device: device, isRightToLeft: isRightToLeft, contentSizeCategory: textSize)
    let window = UIWindow(screen: shown)
    UIScreen.showing(shown) {
      window.rootViewController = screen()
      window.makeKeyAndVisible()
    }
    let one = LayoutReport(window)
    report = one
    if let layout = one.laidOut(on: device) { layouts.append(layout) }
  }
  guard let report, !layouts.isEmpty else { return }
  let source = URL(filePath: "\(filePath)")
  let file = source.deletingLastPathComponent().appending(path: "Snapshots")
    .appending(path: source.deletingPathExtension().lastPathComponent).appending(path: "\(snapshot).snapshot")
  let present = LayoutSnapshot(subject: "\(snapshot) of \(source.lastPathComponent)", screens: layouts)
  if ProcessInfo.processInfo.environment["LAYOUTLAB_RECORD"] != nil {
    do {
      try UserFile.makeFolder(file.deletingLastPathComponent().path)
      try UserFile.write(present.text, to: file.path)
    } catch {
      report.fail(["the snapshot was not recorded: \(error)"], "of \(snapshot)", at: place)
    }
    return
  }
  guard let text = try? String(contentsOf: file, encoding: .utf8) else {
    let remedy = "Run the test once with LAYOUTLAB_RECORD=1 in the environment, and review the file that it writes."
    return report.fail(["\(file.path): there is no such snapshot. \(remedy)"], "of \(snapshot)", at: place)
  }
  do {
    let (changed, missing, new) = try LayoutSnapshot(text: text, file: file.path).differences(to: present)
    for (before, after, difference) in changed {
      report.fail(
        difference.lines, "of \(snapshot) on \(before.device ?? "its device")", at: place,
        picture: ComparisonPicture(before, after, difference).svg)
    }
    let devices =
      missing.map { "\($0) was recorded, and is not shown here" }
      + new.map { "\($0) was not recorded: LAYOUTLAB_RECORD=1 does it" }
    report.fail(devices, "of \(snapshot)", at: place)
  } catch {
    report.fail(["\(error)"], "of \(snapshot)", at: place)
  }
}
