/// A maker of names that are unique, and plain enough for a scene's text form.
package struct NameSpace {
  private var used: Set<String>

  package init(reserved: Set<String> = []) { used = reserved }

  /// Returns a name made from an identifier. Letters, digits, `-`, `_` and `~` stay, anything else becomes `_`. If the name is taken, `~2`,
  /// `~3`, … is appended.
  package mutating func unique(_ identifier: String) -> String {
    var name = ""
    for scalar in identifier.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "~": name.unicodeScalars.append(scalar)
      default: name += "_"
      }
    }
    if name.isEmpty { name = "_" }
    if used.contains(name) {
      var number = 2
      while used.contains("\(name)~\(number)") { number += 1 }
      name = "\(name)~\(number)"
    }
    used.insert(name)
    return name
  }
}
