import Foundation
import ScenePlayer
import SceneModel

extension FilmSheet {
  private static let gap = 12.0, chartHeight = 86.0, chartWidth = 1000.0, leftAxis = 58.0
  /// Colours that people with any colour vision can distinguish (Okabe and Ito).
  private static let colors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#f0e442"]

  public var svg: String { picture.svg }

  public var picture: Picture {
    var body = ""
    var y = FilmSheet.gap
    var width = FilmSheet.leftAxis + FilmSheet.chartWidth + 110
    if !frames.isEmpty {
      let strip = strip(y: y)
      body += strip.body
      y = strip.canvas.maxY + 16
      width = max(width, strip.canvas.maxX)
    }
    if lanes.isEmpty {
      body += SVG.text("Nothing moves.", x: FilmSheet.gap, y: y + 16, size: 13, fill: "#5a6878")
      y += 30
    }
    let panels = panels
    if !panels.isEmpty {
      y += markRows * 10
      body += marksAbove(y: y, height: Double(panels.count) * (FilmSheet.chartHeight + 26))
      for panel in panels {
        body += chart(panel, y: y)
        y += FilmSheet.chartHeight + 26
      }
      body += timeAxis(y: y - 12)
      y += 18
    }
    if !handovers.isEmpty {
      let part = handoverCharts(y: y + 10)
      body += part.body
      y = part.canvas.maxY
      width = max(width, part.canvas.maxX)
    }
    return Picture(canvas: Rect(x: 0, y: 0, width: width, height: y + FilmSheet.gap), body: body)
  }

  private func strip(y top: Double) -> Picture {
    // What leaves the screen is drawn too, as far as half a screen around it.
    var stage = Rect(x: 0, y: 0, width: max(canvas.width, 1), height: max(canvas.height, 1))
    let reach = Rect(x: 0, y: 0, width: stage.width, height: stage.height)
      .outset(
        by: Insets(top: stage.height / 2, left: stage.width / 2, bottom: stage.height / 2, right: stage.width / 2))
    for frame in frames {
      for box in frame.boxes.dropFirst() where box.opacity > 0.01 {
        for corner in box.corners where corner.x.isFinite && corner.y.isFinite {
          let x = min(max(corner.x, reach.x), reach.maxX), y = min(max(corner.y, reach.y), reach.maxY)
          stage = stage.union(Rect(x: x, y: y, width: 0, height: 0))
        }
      }
    }
    let scale = min(150 / stage.width, 260 / stage.height)
    let (width, height) = (stage.width * scale, stage.height * scale)
    var body = ""
    for (index, frame) in frames.enumerated() {
      let x = FilmSheet.gap + Double(index) * (width + FilmSheet.gap)
      body += "<svg x=\"\(SVG.number(x))\" y=\"\(SVG.number(top))\" width=\"\(SVG.number(width))\" "
      body += "height=\"\(SVG.number(height))\" viewBox=\"\(SVG.number(stage.x)) \(SVG.number(stage.y)) "
      body += "\(SVG.number(stage.width)) \(SVG.number(stage.height))\">\n"
      body += SVG.rect(
        Rect(x: 0, y: 0, width: canvas.width, height: canvas.height),
        "fill=\"#ffffff\" stroke=\"#9aa5b1\" stroke-width=\"\(SVG.number(1 / scale))\"")
      body += shapes(of: frame, scale: scale)
      body += names(of: frame, in: stage, scale: scale)
      body += "</svg>\n"
      body += SVG.text(
        "\(readable(frame.time)) s", x: x + width / 2, y: top + height + 14, size: 11, fill: "#1d2733", anchor: "middle"
      )
    }
    let right = FilmSheet.gap + Double(frames.count) * (width + FilmSheet.gap)
    return Picture(canvas: Rect(x: 0, y: top, width: right, height: height + 18), body: body)
  }

