import SceneModel

/// The recorded frames of one screen on some devices, as a small text that people review.
///
///     snapshot 1
///     screen SignIn of Main.storyboard
///
///     on retina4_7 @2x
///     root  0 0 375 667  view
///       title  16 64 343 20.5  label  Sign in
package struct LayoutSnapshot: Hashable, Sendable {
  /// The name of the screen, and where it comes from.
  package var subject: String
  package var screens: [LaidOutScreen]

  package init(subject: String, screens: [LaidOutScreen]) { (self.subject, self.screens) = (subject, screens) }

  package static let ending = "snapshot"
  private static let header = "snapshot 1"

  package var text: String {
    var lines = [LayoutSnapshot.header, "screen \(LayoutSnapshot.column(subject))"]
    for screen in screens {
      lines += ["", "on \(screen.device ?? "its own device") @\(readable(screen.scale))x"]
      var depths: [String: Int] = [:]
      for element in screen.elements {
        let depth = min(element.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0, LayoutSnapshot.deepest)
        depths[element.identifier] = depth
        let identifier = LayoutSnapshot.column(element.identifier)
        let title = LayoutSnapshot.column(element.title)
        var columns = [identifier, element.frame.words, element.kind + (element.isHidden ? " hidden" : "")]
        if title != identifier { columns.append(title) }
        lines.append(String(repeating: "  ", count: depth) + columns.joined(separator: "  "))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The greatest indentation, in steps. Deeper views are indented no further, so they are read as subviews of the last view that is indented less.
  private static let deepest = 200

  /// Returns a text that can be a column. Columns are separated by two spaces, so double spaces and line breaks are replaced, and so is an empty
  /// text.
  private static func column(_ text: String) -> String {
    let words = text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    return words.isEmpty ? "·" : words
  }

  /// Reads what `text` writes.
  ///
  /// - Throws: An error with the number of the line that cannot be read.
  package init(text: String, file: String) throws(TextError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let hint = "Write it anew with `layoutlab snapshot --record`."
    guard lines.first == LayoutSnapshot.header else {
      throw TextError(
        file: file, line: 1, code: .wrongFormat, problem: "the file is no snapshot of a layout", hint: hint)
    }
    subject = ""
    screens = []
    var head: (device: String?, scale: Double)?
    var elements: [LaidOutScreen.Element] = []
    var path: [String] = []
    func finish() {
      guard let (device, scale) = head else { return }
      screens.append(LaidOutScreen(device: device, scale: scale, elements: elements))
    }
    for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
      func mistake(_ problem: String) -> TextError {
        TextError(file: file, line: index + 1, code: .wrongFormat, problem: problem, hint: hint)
      }
      if head == nil, line.hasPrefix("screen ") {
        subject = String(line.dropFirst("screen ".count))
        continue
      }
      // A view's line has its numbers in a column of their own.
      if line.hasPrefix("on "), !line.contains("  ") {
        finish()
        let parts = line.dropFirst(3).split(separator: " @")
        guard parts.count == 2, parts[1].hasSuffix("x"), let scale = TextNumber.parse(String(parts[1].dropLast())),
          scale > 0
        else { throw mistake("a device is written as `on retina4_7 @2x`") }
        head = (parts[0] == "its own device" ? nil : String(parts[0]), scale)
        (elements, path) = ([], [])
        continue
      }
      guard head != nil else { throw mistake("a view stands before the first `on DEVICE`") }
      let indentation = line.prefix { $0 == " " }.count
      let columns = line.dropFirst(indentation).split(separator: "  ").map(String.init)
      let numbers =
        columns.count > 1 ? columns[1].split(separator: " ").compactMap { TextNumber.parse(String($0)) } : []
      guard columns.count == 3 || columns.count == 4, numbers.count == 4, indentation % 2 == 0,
        indentation / 2 <= path.count, elements.isEmpty == (indentation == 0)
      else {
        throw mistake(
          "a view is written as its name, its frame (x y width height), its kind and its title, two spaces apart")
      }
      path.removeSubrange((indentation / 2)...)
      var kind = columns[2]
      let isHidden = kind.hasSuffix(" hidden")
      if isHidden { kind.removeLast(" hidden".count) }
      elements.append(
        .init(
          identifier: columns[0], title: columns.count == 4 ? columns[3] : columns[0], kind: kind, parent: path.last,
          isHidden: isHidden, frame: Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])))
      path.append(columns[0])
    }
    finish()
    guard !screens.isEmpty else {
      throw TextError(file: file, line: 0, code: .valueMissing, problem: "the snapshot has no device", hint: hint)
    }
  }

  /// Returns the layout as it would be after writing and reading it, so that it can be compared with a stored snapshot.
  package func normalized() -> LayoutSnapshot {
    (try? LayoutSnapshot(text: text, file: "")) ?? self
  }

  /// Returns the differences to a later layout, with both layouts, for each device on which they differ by more than a pixel. `missing` are the
  /// devices that the later snapshot lacks, `new` those that only it has.
  package func differences(to later: LayoutSnapshot) -> (
    changed: [(before: LaidOutScreen, after: LaidOutScreen, difference: ScreenDifference)], missing: [String],
    new: [String]
  ) {
    let later = later.normalized()
    var changed: [(LaidOutScreen, LaidOutScreen, ScreenDifference)] = []
    func name(_ screen: LaidOutScreen) -> String { screen.device ?? "its own device" }
    for before in screens {
      guard let after = later.screens.first(where: { $0.device == before.device }) else { continue }
      // A pixel, and what rounding of the text's numbers makes of it.
      let pixel = 1 / max(before.scale, 0.01) + 0.005
      let difference = ScreenDifference(from: before, to: after, within: pixel)
      if !difference.isEmpty { changed.append((before, after, difference)) }
    }
    let (here, there) = (screens.map(name), later.screens.map(name))
    return (changed, here.filter { !there.contains($0) }, there.filter { !here.contains($0) })
  }
}
