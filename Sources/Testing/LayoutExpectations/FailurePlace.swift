import Testing
import XCTest

/// The place in a test of an expectation, whichever library runs the test.
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