  /// Draws the views as they were shown; the root only if it has a colour.
  func shapes(of frame: Frame, scale: Double) -> String {
    frame.boxes.enumerated().filter { $0.offset > 0 || $0.element.background != nil }
      .map { shape($0.element, order: $0.offset, scale: scale) }.joined()
  }

  private func shape(_ box: ScenePlayer.Box, order: Int, scale: Double) -> String {
    let m = box.matrix
    let own = FilmSheet.colors[order % 7]
    let told = box.background.flatMap { $0.alpha > 0 ? $0 : nil }
    func css(_ color: Color) -> String {
      "rgb(\([color.red, color.green, color.blue].map { "\(Int((min(max($0, 0), 1) * 255).rounded()))" }.joined(separator: ",")))"
    }
    let fill = told.map(css) ?? own
    let fillOpacity = told.map { $0.alpha } ?? 0.18
    let border = box.borderWidth > 0 ? box.borderColor.map(css) ?? "#000000" : own
    let line = box.borderWidth > 0 ? box.borderWidth : 1 / scale
    let matrix = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { $0.isFinite ? String(format: "%.5g", $0) : "0" }
      .joined(separator: " ")
    let extra =
      "fill=\"\(fill)\" fill-opacity=\"\(SVG.number(fillOpacity))\" stroke=\"\(border)\" "
      + "stroke-width=\"\(SVG.number(line))\" vector-effect=\"\(box.borderWidth > 0 ? "none" : "non-scaling-stroke")\""
    return "<g transform=\"matrix(\(matrix))\" opacity=\"\(SVG.number(min(max(box.opacity, 0), 1)))\">"
      + SVG.rect(
        box.bounds, radius: min(box.cornerRadius, box.bounds.width / 2, box.bounds.height / 2), extra,
        title: titles[box.view] ?? "\(box.view)")
      + "</g>\n"
  }

  private func names(of frame: Frame, in stage: Rect, scale: Double) -> String {
    // Labels are placed in the strip's points, then scaled back.
    var placer = LabelPlacer(
      bounds: Rect(
        x: stage.x * scale, y: stage.y * scale, width: stage.width * scale, height: stage.height * scale))
    for box in frame.boxes.dropFirst() where box.opacity > 0.02 {
      let corners = box.corners
      let xs = corners.map { $0.x * scale }, ys = corners.map { $0.y * scale }
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
        left.isFinite, right.isFinite, top.isFinite, bottom.isFinite
      else { continue }
      placer.name(
        titles[box.view] ?? "\(box.view)", of: Rect(x: left, y: top, width: right - left, height: bottom - top))
    }
    return placer.placed.map { label in
      SVG.text(
        label.text, x: (label.box.x + 1) / scale, y: (label.box.y + 7.2) / scale, size: LabelPlacer.size / scale,
        fill: "#1d2733",
        extra:
          "stroke=\"#ffffff\" stroke-width=\"\(SVG.number(2 / scale))\" paint-order=\"stroke\" stroke-linejoin=\"round\""
      )
    }.joined()
  }

  private struct Panel {
    var title: String
    var unit: String
    var lanes: [FilmLane]
  }

  /// One panel for the lanes of a property that have the same unit.
  private var panels: [Panel] {
    var list: [Panel] = []
    for lane in lanes {
      let title = "\(lane.view) · \(lane.property)"
      if let place = list.firstIndex(where: { $0.title == title && $0.unit == lane.unit }) {
        list[place].lanes.append(lane)
      } else {
        list.append(Panel(title: title, unit: lane.unit, lanes: [lane]))
      }
    }
    return list
  }

  private var duration: Double { max(times.last ?? 0, 1e-9) }
  private func x(of time: Double) -> Double { FilmSheet.leftAxis + time / duration * FilmSheet.chartWidth }

