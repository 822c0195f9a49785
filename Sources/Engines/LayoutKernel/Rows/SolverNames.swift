import SceneModel

/// The unknowns that an item may have. Raw values are part of a solver variable's number, so their order decides the
/// tie-break between the unknowns of one item.
enum Unknown: UInt32 {
  /// The alignment rectangle: its origin in the coordinates of the superview (or of a guide's owner), and its size. For a view with a mask, the
  /// size is that of the frame.
  case minX, minY, width, height
  /// The gap after an arranged view, along its stack's axis (equal spacing and equal centering).
  case gapStart, gapLength
  /// A stack's spacers: across its axis, and along it when nothing is visible.
  case crossStart, crossLength, mainStart, mainLength
  /// The size of a scroll view's content.
  case contentWidth, contentHeight
  /// Lengths that the views of a stack view share: the length for one unit of weight (`fill-proportionally`), and the equal width beside multi-line
  /// text.
  case share, textShare

  struct Set: OptionSet {
    var rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }
    init(_ unknown: Unknown) { rawValue = 1 << UInt16(unknown.rawValue) }

    static let position: Set = [Set(.minX), Set(.minY)]
    static let size: Set = [Set(.width), Set(.height)]

    var members: some Sequence<Unknown> { Bits(UInt64(rawValue)).lazy.compactMap { Unknown(rawValue: $0) } }
  }

  var isSize: Bool {
    switch self {
    case .width, .height, .gapLength, .crossLength, .mainLength, .contentWidth, .contentHeight: true
    default: false
    }
  }
}

extension Variable {
  init(_ item: ItemID, _ unknown: Unknown) { self.init(item.rawValue << 4 | unknown.rawValue) }

  var item: ItemID { ItemID(id >> 4) }
  var unknown: Unknown? { isPart ? nil : Unknown(rawValue: id & 15) }

  /// Makes the helper variable of an optional constraint, its *part*: the constraint's second side divided by the multiplier's denominator. Its
  /// number is higher than those of all items' unknowns, so the items' unknowns come first in the tie-break.
  init(partOf constraint: UInt32) { self.init(Variable.firstPart | constraint) }

  var isPart: Bool { id >= Variable.firstPart }
  /// The number of the optional constraint whose part this variable is.
  var constraintOfPart: UInt32 { id & ~Variable.firstPart }
  private static let firstPart: UInt32 = 0x8000_0000
}

extension LayoutKernel {
  /// Returns the item that a variable of the engine is about; `nil` for one that belongs to a constraint.
  public static func item(of variable: Variable) -> ItemID? { variable.isPart ? nil : variable.item }
}

/// The place of a system constraint in its item's fixed order. The constraint's solver id follows from the item and
/// this number alone, so regenerating it never changes its age.
enum SystemSlot: UInt32, CaseIterable {
  // The frame of a root, of a view with an autoresizing mask, or of a cell's content.
  case horizontalPosition = 0
  case horizontalSize, verticalPosition, verticalSize
  // The intrinsic size.
  case widthAtMost = 4
  case widthAtLeast, heightAtMost, heightAtLeast
  // The edges of a built-in guide.
  case guideLeft = 8
  case guideTop, guideRight, guideBottom
  // The constraints of a stack view itself.
  case crossStart = 16
  case crossEnd, crossCenter, spanningFit, crossFit, mainStart, mainEnd, mainFit
  // The definitions of a stack view's shares.
  case share, textShare
  // The constraints of an arranged view in its stack view.
  case alignmentEnd = 32
  case alignmentStart, boundaryStart, boundaryEnd, suppression, spacing, fillEqually, fillProportionally
  case gapStart, gapEnd, gapEquality, hiding, textWidth
  // A fitting measurement, while it runs.
  case fittingWidth = 56
  case fittingHeight
  // `exercise` moves an ambiguous view to another of its places; the others keep its numbers where they are.
  case exercise = 58
  case heldLeft, heldTop, heldWidth, heldHeight
}

/// The constraints that the kernel makes of an item for one reason, such as its frame or its natural size: one bit for each `SystemSlot`.
struct SlotGroup {
  var bits: UInt64

  private init(_ slots: Range<UInt32>) { bits = (1 << UInt64(slots.upperBound)) - (1 << UInt64(slots.lowerBound)) }

