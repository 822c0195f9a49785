import SceneModel

extension CheckSummary {
  /// The other counts, one line each: coordinates that were left out, stale frames, and the marks of Interface Builder. A count of 0 has no line.
  public var told: [String] {
    var lines: [String] = []
    if !leftOut.isEmpty {
      let sum = leftOut.reduce(0) { $0 + $1.coordinates }
      let share = Double(sum) / Double(max(1, sum + clean.judged.coordinates))
      lines.append(
        "not judged: \(counted(sum, "coordinate")) (\((share * 1000).rounded() / 10) %): "
          + leftOut.map { "\($0.why) \($0.coordinates)" }.joined(separator: ", "))
    }
    if stale > 0 {
      lines.append(
        "stale: \(counted(stale, "view")) not where required constraints alone put them; without their scenes "
          + "\(fresh.reproduced) of \(fresh.compared) reproduced")
    }
    if roundings > 0 { lines.append("rounding: \(counted(roundings, "conflict")) of less than a point") }
    if notes > 0 {
      lines.append("notes: \(notes), of what run time will log or the canvas did not lay out (--explain-uncompared)")
    }
    if marks.views > 0 {
      let others = marks.views - marks.told - marks.inConflict - marks.unseen
      lines.append(
        "Interface Builder marks \(counted(marks.views, "view")) as ambiguous: \(marks.told) reported (\(ambiguous) reported in all), "
          + "\(marks.unseen) in cells that are not laid out (\(marks.unlaid) in all), \(marks.inConflict) in a conflict, "
          + "\(others) not reported")
    }
    return lines
  }
}

extension SceneReport {
  /// The parts of the scene that are not judged, one reason a line, and the notes; empty if everything is judged.
  public var unjudgedLines: [String] {
    let place = "\(file): \(root): "
    return leftOut.map { left in
      let reason = CalibratedInput.What(rawValue: left.why).map { "\($0.rawValue), \($0.reason)" } ?? left.why
      return "\(place)not judged, \(reason): \(left.which.joined(separator: ", "))"
    } + notes.map { "\(place)note: \($0.text)" }
  }
}

extension CalibratedInput.What {
  /// The reason, in words, for not judging the coordinates that a value of this kind was fitted to.
  public var reason: String {
    switch self {
    case .textSize: "the recorded size of its text is taken as its size"
    case .controlSize: "its recorded size is not that of the control's era, and is taken"
    case .imageSize: "the file does not tell how large the image is"
    case .guide: "it decided where a guide lies"
    case .margin: "it decided a margin"
    case .baseline: "it decided a baseline"
    case .scale: "it decided the pixels a point"
    case .alignmentInset: "it decided how far the artwork reaches beyond the symbol"
    case .storedSize: "only Interface Builder knows the size that it stored with a view without content"
    case .customSize: "a custom class draws itself to a size that the file does not tell"
    case .guess: "a rule seen in one file"
    case .frame: "an autoresizing mask starts from the recorded frame"
    }
  }
}