  private func chart(_ panel: Panel, y: Double) -> String {
    let all = panel.lanes.flatMap { $0.values.compactMap { $0 } }
    guard let low = all.min(), let high = all.max(), high > low else { return "" }
    let (left, right) = (FilmSheet.leftAxis, FilmSheet.leftAxis + FilmSheet.chartWidth)
    func level(_ value: Double) -> Double { y + (1 - (value - low) / (high - low)) * FilmSheet.chartHeight }
    var shapes = SVG.rect(
      Rect(x: left, y: y, width: right - left, height: FilmSheet.chartHeight), "fill=\"none\" stroke=\"#d8dee6\"")
    shapes += SVG.text(
      panel.title + (panel.unit.isEmpty ? "" : " (\(panel.unit))"), x: left, y: y - 3, size: 10, fill: "#1d2733",
      extra: "font-weight=\"bold\"")
    for tick in FilmSheet.ticks(low, high, about: 4) {
      shapes += SVG.line(left, level(tick), right, level(tick), "stroke=\"#eef1f5\"")
      shapes += SVG.text(
        readable(tick), x: left - 4, y: level(tick) + 3, size: 9, fill: "#5a6878", anchor: "end")
    }
    var labels: [Double] = []
    for (index, lane) in panel.lanes.enumerated() {
      let color = FilmSheet.colors[index % FilmSheet.colors.count]
      shapes += polyline(
        zip(times, lane.values).compactMap { time, value in value.map { Point(x: x(of: time), y: level($0)) } },
        "stroke=\"\(color)\" stroke-width=\"1.5\"")
      guard let last = lane.values.last(where: { $0 != nil }) ?? nil else { continue }
      // Names stand after the ends of the curves, one below the other.
      var place = level(last) + 3
      while let other = labels.first(where: { abs($0 - place) < 10 }) { place = other + 10 }
      labels.append(place)
      let name = lane.name.isEmpty ? "" : lane.name + " "
      shapes += SVG.text("\(name)\(readable(last))", x: right + 5, y: place, size: 9, fill: color)
    }
    return shapes
  }

  private func polyline(_ points: [Point], _ style: String) -> String {
    let text = points.map { "\(SVG.number($0.x)),\(SVG.number($0.y))" }.joined(separator: " ")
    return "<polyline fill=\"none\" \(style) points=\"\(text)\"/>\n"
  }