  static func only(_ slot: SystemSlot) -> SlotGroup { SlotGroup(slot.rawValue..<slot.rawValue + 1) }

  func contains(_ slot: SystemSlot) -> Bool { bits & 1 << UInt64(slot.rawValue) != 0 }

  static let frame = SlotGroup(0..<4)
  static let intrinsic = SlotGroup(4..<8)
  static let guide = SlotGroup(8..<16)
  static let stack = SlotGroup(16..<32)
  static let arranged = SlotGroup(32..<56)
  static let fitting = SlotGroup(56..<58)
  static let exercise = SlotGroup(58..<59)
  static let held = SlotGroup(59..<63)
}

extension LinearConstraint.ID {
  /// The number of the first system constraint. User constraints have smaller numbers, so every system constraint is newer.
  static let firstSystem: UInt32 = 0x4000_0000
  /// The limit for items' numbers, so that 64 system constraints each fit above `firstSystem`.
  static let itemLimit: UInt32 = 1 << 25

  init(_ constraint: LayoutConstraint.ID) { self.init(constraint.rawValue) }

  init(_ item: ItemID, _ slot: SystemSlot) { self.init(item, slot: slot.rawValue) }

  init(_ item: ItemID, slot: UInt32) { self.init(LinearConstraint.ID.firstSystem + item.rawValue << 6 + slot) }

  /// Makes the id of the row that defines the part of an optional constraint (`Variable.init(partOf:)`).
  init(partOf constraint: UInt32) { self.init(LinearConstraint.ID.firstPart + constraint) }

  /// The limit for the numbers of constraints that may have a part (`Variable.init(partOf:)`).
  static let partLimit: UInt32 = 1 << 28
  /// The id of the first row that defines a part (`Variable.init(partOf:)`), above the rows of all items.
  private static let firstPart: UInt32 = 0xC000_0000

  var isPart: Bool { rawValue >= LinearConstraint.ID.firstPart }
  /// The number of the optional constraint whose part this row defines.
  var constraintOfPart: UInt32 { rawValue - LinearConstraint.ID.firstPart }
  /// Whether the row only defines a helper variable: an optional constraint's part (`Variable.init(partOf:)`), or the length of a share of a stack
  /// view. No constraint of UIKit corresponds to it.
  var definesPart: Bool { isPart || systemSlot == .share || systemSlot == .textShare }
  var isSystem: Bool { rawValue >= LinearConstraint.ID.firstSystem }
  var user: LayoutConstraint.ID? { isSystem ? nil : LayoutConstraint.ID(rawValue) }
  var systemItem: ItemID { ItemID((rawValue - LinearConstraint.ID.firstSystem) >> 6) }
  var systemSlot: SystemSlot? {
    isSystem && !isPart ? SystemSlot(rawValue: (rawValue - LinearConstraint.ID.firstSystem) & 63) : nil
  }
}

/// The positions of the bits that are set in a word, lowest first.
struct Bits: Sequence, IteratorProtocol {
  private var rest: UInt64

  init(_ word: UInt64) { rest = word }

  mutating func next() -> UInt32? {
    guard rest != 0 else { return nil }
    defer { rest &= rest - 1 }
    return UInt32(rest.trailingZeroBitCount)
  }
}

extension LayoutKernel {
  /// Returns a readable name of a solver's variable: a view and one of its numbers, such as `card.width`.
  package func solverName(of variable: Variable, viewName: (ItemID) -> String) -> String {
    if variable.isPart {
      return "part of \(rows.constraints[variable.constraintOfPart]?.name ?? "c\(variable.constraintOfPart)")"
    }
    return "\(viewName(variable.item)).\(variable.unknown.map { "\($0)" } ?? "\(variable)")"
  }

  /// Returns a readable name of a solver's row: a constraint's own id, or the view and the row's purpose, such as `card widthAtLeast`.
  package func solverName(of row: LinearConstraint.ID, viewName: (ItemID) -> String) -> String {
    if row.isPart { return "part of \(rows.constraints[row.constraintOfPart]?.name ?? "c\(row.constraintOfPart)")" }
    guard let slot = row.systemSlot else { return "\(row)" }
    return "\(viewName(row.systemItem)) \(slot)"
  }
}
