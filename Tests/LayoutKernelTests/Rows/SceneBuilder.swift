import SceneModel

/// Scenes are written by name in tests.
struct SceneBuilder {
  var scene: Scene
  private var ids: [String: ItemID] = ["root": .root]

  init(width: Double = 400, height: Double = 800) {
    scene = Scene(rootSize: Size(width: width, height: height))
  }

  subscript(_ name: String) -> ItemID {
    guard let id = ids[name] else { preconditionFailure("no item \(name)") }
    return id
  }

  private var nextID: ItemID { ItemID(UInt32(scene.views.count + scene.guides.count)) }

  @discardableResult
  mutating func view(
    _ name: String, in parent: String = "root", kind: View.Kind = .plain, _ edit: (inout View) -> Void = { _ in }
  ) -> ItemID {
    var view = View(id: nextID, name: name, parent: self[parent], kind: kind)
    edit(&view)
    ids[name] = view.id
    scene.views.append(view)
    return view.id
  }

  @discardableResult
  mutating func guide(
    _ name: String, of owner: String = "root", _ kind: Guide.Kind, _ edit: (inout Guide) -> Void = { _ in }
  ) -> ItemID {
    var guide = Guide(id: nextID, name: name, owner: self[owner], kind: kind)
    edit(&guide)
    ids[name] = guide.id
    scene.guides.append(guide)
    return guide.id
  }

  mutating func edit(_ name: String, _ change: (inout View) -> Void) {
    let id = self[name]
    guard let index = scene.views.firstIndex(where: { $0.id == id }) else { return }
    change(&scene.views[index])
  }

  /// `card.top = root.top + 12`, `card.height >= 44 @ 750`, `a.width = 2 * b.width`.
  @discardableResult
  mutating func constrain(_ text: String) -> LayoutConstraint.ID {
    var words = text.split(separator: " ").map(String.init)
    var priority = 1000.0
    if let at = words.firstIndex(of: "@") {
      priority = Double(words[at + 1]) ?? 1000
      words.removeSubrange(at...)
    }
    func anchor(_ word: String) -> LayoutAnchor? {
      let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
      guard parts.count == 2, let attribute = LayoutAttribute(name: parts[1]), let id = ids[parts[0]] else {
        return nil
      }
      return LayoutAnchor(id, attribute)
    }
    guard let first = anchor(words[0]) else { preconditionFailure("no anchor in \(text)") }
    let relation = Relation.allCases.first { $0.symbol == words[1] } ?? .equal
    var rest = Array(words[2...])
    var multiplier = 1.0
    if rest.count > 2, rest[1] == "*", let number = Double(rest[0]) {
      multiplier = number
      rest.removeFirst(2)
    }
    let second = rest.first.flatMap(anchor)
    var constant = 0.0
    if second == nil {
      constant = Double(rest[0]) ?? 0
    } else if rest.count == 3 {
      constant = (rest[1] == "-" ? -1 : 1) * (Double(rest[2]) ?? 0)
    }
    let number = LayoutConstraint.ID(UInt32(scene.constraints.count + 1))
    scene.constraints.append(
      LayoutConstraint(
        id: number, name: "c\(number.rawValue)", first: .anchor(first), relation: relation,
        second: second.map(Operand.anchor), multiplier: multiplier, constant: constant, priority: priority))
    return number
  }
}
