import SceneModel

/// The environment that decides which of an element's `<variation>`s apply.
struct VariationTraits: Hashable, Sendable {
  /// The size classes. Both are nil for the canvas of any size of old Xcode versions, to which only `default` applies.
  var width: Device.SizeClass?
  var height: Device.SizeClass?
  var idiom: Device.Idiom?

  /// Whether a variation applies: its key is `default`, or every part of a key such as `heightClass=regular-widthClass=compact` holds.
  func match(_ key: String) -> Bool {
    if key == "default" { return true }
    return key.split(separator: "-").allSatisfy { part in
      let sides: [Substring] = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { return false }
      switch sides[0] {
      case "widthClass": return width?.rawValue == String(sides[1])
      case "heightClass": return height?.rawValue == String(sides[1])
      case "userInterfaceIdiom": return idiom?.rawValue == String(sides[1])
      default: return false
      }
    }
  }
}

extension MarkupElement {
  /// The element with the attributes of the variations that match these traits, the most general variation first.
  func varied(for traits: VariationTraits) -> MarkupElement {
    var result = self
    for variation in matchingVariations(traits) {
      for (name, value) in variation.attributes where name != "key" { result.attributes[name] = value }
    }
    return result
  }

  /// Returns the ids that the element's variations remove for these traits; `list` is `constraints` or `subviews`.
  func excluded(from list: String, for traits: VariationTraits) -> Set<String> {
    var excluded: Set<String> = []
    for variation in matchingVariations(traits) {
      guard let mask = variation.child("mask", key: list) else { continue }
      for entry in mask.children {
        guard let reference = entry["reference"] else { continue }
        switch entry.tag {
        case "exclude": excluded.insert(reference)
        case "include": excluded.remove(reference)
        default: break
        }
      }
    }
    return excluded
  }

  private func matchingVariations(_ traits: VariationTraits) -> [MarkupElement] {
    let matching = children.filter { $0.tag == "variation" && traits.match($0["key"] ?? "") }
    guard matching.count > 1 else { return matching }
    func specificity(_ key: String) -> Int { key == "default" ? 0 : key.split(separator: "-").count }
    return matching.enumerated()
      .sorted { (specificity($0.element["key"] ?? ""), $0.offset) < (specificity($1.element["key"] ?? ""), $1.offset) }
      .map(\.element)
  }
}
