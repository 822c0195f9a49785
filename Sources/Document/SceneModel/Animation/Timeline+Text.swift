extension Timeline {
  /// Reads the text form: `timeline 1`, then layers with their models and animations, then the outputs. The result has passed `validate()`.
  ///
  /// - Throws: a `TextError` that names `file` and the line.
  public init(text: String, file: String = "timeline") throws(TextError) {
    self.init()
    provenance = try DocumentLines.read(
      text, file: file, keyword: "timeline", name: "timeline",
      knownKeywords: ["layer", "model", "animation", "output"]
    ) { (keyword, line) throws(TextError) in
      switch keyword {
      case "layer": layers.append(try Layer(&line))
      case "model":
        try requireLayer(line)
        let name = try line.name("a property")
        layers[layers.count - 1].model.append(Property(name: name, value: try AnimationValue(&line)))
      case "animation":
        try requireLayer(line)
        layers[layers.count - 1].animations.append(try Animation(&line))
      case "output":
        let layer = try line.integer("a layer's number")
        outputs.append(Output(layer: layer, property: try line.name("a property, or transition")))
      default: return false
      }
      return true
    }
    do {
      try validate()
    } catch {
      throw TextError(file: file, line: 0, code: .impossible, problem: error.problem.trimmingFullStop)
    }
  }

  private func requireLayer(_ line: TextLine) throws(TextError) {
    if layers.isEmpty {
      throw line.mistake(.misplaced, "there is no layer yet", hint: "Write the line \"layer\" first.")
    }
  }

  /// The timeline in text form; reading it gives an equal timeline.
  public var text: String {
    var lines: [String] = []
    for layer in layers {
      lines.append(layer.words)
      for property in layer.model { lines.append("model \(spelled(name: property.name)) \(property.value.words)") }
      for animation in layer.animations { lines.append("animation \(animation.words)") }
    }
    for output in outputs { lines.append("output \(output.layer) \(spelled(name: output.property))") }
    return DocumentLines.text("timeline", lines, provenance)
  }
}

extension Timeline.Layer {
  /// Reads `layer [in NUMBER] [begin n] [speed n] [offset n]`.
  init(_ line: inout TextLine) throws(TextError) {
    self.init()
    if line.skip(word: "in") { parent = try line.integer("the superlayer's number") }
    if line.skip(word: "begin") { timing.beginTime = try line.number("the begin time") }
    if line.skip(word: "speed") { timing.speed = try line.number("the speed") }
    if line.skip(word: "offset") { timing.timeOffset = try line.number("the time offset") }
  }

  var words: String {
    var words = "layer"
    if let parent { words += " in \(parent)" }
    if timing.beginTime != 0 { words += " begin \(TextNumber.spell(timing.beginTime))" }
    if timing.speed != 1 { words += " speed \(TextNumber.spell(timing.speed))" }
    if timing.timeOffset != 0 { words += " offset \(TextNumber.spell(timing.timeOffset))" }
    return words
  }
}

extension String {
  fileprivate var trimmingFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