  /// Returns round numbers within a range.
  static func ticks(_ low: Double, _ high: Double, about count: Int) -> [Double] {
    let rough = (high - low) / Double(count)
    guard rough > 0, rough.isFinite else { return [] }
    let power = pow(10, floor(log10(rough)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
    let first = (low / step).rounded(.up)
    return (0...20).map { (first + Double($0)) * step }.prefix { $0 <= high + step * 1e-6 }.map { $0 }
  }

  private func timeAxis(y: Double) -> String {
    FilmSheet.ticks(0, duration, about: 10).map { tick in
      SVG.line(x(of: tick), y - 10, x(of: tick), y - 6, "stroke=\"#5a6878\"")
        + SVG.text("\(readable(tick)) s", x: x(of: tick), y: y + 4, size: 9, fill: "#5a6878", anchor: "middle")
    }.joined()
  }

  /// The marks. Marks at the same time are joined to one line of text.
  private var shownMarks: [Mark] {
    var list: [Mark] = []
    for mark in marks.sorted(by: { $0.time < $1.time }) {
      if let last = list.last, abs(last.time - mark.time) < 1e-9 {
        list[list.count - 1].text += ", \(mark.text)"
      } else {
        list.append(mark)
      }
    }
    guard list.count > FilmSheet.shownMarks else { return list }
    let rest = list.count - FilmSheet.shownMarks
    let next = list[FilmSheet.shownMarks].time
    return list.prefix(FilmSheet.shownMarks) + [Mark(time: next, text: "and \(rest) more from here on")]
  }

  private var rows: [(mark: Mark, row: Int)] {
    var ends: [Double] = []
    return shownMarks.map { mark in
      let start = x(of: mark.time)
      let row = ends.firstIndex { $0 < start } ?? ends.count
      let end = start + SVG.width(of: "\(readable(mark.time)) s: \(mark.text)", size: 9) + 8
      if row == ends.count { ends.append(end) } else { ends[row] = end }
      return (mark, row)
    }
  }

  private var markRows: Double { Double((rows.map(\.row).max() ?? -1) + 2) }

  private func marksAbove(y: Double, height: Double) -> String {
    rows.map { mark, row in
      let place = x(of: mark.time)
      let top = y - 16 - Double(row) * 10
      return SVG.line(
        place, top + 2, place, y + height - 26, "stroke=\"#9aa5b1\" stroke-width=\"0.75\" stroke-dasharray=\"3 3\"")
        + SVG.text("\(readable(mark.time)) s: \(mark.text)", x: place + 2, y: top, size: 9, fill: "#5a6878")
    }.joined()
  }

  private func handoverCharts(y top: Double) -> Picture {
    var body = SVG.text(
      "Interruptions: what was shown, and (dashed) what would have come without", x: FilmSheet.gap, y: top + 12,
      size: 12,
      fill: "#1d2733", extra: "font-weight=\"bold\"")
    let (width, height) = (250.0, 120.0)
    var (x, y, right) = (FilmSheet.leftAxis, top + 40, 0.0)
    for handover in handovers.prefix(24) {
      if x + width > FilmSheet.leftAxis + FilmSheet.chartWidth + 60 { (x, y) = (FilmSheet.leftAxis, y + height + 56) }
      body += chart(of: handover, Rect(x: x, y: y, width: width, height: height))
      right = max(right, x + width + 20)
      x += width + 62
    }
    return Picture(canvas: Rect(x: 0, y: top, width: right, height: y + height + 30 - top), body: body)
  }

  private func chart(of handover: Handover, _ frame: Rect) -> String {
    let all = (handover.shown + handover.abandoned)
    guard let low = all.map(\.y).min(), let high = all.map(\.y).max(), high > low, let start = all.map(\.x).min(),
      let end = all.map(\.x).max(), end > start
    else { return "" }
    func place(_ point: Point) -> Point {
      Point(
        x: frame.x + (point.x - start) / (end - start) * frame.width,
        y: frame.maxY - (point.y - low) / (high - low) * frame.height)
    }
    var shapes = SVG.rect(frame, "fill=\"none\" stroke=\"#d8dee6\"")
    shapes += SVG.text(
      handover.title, x: frame.x, y: frame.y - 14, size: 10, fill: "#1d2733", extra: "font-weight=\"bold\"")
    let unit = handover.unit.isEmpty ? "" : " " + handover.unit
    shapes += SVG.text(
      "velocity \(readable(handover.velocityBefore)) → \(readable(handover.velocityAfter))\(unit) a second", x: frame.x,
      y: frame.y - 3, size: 9, fill: "#5a6878")
    for tick in FilmSheet.ticks(low, high, about: 4) {
      let y = place(Point(x: start, y: tick)).y
      shapes += SVG.line(frame.x, y, frame.maxX, y, "stroke=\"#eef1f5\"")
      shapes += SVG.text(readable(tick), x: frame.x - 3, y: y + 3, size: 8, fill: "#5a6878", anchor: "end")
    }
    let now = place(Point(x: handover.time, y: low)).x
    shapes += SVG.line(now, frame.y, now, frame.maxY, "stroke=\"#9aa5b1\" stroke-dasharray=\"3 3\"")
    shapes += polyline(
      handover.abandoned.map(place), "stroke=\"#d55e00\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"")
    shapes += polyline(handover.shown.map(place), "stroke=\"#0072b2\" stroke-width=\"1.6\"")
    for (time, anchor) in [(start, "start"), (handover.time, "middle"), (end, "end")] {
      shapes += SVG.text(
        "\(readable(time)) s", x: place(Point(x: time, y: low)).x, y: frame.maxY + 11, size: 8, fill: "#5a6878",
        anchor: anchor)
    }
    return shapes
  }
}
