/// An element of an XML document, with the line of its start tag. Text between tags is kept for `<string>` alone: Interface
/// Builder puts everything else that matters to a layout in attributes.
struct MarkupElement: Sendable {
  var tag: String
  var attributes: [String: String]
  /// 1 for the first line.
  var line: Int
  var children: [MarkupElement] = []
  var text = ""

  subscript(name: String) -> String? { attributes[name] }

  /// The first child with this tag and, when given, this `key` attribute.
  func child(_ tag: String, key: String? = nil) -> MarkupElement? {
    children.first { $0.tag == tag && (key == nil || $0["key"] == key) }
  }

  func isYes(_ name: String) -> Bool { attributes[name] == "YES" }

  /// Calls `body` with this element and everything below it, in document order.
  func visit(_ body: (MarkupElement) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}
