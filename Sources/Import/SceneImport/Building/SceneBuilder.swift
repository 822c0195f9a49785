import SceneModel

/// Turns an outline into a scene by the rules of Interface Builder. Values that are not in the file are left to `Calibration`.
struct SceneBuilder {
  let outline: SceneOutline
  let environment: DocumentEnvironment
  let metrics: ControlMetrics
  let images: [String: ImageResource]
  let designables: [String: DesignableSize]
  /// The ids of all items in the document, to distinguish a reference to another scene from a missing item.
  let knownIdentifiers: Set<String>
  let options: ImportOptions
  let file: String

  var imported: ImportedScene
  var items: [String: ItemID] = [:]
  var names = NameSpace(reserved: ["root"])

  init(
    outline: SceneOutline, environment: DocumentEnvironment, images: [String: ImageResource],
    designables: [String: DesignableSize], knownIdentifiers: Set<String>, options: ImportOptions, file: String
  ) {
    self.outline = outline
    self.environment = environment
    self.images = images
    self.designables = designables
    self.knownIdentifiers = knownIdentifiers
    self.options = options
    self.file = file
    metrics = ControlMetrics(toolsVersion: environment.toolsVersion)
    imported = ImportedScene(
      scene: Scene(), root: "", origins: [:], calibrated: [], unjudged: [:], exemptions: [:], flags: [], mistakes: [])
  }

  func importedScene() -> ImportedScene {
    var builder = self
    builder.build()
    return builder.imported
  }

  var usesRecordedFrames: Bool { options.calibratesFromRecordedFrames }

  private mutating func build() {
    imported.scene = Scene(scale: environment.scale, device: environment.deviceID)
    imported.scene.views = []
    addViews()
    addGuides()
    addConstraints()
    noteHiddenArrangedViews()
    if usesRecordedFrames { unstretchProportionalStacks() }
    if usesRecordedFrames { holdUnconstrainedViews() }
    if environment.isAnotherDevice { moveToDevice() }
    if environment.deviceID == nil, usesRecordedFrames { fitScale() }
    if usesRecordedFrames {
      var calibration = Calibration(imported)
      calibration.run(isAnotherDevice: environment.isAnotherDevice)
      imported = calibration.imported
    }
    imported.mistakes.sort { $0.line < $1.line }
  }

  /// Finds the scale of a canvas without a device: one pixel a point, unless its frames show finer ones.
  private mutating func fitScale() {
    func isWhole(_ frame: Rect, at scale: Double) -> Bool {
      [frame.x, frame.y, frame.width, frame.height].allSatisfy { abs(($0 * scale).rounded() - $0 * scale) < 1e-3 }
    }
    let frames = imported.scene.views.compactMap { view in
      view.autoresizing == nil ? imported.scene.recorded[view.id] : nil
    }
    guard !frames.allSatisfy({ isWhole($0, at: 1) }) else { return }
    guard let scale = [2.0, 3].first(where: { scale in frames.allSatisfy { isWhole($0, at: scale) } }) else { return }
    imported.scene.scale = scale
    imported.calibrated.append(
      CalibratedInput(what: .scale, item: .root, identifier: imported.root, edge: "pixels", value: scale))
  }

  mutating func complain(_ code: MistakeCode, _ element: MarkupElement, _ problem: String, _ hint: String) {
    imported.mistakes.append(TextError(file: file, line: element.line, code: code, problem: problem, hint: hint))
  }
}
