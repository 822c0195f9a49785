import SceneModel

/// A key of layers, parsed once: the property that it names, and the effects of a change.
final class PropertyKey {
  /// The kind of animation that a view's layer adds inside a block when a property changes.
  enum Emission { case additive, replacing, none }

  let text: String
  let keyPath: AnimationKeyPath
  /// The number of the whole property in its player, under which layers store its value.
  let slot: Int
  /// The value of the whole property on a new layer; nil if Core Animation does not know the property.
  let defaultValue: AnimationValue?
  let emission: Emission
  /// Whether this is the key `hidden`.
  let isHidden: Bool

  init(_ text: String, _ keyPath: AnimationKeyPath, slot: Int) {
    self.text = text
    self.keyPath = keyPath
    self.slot = slot
    defaultValue = LayerProperty.defaultValue(of: keyPath.property)
    isHidden = keyPath.property == "hidden"
    emission =
      switch keyPath.property {
      case "position", "bounds", "transform", "cornerRadius": .additive
      case "opacity", "backgroundColor", "anchorPoint", "shadowOpacity": .replacing
      default: .none
      }
  }
}

extension LayerPlayer {
  /// Whether a view's layer animates this property when it changes in an animation block.
  package static func moves(_ property: String) -> Bool {
    PropertyKey(property, AnimationKeyPath(property), slot: 0).emission != .none
  }
}

/// The parsed keys with which a player's methods were called, and the names of the slots under which its layers store values.
struct PropertyKeys {
  private var known: [String: PropertyKey] = [:]
  /// The key that was looked up last. Layers are often read one after the other with the same key.
  private var last: PropertyKey?
  private var slots: [String: Int] = [:]
  /// The names of the properties, by slot.
  private(set) var names: [String] = []

  mutating func key(_ text: String) -> PropertyKey {
    if let last, last.text == text { return last }
    let key = known[text] ?? make(text)
    last = key
    return key
  }

  private mutating func make(_ text: String) -> PropertyKey {
    let keyPath = AnimationKeyPath(parsing: text)
    let key = PropertyKey(text, keyPath, slot: slot(keyPath.property))
    known[text] = key
    return key
  }

  private mutating func slot(_ name: String) -> Int {
    if let slot = slots[name] { return slot }
    slots[name] = names.count
    names.append(name)
    return names.count - 1
  }
}

/// A layer's values by slot. A layer has few, so a linear search is the fastest look-up.
struct PropertyValues {
  private(set) var slots: [Int] = []
  private(set) var values: [AnimationValue] = []

  subscript(slot: Int) -> AnimationValue? { slots.firstIndex(of: slot).map { values[$0] } }

  mutating func set(_ slot: Int, _ value: AnimationValue) {
    if let place = slots.firstIndex(of: slot) {
      values[place] = value
    } else {
      slots.append(slot)
      values.append(value)
    }
  }
}
