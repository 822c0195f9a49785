import LayoutPlugin
import SceneModel

/// All of Auto Layout over any engine: it turns a scene's views into rows of a linear system, keeps the two in step, and runs the layout
/// passes.
///
/// An edit costs what it changes: one constant is one row, and only views whose frames move are visited. As long as nothing conflicts, the
/// layout is a function of the scene's present state, never of how it came about.
///
/// ```swift
/// let kernel = try LayoutKernel(scene: scene, solver: ConstraintSolver())
/// try kernel.layoutIfNeeded()
/// print(kernel.frame(of: card))
/// try kernel.perform(.setConstant(height, 0))   // nothing moves yet
/// try kernel.perform(.layout(.root))            // now it does
/// ```
///
/// One instance serves one thread at a time.
public final class LayoutKernel {
  /// The rules that differ between systems, fixed for the kernel's life.
  public let quirks: LayoutQuirks
  let solver: any ConstraintSolving
  /// The solver, if it reads rows where the kernel has them; otherwise `nil`.
  let borrower: (any EditBorrowing)?
  /// The object that takes part in the passes; `nil` if none does.
  public weak var delegate: (any LayoutPassDelegate)? { didSet { noteListeners() } }

  // Variables that a pass reads and writes are not checked for exclusive access, here and in the parts of the state. A check is a call into the
  // runtime, and several for each view that moves would cost more than the move itself. It is safe: a kernel serves one thread, and while it accesses
  // a variable it calls no code that may call the kernel again. A delegate and an engine are called between accesses.

  /// The facts of the scene that are not views, guides or constraints.
  @exclusivity(unchecked) var document: Scene
  @exclusivity(unchecked) var items = ItemTable()
  /// The next position in the document's order of views, guides and constraints.
  @exclusivity(unchecked) var nextPosition: Int32 = 0
  let root: Item
  /// The row that is being made.
  @exclusivity(unchecked) var sum = RowSum()

  // The four parts of the kernel's state. The file of each part lists its invariants, and its `violations` checks them.
  let rows: RowStore
  let passes = PassState()
  let measurement = MeasurementState()
  let environment = Environment()

  /// The docked keyboard's frame in the root's coordinates; `nil` while it is hidden or floats. Keyboard guides are at the bottom of the safe area
  /// while it is `nil`. They follow a change at the next layout.
  public var keyboard: Rect? {
    get { environment.keyboard }
    set { if environment.setKeyboard(newValue) { refreshGuides(of: .keyboard) } }
  }
  /// The user's text size, which readable content guides follow at the next layout.
  public var textSize: LayoutQuirks.TextSize {
    get { environment.textSize }
    set { if environment.setTextSize(newValue) { refreshGuides(of: .readableContent) } }
  }
  /// The pixels in a point.
  public var scale: Double { document.scale }
  /// The greatest width of readable content at the present text size, in points.
  public var readableWidth: Double { quirks.readableWidth(for: textSize) }

  /// All conflicts so far, in order, except those of less than a pixel (`roundings`).
  public internal(set) var conflicts: [Conflict] = []
  /// The conflicts so far of less than a pixel, in order. Rounding to pixels explains them, so they are not reported as conflicts (rule L4.4).
  public internal(set) var roundings: [Conflict] = []
  /// Whether a required constraint has been broken since the last layout.
  public var hasConflict: Bool { !rows.broken.isEmpty }
  /// Whether `events` are recorded. Set it before the first event that you need. A kernel that records none pays nothing for them.
  public var recordsEvents = false { didSet { noteListeners() } }
  /// The events of the passes in order, since the start or the last `removeEvents()`, while `recordsEvents` was true.
  public internal(set) var events: [LayoutEvent] = []
  /// The items whose frames were set, in order. A caller that keeps a copy of the frames reads this list and empties it. `nil`: none are recorded.
  public var shown: [ItemID]? { didSet { noteListeners() } }
  /// Whether events and changed items are recorded. It lies outside of the object, because a pass reads it for each view, and Swift checks each
  /// access to an object's own variables.
  let listeners = UnsafeMutablePointer<Listeners>.allocate(capacity: 1)
  /// The transactions sent to the engine since it was set; `nil` records none. Set it to an empty script to begin.
  public var recorder: SolverScript?
  /// The number of edits sent to the engine so far, which tests of incrementality count.
  public internal(set) var sentEdits = 0

  /// Builds the scene's rows; nothing is solved until the first layout.
  ///
  /// - Throws: a `LayoutMistake` that says what is wrong with the scene. Its steps are not performed.
  public init(scene: Scene, solver: any ConstraintSolving, quirks: LayoutQuirks = LayoutQuirks()) throws(LayoutMistake)
  {
    self.solver = solver
    borrower = solver as? any EditBorrowing
    self.quirks = quirks
    document = scene
    document.views = []
    document.guides = []
    document.constraints = []
    document.steps = []
    rows = RowStore(scene.constraints)
    guard !scene.views.isEmpty else {
      throw .scene(where: "scene", problem: "there is no root view", hint: "The first view is the root.")
    }
    let views = GivenViews(scene.views)
    root = Item(views, 0)
    listeners.initialize(to: Listeners())
    try build(scene, views)
  }

