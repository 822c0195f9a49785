import Foundation
import TestSupport
import Testing

@Suite("The form of the evidence")
struct EvidenceTests {
  private func json(_ text: String) throws -> String {
    String(decoding: try Evidence.json(of: text, file: "x"), as: UTF8.self)
  }

  @Test("Tables are arrays of objects, records are objects, and what is null or left out is absent")
  func forms() throws {
    let text =
      "# told\n\ntable a: b c d\n[1,\"x],[\\\"y\",[2,{\"e\":3}]]\n[null,\"\"]\n[]\nrecord r: s t\n[true,[[1],[]]]\n"
    #expect(
      try json(text)
        == "{\"a\":[{\"b\":1,\"c\":\"x],[\\\"y\",\"d\":[2,{\"e\":3}]},{\"c\":\"\"},{}],\"r\":{\"s\":true,\"t\":[[1],[]]}}"
    )
  }

  @Test(
    "What is malformed is told with its line, never read as nothing",
    arguments: [
      "[1]", "table a: b\n[1,2]", "table a: b\n[1", "table a: b\n[\"1]", "table a: b\n1", "table a b\n[1]",
      "record a: b\n[1]\n[2]", "list a: b", "table a: b\n[1]]",
    ])
  func malformed(_ text: String) {
    #expect { _ = try json(text) } throws: { "\($0)".hasPrefix("x:") }
  }
}
