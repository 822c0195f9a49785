import LayoutKernel
import LayoutPlugin
import SceneModel

extension Scene {
  /// Performs an edit that the engine protocol has. Returns false, and changes nothing, if the protocol does not have it or it cannot be performed.
  package mutating func make(_ step: Step) -> Bool {
    switch step {
    case .setConstant(let id, let value):
      guard let at = constraints.firstIndex(where: { $0.id == id }), value.isFinite else { return false }
      constraints[at].constant = value
    case .setPriority(let id, let value):
      guard let at = constraints.firstIndex(where: { $0.id == id }), value > 0, value <= 1000 else { return false }
      constraints[at].priority = value
    case .resize(let size):
      guard size.width >= 0, size.height >= 0, size.width.isFinite, size.height.isFinite else { return false }
      root.frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    case .activate(let id), .deactivate(let id):
      let isActive = if case .activate = step { true } else { false }
      guard let at = constraints.firstIndex(where: { $0.id == id && $0.isActive != isActive }) else { return false }
      constraints[at].isActive = isActive
    case .addConstraint(let constraint):
      // An engine gets an activated constraint as a new one.
      if constraint.isActive { constraints.removeAll { $0.id == constraint.id && !$0.isActive } }
      guard !constraints.contains(where: { $0.id == constraint.id || $0.name == constraint.name }),
        constraint.items.allSatisfy(hasItem)
      else { return false }
      let at = constraints.firstIndex { $0.id > constraint.id } ?? constraints.count
      constraints.insert(constraint, at: at)
    case .removeConstraint(let id):
      guard let at = constraints.firstIndex(where: { $0.id == id }) else { return false }
      constraints.remove(at: at)
    case .addView(let view):
      guard let parent = view.parent, views.contains(where: { $0.id == parent }), !hasItem(view.id),
        !hasName(view.name)
      else { return false }
      views.append(view)
    case .removeView(let id):
      guard id != .root, views.contains(where: { $0.id == id }) else { return false }
      removeTree(id)
    case .addGuide(let guide):
      guard views.contains(where: { $0.id == guide.owner }), !hasItem(guide.id), !hasName(guide.name) else {
        return false
      }
      guides.append(guide)
    case .removeGuide(let id):
      guard guides.contains(where: { $0.id == id }) else { return false }
      guides.removeAll { $0.id == id }
      constraints.removeAll { $0.items.contains(id) }
    case .hide(let id): return setHidden(id, true)
    case .show(let id): return setHidden(id, false)
    case .setIntrinsic(let id, let size):
      guard let at = views.firstIndex(where: { $0.id == id }), id != .root else { return false }
      views[at].intrinsic = size
    default: return false
    }
    return true
  }

  private mutating func setHidden(_ id: ItemID, _ isHidden: Bool) -> Bool {
    guard let at = views.firstIndex(where: { $0.id == id }), id != .root else { return false }
    views[at].isHidden = isHidden
    return true
  }

  private mutating func removeTree(_ id: ItemID) {
    var gone: Set<ItemID> = [id]
    // Superviews come before their subviews.
    for view in views { if let parent = view.parent, gone.contains(parent) { gone.insert(view.id) } }
    views.removeAll { gone.contains($0.id) }
    for guide in guides where gone.contains(guide.owner) { gone.insert(guide.id) }
    guides.removeAll { gone.contains($0.id) }
    constraints.removeAll { constraint in constraint.items.contains { gone.contains($0) } }
    for at in views.indices { views[at].stack?.arranged.removeAll { gone.contains($0) } }
  }

  func hasItem(_ id: ItemID) -> Bool { views.contains { $0.id == id } || guides.contains { $0.id == id } }

  private func hasName(_ name: String) -> Bool {
    views.contains { $0.name == name } || guides.contains { $0.name == name }
  }

  /// Returns the edit that will undo a step. It must be called before the step is performed. Nil if no edit of the protocol undoes the step.
  func inverse(of step: Step) -> Step? {
    switch step {
    case .setConstant(let id, _): constraints.first { $0.id == id }.map { .setConstant(id, $0.constant) }
    case .setPriority(let id, _): constraints.first { $0.id == id }.map { .setPriority(id, $0.priority) }
    case .resize: .resize(root.frame.size)
    case .addConstraint(let constraint): .removeConstraint(constraint.id)
    case .removeConstraint(let id): constraints.first { $0.id == id }.map { .addConstraint($0) }
    case .addView(let view): .removeView(view.id)
    case .addGuide(let guide): .removeGuide(guide.id)
    case .hide(let id): views.first { $0.id == id && !$0.isHidden }.map { .show($0.id) }
    case .show(let id): views.first { $0.id == id && $0.isHidden }.map { .hide($0.id) }
    case .setIntrinsic(let id, _): views.first { $0.id == id }.map { .setIntrinsic(id, $0.intrinsic) }
    default: nil
    }
  }

  /// The steps as an engine gets them: lists of edits, each followed by a layout. Engines have no inactive constraints: activating adds a constraint,
  /// and deactivating removes it.
  package var batches: [[Step]] {
    var batches: [[Step]] = []
    var open: [Step] = []
    var present = self
    for given in steps {
      var step = given
      let about = given.constraintID.flatMap { id in present.constraints.first { $0.id == id } }
      _ = present.make(given)
      switch given {
      case .activate(let id): step = present.constraints.first { $0.id == id }.map { .addConstraint($0) } ?? given
      case .deactivate(let id): step = .removeConstraint(id)
      case .setConstant, .setPriority, .removeConstraint: if about?.isActive == false { continue }
      case .addConstraint(let constraint): if !constraint.isActive { continue }
      default: break
      }
      if case .layout = step {
        if !open.isEmpty { batches.append(open) }
        open = []
      } else {
        open.append(step)
        // A change of the root's size lays out by itself, so it ends the list of edits.
        if case .resize = step {
          batches.append(open)
          open = []
        }
      }
    }
    return open.isEmpty ? batches : batches + [open]
  }
}