  deinit {
    listeners.deallocate()
    for item in items.all { item.unlink() }
  }

  /// The frame after the last layout, in the superview's coordinates, as solved; a guide's `layoutFrame`. Zero for an
  /// unknown item.
  public func frame(of item: ItemID) -> Rect {
    guard let item = items[item] else { return .zero }
    return item.isGuide ? item.engineFrame : item.frame
  }

  /// The origin of a view's bounds, in points: of a scroll view its content offset; zero for an unknown item.
  public func boundsOrigin(of item: ItemID) -> Point {
    guard let item = items[item], !item.isGuide else { return .zero }
    return item.view.scroll?.contentOffset ?? item.plainOrigin
  }

  /// Returns the stack view that arranges a view; `nil` if none does.
  package func arrangingStack(of item: ItemID) -> ItemID? {
    items[item].flatMap { isArranged($0) ? $0.parent?.id : nil }
  }

  /// Whether a view is hidden; false for an unknown item.
  public func isHidden(_ item: ItemID) -> Bool { items[item].map { !$0.isGuide && $0.view.isHidden } ?? false }

  /// The root view's id.
  package var rootView: ItemID { root.id }

  /// A view's superview; `nil` for the root and for an unknown view.
  package func superview(of view: ItemID) -> ItemID? { items[view].flatMap { $0.isGuide ? nil : $0.parent?.id } }

  /// A view's subviews, the rearmost first; none for an unknown view.
  package func subviews(of view: ItemID) -> [ItemID] {
    items[view].map { $0.isGuide ? [] : $0.children.map(\.id) } ?? []
  }

  /// A view's kind; `nil` for an unknown view.
  package func kind(of view: ItemID) -> View.Kind? { items[view].flatMap { $0.isGuide ? nil : $0.view.kind } }

  /// Whether the view's superview is a stack view that arranges it.
  package func isArranged(_ view: ItemID) -> Bool { items[view].map { !$0.isGuide && isArranged($0) } ?? false }

  /// The frame as it is shown: rounded by the policy of `quirks`.
  public func displayedFrame(of item: ItemID) -> Rect {
    quirks.pixelRounding.round(frame(of: item), scale: document.scale)
  }

  /// A scroll view's content size as its constraints define it, a table's or a collection's as its cells do; zero for
  /// everything else.
  public func contentSize(of item: ItemID) -> Size {
    guard let item = items[item] else { return .zero }
    return item.holdsCells ? cellContentSize(of: item) : item.contentSize
  }

  /// The margins in force on a view, in points, with everything that makes them grow; zero for an unknown item.
  public func layoutMargins(of item: ItemID) -> Insets {
    guard let item = items[item] else { return .zero }
    readEnvironment(item)
    return item.margins
  }

  /// The safe area insets of a view, in points: how far bars, the housing of the sensors, and insets that ancestors add reach over it; zero for an
  /// unknown item.
  public func safeAreaInsets(of item: ItemID) -> Insets {
    guard let item = items[item] else { return .zero }
    readEnvironment(item)
    return item.safeInsets
  }

  /// Whether somebody listens to changes of frames, and whether somebody listens to the callbacks of the passes.
  struct Listeners {
    var ofFrames = false
    var ofCalls = false
  }

  private func noteListeners() {
    listeners.pointee = Listeners(ofFrames: recordsEvents || shown != nil, ofCalls: recordsEvents || delegate != nil)
  }

  /// Removes the events so far.
  public func removeEvents() { events = [] }

  /// The number of views that all calls of `scene` have returned so far. The laws about cost read it.
  package private(set) var toldViews = 0

  /// The scene as it is now, without steps: a new kernel over a new engine lays it out in the same way.
  public var scene: Scene {
    var scene = document
    scene.views = orderedViews()
    toldViews += scene.views.count
    let guides = items.all.filter(\.isGuide).sorted { $0.position < $1.position }
    scene.guides = guides.compactMap(\.guide)
    scene.constraints = rows.constraints.inOrder
    return scene
  }

  func name(of item: ItemID) -> String { items[item].map { $0.guide?.name ?? $0.view.name } ?? "\(item)" }

  /// Returns the views in declaration order, with one exception: the views of one superview appear in their order as subviews, at the places that
  /// they have together in the declaration order.
  private func orderedViews() -> [View] {
    let slots = items.all.filter { !$0.isGuide }.sorted { $0.position < $1.position }
    var next = NumberTable<Int>()
    var views: [View] = []
    views.reserveCapacity(slots.count)
    var seen = NumberSet()
    for slot in slots {
      var item = slot
      if let parent = slot.parent {
        item = next.update(parent.id.rawValue, default: 0) { index in
          index += 1
          return parent.children[index - 1]
        }
        guard seen.contains(parent.id.rawValue) else { return viewsFromTheRoot() }
      }
      seen.insert(item.id.rawValue)
      views.append(item.presentView)
    }
    return views
  }

  private func viewsFromTheRoot() -> [View] {
    var views: [View] = []
    var stack = [root]
    while let item = stack.popLast() {
      views.append(item.presentView)
      stack.append(contentsOf: item.children.reversed())
    }
    return views
  }
}
