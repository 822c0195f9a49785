import SceneModel

/// Computes values that are missing in a file from its recorded frames, and records the coordinates that each computation used.
///
/// Rules come first: an inset is predicted from the device, the bars and the version of the tools. If the recorded frames contradict the
/// prediction, the inset is fitted. Its value is the one that most constraints with this inset agree on. The coordinate that one of these
/// constraints places is then no longer judged.
struct Calibration {
  var imported: ImportedScene
  var geometry: RecordedGeometry
  var insets: [RecordedGeometry.Unknown: Double] = [:]
  var votes: [RecordedGeometry.Unknown: [Vote]] = [:]
  /// Required equalities that contain two insets of one item, by the item.
  var middles: [ItemID: [(residual: RecordedGeometry.Expression, anchors: [LayoutAnchor])]] = [:]
  var bounds: [RecordedGeometry.Unknown: [Bound]] = [:]
  /// Required equalities between a guide's edge and a view's margin, by the guide's unknown.
  var mixed: [RecordedGeometry.Unknown: [(residual: RecordedGeometry.Expression, anchors: [LayoutAnchor])]] = [:]

  typealias Unknown = RecordedGeometry.Unknown
  typealias Edge = RecordedGeometry.Edge

  /// The value of an unknown that one constraint gives, if the recorded frames are right.
  struct Vote {
    var value: Double
    /// The anchors that the constraint relates. If the vote decides, their coordinates are not compared.
    var anchors: [LayoutAnchor]
    var isRequired: Bool
  }

  /// The limit of an unknown that one required inequality gives.
  struct Bound {
    var value: Double
    var isUpper: Bool
    var anchors: [LayoutAnchor]
  }

  init(_ imported: ImportedScene) {
    self.imported = imported
    geometry = RecordedGeometry(imported.scene)
  }

  var scene: Scene { imported.scene }

  /// The largest distance in points at which two recorded edges count as the same, because each is rounded to a pixel.
  var tolerance: Double { max(0.5, 0.5 / scene.scale) + 1e-6 }

  mutating func run(isAnotherDevice: Bool) {
    guard !isAnotherDevice else { return }
    fitBaselines()
    fitSymbols()
    fitPlacesOfSymbols()
    collectVotes()
    fitInsets()
    findContradictions()
    imported.calibrated.sort { ($0.item, $0.edge) < ($1.item, $1.edge) }
  }
}

extension LayoutConstraint {
  package func names(_ item: ItemID) -> Bool { anchors.contains { $0.item == item } }
}

extension Guide.Kind {
  /// Whether the guide has the height of something that covers the edge, such as a bar. Such a height is never negative.
  var isBar: Bool { self == .top || self == .bottom || self == .keyboard }

  /// Whether the guide's place depends on an inset from this edge of its owner.
  func has(_ edge: RecordedGeometry.Edge) -> Bool {
    switch self {
    case .top: edge == .top
    case .bottom, .keyboard: edge == .bottom
    case .scrollContent, .scrollFrame: false
    default: true
    }
  }
}
