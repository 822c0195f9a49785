/// The items and constraints that a scene's text has declared so far, by their names.
struct SceneNames {
  private(set) var items: [String: ItemID] = ["root": .root]
  private(set) var constraints: [String: LayoutConstraint.ID] = [:]
  private var itemIDs: Set<ItemID> = [.root]
  private var guides: Set<ItemID> = []
  private var constraintIDs: Set<LayoutConstraint.ID> = []
  private(set) var nextItem: UInt32 = 1
  private(set) var nextConstraint: UInt32 = 1
  /// The lines of the declarations; nil if lines are not recorded.
  var lines: SceneLines?

  /// Returns a new view's or guide's id: the written one, else the next in declaration order.
  mutating func declareItem(_ name: String, id: UInt32?, line: TextLine) throws(TextError) -> ItemID {
    let id = ItemID(id ?? nextItem)
    guard items[name] == nil else {
      throw line.mistake(
        .existsAlready, "a view or guide \"\(name)\" exists already", hint: "Names are unique in a scene.")
    }
    guard itemIDs.insert(id).inserted else {
      throw line.mistake(
        .existsAlready, "a view or guide with id \(id) exists already", hint: "Ids are unique in a scene.")
    }
    items[name] = id
    nextItem = id.rawValue &+ 1
    lines?.items[id] = line.number
    return id
  }

  mutating func declareGuide(_ name: String, id: UInt32?, line: TextLine) throws(TextError) -> ItemID {
    let id = try declareItem(name, id: id, line: line)
    guides.insert(id)
    return id
  }

  mutating func declareConstraint(_ name: String, id: UInt32?, line: TextLine) throws(TextError) -> LayoutConstraint.ID
  {
    let id = LayoutConstraint.ID(id ?? nextConstraint)
    guard constraints[name] == nil else {
      throw line.mistake(
        .existsAlready, "a constraint \"\(name)\" exists already", hint: "Names are unique in a scene.")
    }
    guard constraintIDs.insert(id).inserted else {
      throw line.mistake(
        .existsAlready, "a constraint with id \(id) exists already", hint: "Ids are unique in a scene.")
    }
    constraints[name] = id
    nextConstraint = id.rawValue &+ 1
    lines?.constraints[id] = line.number
    return id
  }

  func item(_ name: String, line: TextLine) throws(TextError) -> ItemID {
    guard let id = items[name] else {
      let near = didYouMean(name, among: items.keys.sorted())
      throw line.mistake(
        .unknownName, "unknown view \"\(name)\"",
        hint: near.isEmpty ? "Declare it on a line above, with \"view\" or \"guide\"." : near)
    }
    return id
  }

  /// Returns a view by its name; throws if it is a guide.
  func view(_ name: String, line: TextLine) throws(TextError) -> ItemID {
    let id = try item(name, line: line)
    guard !guides.contains(id) else {
      throw line.mistake(.wrongKind, "\"\(name)\" is a guide, where a view is expected")
    }
    return id
  }

  func constraint(_ name: String, line: TextLine) throws(TextError) -> LayoutConstraint.ID {
    guard let id = constraints[name] else {
      let near = didYouMean(name, among: constraints.keys.sorted())
      throw line.mistake(
        .unknownName, "unknown constraint \"\(name)\"", hint: near.isEmpty ? "Declare it on a line above." : near)
    }
    return id
  }
}

/// The names of a scene by id, for writing.
struct SceneSpelling {
  private var items: [ItemID: String] = [:]
  private var constraints: [LayoutConstraint.ID: String] = [:]
  private var nextItem: UInt32 = 1
  private var nextConstraint: UInt32 = 1

  /// Records a declaration, and returns its name as text, followed by its id if that is not the next in order.
  mutating func declare(_ name: String, _ id: ItemID) -> String {
    let suffix = id.rawValue == nextItem ? "" : " @\(id.rawValue)"
    items[id] = name
    nextItem = id.rawValue &+ 1
    return spelled(name: name) + suffix
  }

  mutating func declare(_ name: String, _ id: LayoutConstraint.ID) -> String {
    let suffix = id.rawValue == nextConstraint ? "" : " @\(id.rawValue)"
    constraints[id] = name
    nextConstraint = id.rawValue &+ 1
    return spelled(name: name) + suffix
  }

  mutating func declareRoot() { items[.root] = "root" }

  func name(_ id: ItemID) -> String { items[id].map(spelled(name:)) ?? "\"\(id)\"" }
  func name(_ id: LayoutConstraint.ID) -> String { constraints[id].map(spelled(name:)) ?? "\"\(id)\"" }

  func anchor(_ anchor: LayoutAnchor) -> String { "\(name(anchor.item)).\(anchor.attribute.name)" }

  func operand(_ operand: Operand) -> String {
    switch operand {
    case .anchor(let anchor): self.anchor(anchor)
    case .distance(let from, let to): "distance(\(self.anchor(from)), \(self.anchor(to)))"
    }
  }
}
