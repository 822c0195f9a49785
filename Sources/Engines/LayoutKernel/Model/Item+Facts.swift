import SceneModel

/// Facts that few items have. Memory for them is allocated when the first one is set.
final class RareFacts {
  @exclusivity(unchecked) fileprivate var guide: Guide?
  @exclusivity(unchecked) fileprivate var contentSize = Size.zero
  @exclusivity(unchecked) fileprivate var spacers: [Unknown: Double] = [:]
  @exclusivity(unchecked) fileprivate var hiddenCount = 0
  @exclusivity(unchecked) fileprivate var stackTraits: StackTraits?
  @exclusivity(unchecked) fileprivate var stackEnds = StackEnds()
  @exclusivity(unchecked) fileprivate var textWidth: Double?
  @exclusivity(unchecked) fileprivate var resizing: Autoresizing.Reference?
  @exclusivity(unchecked) fileprivate var exercise = 0
}

/// The safe area and the margins of an item, stored if rows read them or if they affect those of an item below.
final class ItemEnvironment {
  @exclusivity(unchecked) var safeInsets = Insets.zero
  @exclusivity(unchecked) var margins = Insets.zero
}

extension Item {
  private func makeRare() -> RareFacts {
    if let rare { return rare }
    let facts = RareFacts()
    rare = facts
    return facts
  }

  /// The guide; nil for views.
  var guide: Guide? {
    get { rare?.guide }
    set { makeRare().guide = newValue }
  }
  var contentSize: Size {
    get { rare?.contentSize ?? .zero }
    set { makeRare().contentSize = newValue }
  }
  /// The values of a stack view's spacers and gaps.
  var spacers: [Unknown: Double] { rare?.spacers ?? [:] }
  func setSpacer(_ unknown: Unknown, _ value: Double) { makeRare().spacers[unknown] = value }
  /// How often the view was hidden, if that is counted.
  var hiddenCount: Int {
    get { rare?.hiddenCount ?? 0 }
    set { makeRare().hiddenCount = newValue }
  }
  /// The facts from which a stack view's own rows were made; nil before that.
  var stackTraits: StackTraits? {
    get { rare?.stackTraits }
    set { if rare != nil || newValue != nil { makeRare().stackTraits = newValue } }
  }
  /// A stack view's first and last visible arranged views.
  var stackEnds: StackEnds {
    get { rare?.stackEnds ?? StackEnds() }
    set { makeRare().stackEnds = newValue }
  }
  /// The width at which multi-line text was last wrapped; nil if it was not laid out yet.
  var textWidth: Double? {
    get { rare?.textWidth }
    set { if rare != nil || newValue != nil { makeRare().textWidth = newValue } }
  }
  /// The frame from which an autoresizing mask resizes the view. Nil means the view's present frame in its superview.
  var resizing: Autoresizing.Reference? {
    get { rare?.resizing }
    set { if rare != nil || newValue != nil { makeRare().resizing = newValue } }
  }
  /// The number of the place to which `exerciseAmbiguityInLayout` moved an ambiguous view; 0: the canonical one.
  var exercise: Int {
    get { rare?.exercise ?? 0 }
    set { makeRare().exercise = newValue }
  }
  /// The index in the superview's arrangement; nil if the view is not arranged.
  var arrangedIndex: Int? {
    get { arrangedPlace >= 0 ? Int(arrangedPlace) : nil }
    set { arrangedPlace = newValue.map { Int32($0) } ?? -1 }
  }

  /// The safe area insets of the view.
  var safeInsets: Insets {
    get { environment?.safeInsets ?? .zero }
    set { makeEnvironment().safeInsets = newValue }
  }
  /// The margins in force, including everything that enlarges them.
  var margins: Insets {
    get { environment?.margins ?? .zero }
    set { makeEnvironment().margins = newValue }
  }

  private func makeEnvironment() -> ItemEnvironment {
    if let environment { return environment }
    let made = ItemEnvironment()
    environment = made
    return made
  }
}
