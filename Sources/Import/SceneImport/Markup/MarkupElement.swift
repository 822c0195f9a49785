/// An element of an XML document, with the line of its start tag. Text between tags is kept for `<string>` alone: Interface
/// Builder puts everything else that matters to a layout in attributes.
package struct MarkupElement: Sendable {
  package var tag: String
  var attributes: MarkupAttributes
  /// 1 for the first line.
  package var line: Int
  package var children: [MarkupElement] = []
  package var text = ""

  package subscript(name: String) -> String? { attributes[name] }

  /// Returns the first child with this tag and, if `key` is not nil, this `key` attribute. Nil if there is none.
  package func child(_ tag: String, key: String? = nil) -> MarkupElement? {
    children.first { $0.tag == tag && (key == nil || $0["key"] == key) }
  }

  package func isYes(_ name: String) -> Bool { attributes[name] == "YES" }

  /// Calls `body` with this element and everything below it, in document order.
  package func visit(_ body: (MarkupElement) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

/// The attributes of one element. There are only a few, so searching the list is quicker than hashing.
struct MarkupAttributes: Sendable, Sequence, ExpressibleByDictionaryLiteral {
  private var pairs: [(name: String, value: String)]

  /// Makes attributes from a literal in which no name occurs twice.
  init(dictionaryLiteral elements: (String, String)...) { pairs = elements }

  /// Adds an attribute that the element does not have yet.
  mutating func append(_ name: String, _ value: String) { pairs.append((name, value)) }

  subscript(name: String) -> String? {
    get { pairs.first { $0.name == name }?.value }
    set {
      let index = pairs.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): pairs[index].value = value
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let value?): pairs.append((name, value))
      case (nil, nil): break
      }
    }
  }

  func makeIterator() -> some IteratorProtocol<(name: String, value: String)> { pairs.makeIterator() }
}
