extension Property {
  /// The properties with the words that name them. A property's index is its number in the compact form, so new properties are added at the end.
  private static let forms = [
    Form("frame", Property.frame), Form("center", Property.center), Form("bounds", Property.bounds),
    Form("alpha", Property.alpha), Form("margins", Property.margins), Form("safe-area", Property.safeArea),
    Form("semantic", Property.semantic), Form("spacing", Property.spacing), Form("transform", Property.transform),
    Form("text", Property.text),
  ]

  /// The property's place in `forms`, and its value.
  private var content: (place: Int, value: any PropertyValue) {
    switch self {
    case .frame(let rect): (0, rect)
    case .center(let point): (1, point)
    case .bounds(let rect): (2, rect)
    case .alpha(let value): (3, value)
    case .margins(let insets): (4, insets)
    case .safeArea(let insets): (5, insets)
    case .semantic(let semantic): (6, semantic)
    case .spacing(let value): (7, value)
    case .transform(let transform): (8, transform)
    case .text(let text): (9, text)
    }
  }

  var words: String {
    let (place, value) = content
    return "\(Property.forms[place].name) \(value.words)"
  }

  init(_ line: inout TextLine) throws(TextError) {
    let name = try line.name("a property")
    guard let form = Property.forms.first(where: { $0.name == name }) else {
      throw line.mistake(
        .unknownWord, "unknown property \"\(name)\"", hint: didYouMean(name, among: Property.forms.map(\.name)))
    }
    self = try form.read(&line)
  }

  /// A property in its text form and in its compact form.
  private struct Form: Sendable {
    var name: String
    var read: @Sendable (inout TextLine) throws(TextError) -> Property
    var take: @Sendable (inout CompactReader) throws(CompactError) -> Property

    init<Value: PropertyValue>(_ name: String, _ make: @escaping @Sendable (Value) -> Property) {
      self.name = name
      read = { (line) throws(TextError) in make(try Value(&line)) }
      take = { (bytes) throws(CompactError) in make(try Value(from: &bytes)) }
    }
  }
}

extension Property: Compact {
  func write(to bytes: inout CompactWriter) {
    let (place, value) = content
    bytes.byte(UInt8(place))
    value.write(to: &bytes)
  }

  init(from bytes: inout CompactReader) throws(CompactError) {
    let place = Int(try bytes.byte())
    guard place < Property.forms.count else { throw bytes.mistake(.unknownWord, "unknown property") }
    self = try Property.forms[place].take(&bytes)
  }
}

/// A value of a property, as text and as bytes.
private protocol PropertyValue: Compact, SendableMetatype {
  var words: String { get }
  init(_ line: inout TextLine) throws(TextError)
}

extension Rect: PropertyValue {}
extension Insets: PropertyValue {}
extension DirectionalInsets: PropertyValue {}
extension Transform3D: PropertyValue {}
extension TextMetrics: PropertyValue {}

extension Double: PropertyValue {
  fileprivate var words: String { TextNumber.spell(self) }
  fileprivate init(_ line: inout TextLine) throws(TextError) { self = try line.number("the value") }
}

extension Point: PropertyValue {
  fileprivate var words: String { spelled([x, y]) }
  fileprivate init(_ line: inout TextLine) throws(TextError) {
    self.init(x: try line.number("x"), y: try line.number("y"))
  }
}

extension SemanticContent: PropertyValue {
  fileprivate var words: String { rawValue }
  fileprivate init(_ line: inout TextLine) throws(TextError) { self = try line.choice("semantic content") }
}
