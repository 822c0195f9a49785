import Testing
import XCTest

/// The place of an expectation in a test, in the forms that Swift Testing and XCTest need.
struct FailurePlace {
  var fileID: String
  var filePath: StaticString
  var line: UInt
  var column: Int

  func fail(_ text: String, picture: String) {
    guard Test.current != nil else { return XCTFail(text, file: filePath, line: line) }
    let location = SourceLocation(fileID: fileID, filePath: "\(filePath)", line: Int(line), column: column)
    if !picture.isEmpty { Attachment.record(picture, named: "layout.svg", sourceLocation: location) }
    Issue.record(Comment(rawValue: text), sourceLocation: location)
  }
}
