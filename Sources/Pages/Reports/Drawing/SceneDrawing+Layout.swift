import LayoutKernel
import SceneImport
import SceneModel

extension SceneDrawing {
  /// Makes the drawing of a kernel's layout, with the looks and titles that the file has for its views.
  public init(of imported: ImportedScene, laidOutBy kernel: LayoutKernel) {
    let scene = kernel.scene
    var frames = Dictionary(uniqueKeysWithValues: scene.views.map { ($0.id, kernel.displayedFrame(of: $0.id)) })
    for guide in scene.guides { frames[guide.id] = kernel.frame(of: guide.id) }
    self.init(scene: scene, frames: frames)
    for view in scene.views {
      titles[view.id] = imported.title(of: view.id)
      margins[view.id] = kernel.layoutMargins(of: view.id)
      if let origin = imported.origins[view.id] { looks[view.id] = origin.look }
    }
    for guide in scene.guides { titles[guide.id] = guide.kind == .custom ? guide.name : guide.kind.rawValue }
  }

  /// Draws bands over the parts of the root that bars and housings cover.
  public mutating func showSafeArea(of kernel: LayoutKernel) {
    safeAreas[.root] = kernel.safeAreaInsets(of: .root)
  }

  /// Shows the recorded frames of the views that are compared.
  public mutating func showRecorded(of imported: ImportedScene) {
    recorded = imported.scene.recorded.filter { imported.exemptions[$0.key] == nil }
  }

  /// Shows the active constraints that name the view as arrows, and marks the view.
  public mutating func showConstraints(of view: ItemID) {
    constraints += scene.constraints.filter { $0.names(view) && $0.isActive }.map(\.id)
    marked[view] = ""
  }

  /// Draws the constraints of the conflicts, and marks the views that they name.
  public mutating func showConflicts(of kernel: LayoutKernel) {
    let known = Dictionary(scene.constraints.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let views = Set(scene.views.dropFirst().map(\.id))
    var shown = Set(constraints)
    for conflict in kernel.conflicts {
      for (index, member) in conflict.members.enumerated() {
        guard let id = member.constraint, let constraint = known[id] else { continue }
        if shown.insert(id).inserted { constraints.append(id) }
        for anchor in constraint.anchors where views.contains(anchor.item) {
          if index == conflict.broken {
            marked[anchor.item] = "its constraint gives way"
          } else if marked[anchor.item] == nil {
            marked[anchor.item] = ""
          }
        }
      }
    }
  }

  /// Marks the ambiguous views with their open numbers, and outlines other possible frames.
  public mutating func showAmbiguities(of kernel: LayoutKernel) {
    for ambiguity in (try? kernel.ambiguities()) ?? [] {
      for view in ambiguity.followers where marked[view] == nil { marked[view] = "" }
      for (view, numbers) in Dictionary(grouping: ambiguity.undecided, by: \.view) {
        marked[view] = AmbiguityText.openNumbers(numbers)
        for number in numbers { alternatives += others(number).map { (view, $0) } }
      }
    }
  }

  /// Returns the view's frames for both ends of the number's range, except for an end that is unlimited or equals the present number.
  private func others(_ number: Ambiguity.OpenNumber) -> [Rect] {
    guard let range = number.range, let frame = frames[number.view],
      let path: WritableKeyPath<Rect, Double> =
        switch number.what {
        case .left: \.x
        case .top: \.y
        case .width: \.width
        case .height: \.height
        case .contentWidth, .contentHeight: nil
        }
    else { return [] }
    return [range.lowerBound, range.upperBound].filter {
      abs($0) < LayoutKernel.expandedSize.width - 1 && abs($0 - frame[keyPath: path]) > SceneCheck.tolerance
    }.map {
      var other = frame
      other[keyPath: path] = $0
      return other
    }
  }
}
