import Reports
import SceneModel

extension LayoutComparison {
  /// A change of a file, with all its effects on every screen and device.
  package struct Entry: Encodable, Sendable {
    package var file: String
    package var line: Int
    /// Whether the line is in the earlier file.
    package var isOfEarlier: Bool
    package var change: DocumentChange
    /// The change as a sentence.
    package var cause: String
    package var screens: [String] = []
    package var devices: [String] = []
    /// The changes on the device on which most views changed.
    package var changes: [ScreenDifference.Change] = []
    /// The problems that are new; `mended` has those that are gone.
    package var appeared: [Problem] = []
    package var mended: [Problem] = []

    package var place: String { line > 0 ? "\(file):\(line)" : file }
    /// A key by which changes with the same cause are joined.
    var key: String { "\(place) \(isOfEarlier) \(cause)" }
  }

  /// A problem of a screen, with its code and the fields of the finding in `check`.
  package struct Problem: Hashable, Encodable, Sendable {
    package var code: String
    /// The view or the constraint that gives way, in a developer's words.
    package var element: String
    package var fields: [String: String]?
    /// The problem as a sentence.
    package var text: String
  }

  /// A screen that changed, for a picture.
  package struct Figure {
    package var title: String
    package var picture: ComparisonPicture
  }
}
