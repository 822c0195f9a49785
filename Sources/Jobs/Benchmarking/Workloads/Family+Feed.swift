import SceneModel

extension Family {
  public static let feed = Family(
    name: "feed", summary: "independent cells of nine views with priorities: names shrink, pictures have a limit",
    sizes: [5, 20, 200, 1000], peerSizes: [5, 20, 200], hasGrowthGoal: true,
    solver: { FeedMetrics.workload(cells: $0, stacked: false) },
    scene: { FeedMetrics.sceneWorkload(cells: $0) })

  public static let stackedFeed = Family(
    name: "stacked-feed", summary: "the cells of feed, each below the one before: one column couples all rows",
    sizes: [5, 20, 200, 1000], peerSizes: [5, 20], hasGrowthGoal: true,
    solver: { FeedMetrics.workload(cells: $0, stacked: true) },
    scene: nil)
}

/// The measures of one cell: avatar, name and time on a line, a body, a picture, three buttons of equal width.
private enum FeedMetrics {
  static let rootSize = Size(width: 375, height: 667)
  static let viewsPerCell = 9
  static let rowPitch = 220.0
  static let side = 16.0
  static let top = 12.0
  static let gap = 8.0
  static let bodyGap = 4.0
  static let avatar = 44.0
  static let nameHeight = 20.0
  static let timeHeight = 14.0
  static let pictureRatio = 16.0 / 9
  static let widestPicture = 280.0
  static let buttonHeight = 32.0
  /// The left edge of all content to the right of the avatar.
  static let indent = side + avatar + gap

  /// The natural sizes of one cell's texts, in whole points, so that changing the root's width by half a point never makes a text need another
  /// line.
  struct Texts {
    var name, time, body: Double

    static func of(cells: Int) -> [Texts] {
      var entropy = Entropy(seed: 7)
      return (0..<cells).map { _ in
        Texts(
          name: Double(60 + entropy.below(321)), time: Double(30 + entropy.below(31)),
          body: nameHeight * Double(1 + entropy.below(5)))
      }
    }
  }

  static func workload(cells: Int, stacked: Bool) -> SolverWorkload {
    precondition(cells > 0, "a feed without cells")
    var system = SystemBuilder()
    let root = system.box()
    system.add(root.x == 0)
    system.add(root.y == 0)
    let rootWidth = system.add(root.width == rootSize.width)
    var names: [EditableConstant] = []
    var gaps: [EditableConstant] = []
    var (pictures, faces): ([LinearConstraint.ID], [[EditableConstant]]) = ([], [])
    var previous: SystemBuilder.Box?
    for (row, texts) in Texts.of(cells: cells).enumerated() {
      let cell = system.box()
      system.add(cell.x == root.x)
      system.add(cell.width == root.width)
      if !stacked {
        system.add(cell.y == rowPitch * Double(row))
      } else if let previous {
        system.add(cell.y == previous.maxY)
      } else {
        system.add(cell.y == root.y)
      }
      previous = cell
      let (name, gap, picture, face) = addContent(of: cell, texts, to: &system)
      names += name.map { EditableConstant(constraint: $0, values: (texts.name, texts.name + 17)) }
      gaps.append(EditableConstant(constraint: gap, values: (bodyGap, bodyGap + 17)))
      pictures.append(picture)
      faces.append(face)
    }
    var turned: [EditableConstant] = []
    if stacked, let previous {
      system.add(root.maxY == previous.maxY)
    } else {
      let height = system.add(root.height == rootSize.height)
      turned.append(EditableConstant(constraint: height, values: (rootSize.height, rootSize.width)))
    }
    // The shortest name, which is never squeezed. A natural width is two rows; both change together.
    let texts = Texts.of(cells: cells)
    let shortest = 2 * (texts.indices.min { texts[$0].name < texts[$1].name } ?? 0)
    return SolverWorkload(
      name: stacked ? "stacked-feed-\(cells)" : "feed-\(cells)", system: system, rootWidth: rootWidth, turned: turned,
      leaf: Array(names[shortest...shortest + 1]), animated: faces[cells / 2], toggles: pictures, editable: gaps,
      texts: (0..<cells).map { Array(names[2 * $0...2 * $0 + 1]) }, frames: frames(cells: cells, stacked: stacked))
  }

  /// Adds the content of a cell. Returns the rows of the name's natural width, the gap above the body, the picture's limit, and the avatar's size
  /// and position.
  private static func addContent(
    of cell: SystemBuilder.Box, _ texts: Texts, to system: inout SystemBuilder
  ) -> (name: [LinearConstraint.ID], gap: LinearConstraint.ID, picture: LinearConstraint.ID, face: [EditableConstant]) {
    let (face, name, time) = (system.box(), system.box(), system.box())
    let (body, picture) = (system.box(), system.box())
    let buttons = (0..<3).map { _ in system.box() }

    system.add(face.x == cell.x + side)
    let faceTop = system.add(face.y == cell.y + top)
    let faceWidth = system.add(face.width == avatar)
    system.add(face.height == face.width)

    system.add(name.x == face.maxX + gap)
    system.add(name.y == face.y)
    let natural = system.addIntrinsic(name.width, texts.name, hugging: 251, resistance: 740)
    system.addIntrinsic(name.height, nameHeight, hugging: 251, resistance: 750)
    system.add(time.x >= name.maxX + gap)
    system.add(time.maxX == cell.maxX - side)
    system.add(time.maxY == name.maxY)
    system.addIntrinsic(time.width, texts.time, hugging: 252, resistance: 760)
    system.addIntrinsic(time.height, timeHeight, hugging: 251, resistance: 750)

    system.add(body.x == name.x)
    system.add(body.maxX <= cell.maxX - side)
    system.add(body.maxX == cell.maxX - side, at: 500)
    let above = system.add(body.y == name.maxY + bodyGap)
    system.addIntrinsic(body.height, texts.body, hugging: 251, resistance: 750)

    system.add(picture.x == body.x)
    system.add(picture.y == body.maxY + gap)
    system.add(picture.width == pictureRatio * picture.height)
    let limit = system.add(picture.width <= widestPicture)
    system.add(picture.width == body.width, at: 490)
    system.add(picture.width <= body.width)

    system.add(buttons[0].x == body.x)
    system.add(buttons[1].x == buttons[0].maxX + gap)
    system.add(buttons[2].x == buttons[1].maxX + gap)
    system.add(buttons[2].maxX == cell.maxX - side)
    system.add(buttons[1].width == buttons[0].width)
    system.add(buttons[2].width == buttons[0].width)
    system.add(buttons[0].y == picture.maxY + gap)
    system.add(buttons[1].y == buttons[0].y)
    system.add(buttons[2].y == buttons[0].y)
    for button in buttons { system.add(button.height == buttonHeight) }
    system.add(buttons[0].maxY == cell.maxY - top)
    let moved = [
      EditableConstant(constraint: faceWidth, values: (avatar, avatar - 12)),
      EditableConstant(constraint: faceTop, values: (top, top + 8)),
    ]
    return (natural, above, limit, moved)
  }

  static func frames(cells: Int, stacked: Bool) -> HandWrittenFrames {
    let texts = Texts.of(cells: cells)
    return HandWrittenFrames(views: 1 + viewsPerCell * cells) { rootWidth, out in
      texts.withUnsafeBufferPointer { texts in
        var nextY = 0.0
        for row in 0..<cells {
          let first = 1 + row * viewsPerCell
          let text = texts[row]
          let cellY = stacked ? nextY : rowPitch * Double(row)
          let y = cellY + top
          let right = rootWidth - side
          out.setFrame(first + 1, side, y, avatar, avatar)
          out.setFrame(first + 2, indent, y, min(text.name, right - text.time - gap - indent), nameHeight)
          out.setFrame(first + 3, right - text.time, y + nameHeight - timeHeight, text.time, timeHeight)
          let width = right - indent
          let bodyY = y + nameHeight + bodyGap
          out.setFrame(first + 4, indent, bodyY, width, text.body)
          let pictureY = bodyY + text.body + gap
          let pictureWidth = min(widestPicture, width)
          let pictureHeight = pictureWidth / pictureRatio
          out.setFrame(first + 5, indent, pictureY, pictureWidth, pictureHeight)
          let buttonWidth = (width - 2 * gap) / 3
          let buttonY = pictureY + pictureHeight + gap
          for button in 0..<3 {
            out.setFrame(
              first + 6 + button, indent + Double(button) * (buttonWidth + gap), buttonY, buttonWidth, buttonHeight)
          }
          nextY = buttonY + buttonHeight + top
          out.setFrame(first, 0, cellY, rootWidth, nextY - cellY)
        }
        out.setFrame(0, 0, 0, rootWidth, stacked ? nextY : rootSize.height)
      }
    }
  }

  static func sceneWorkload(cells: Int) -> SceneWorkload {
    precondition(cells > 0, "a feed without cells")
    var builder = WorkloadBuilder(rootSize: rootSize)
    var gaps: [EditableSceneConstant] = []
    var (pictures, faces): ([LayoutConstraint.ID], [[EditableSceneConstant]]) = ([], [])
    var labels: [SceneLabel] = []
    for (row, texts) in Texts.of(cells: cells).enumerated() {
      let cell = builder.view("cell\(row)")
      builder.add(cell, .leading, .root, .leading)
      builder.add(cell, .width, .root, .width)
      builder.add(cell, .top, .root, .top, constant: rowPitch * Double(row))
      let (body, picture, face, name) = addContent(of: cell, row: row, texts, to: &builder)
      gaps.append(EditableSceneConstant(constraint: body, values: (bodyGap, bodyGap + 17)))
      pictures.append(picture)
      faces.append(face)
      labels.append(SceneLabel(name, widths: (texts.name, texts.name + 17), of: builder.scene))
    }
    return SceneWorkload(
      name: "feed-\(cells)", scene: builder.scene, leaf: [gaps[cells / 2]], animated: faces[cells / 2],
      toggles: pictures, editable: gaps, labels: labels, frames: frames(cells: cells, stacked: false))
  }

  /// Adds the content of a cell. Returns the gap above the body, the picture's limit, the avatar's size and position, and the name's label.
  private static func addContent(
    of cell: ItemID, row: Int, _ texts: Texts, to builder: inout WorkloadBuilder
  ) -> (gap: LayoutConstraint.ID, picture: LayoutConstraint.ID, face: [EditableSceneConstant], name: ItemID) {
    let face = builder.view("avatar\(row)", in: cell)
    let name = builder.view("name\(row)", in: cell, kind: .label)
    let time = builder.view("time\(row)", in: cell, kind: .label)
    let body = builder.view("body\(row)", in: cell, kind: .label)
    let picture = builder.view("picture\(row)", in: cell, kind: .image)
    let buttons = (0..<3).map { builder.view("button\(row)x\($0)", in: cell, kind: .button) }

    builder.add(face, .leading, cell, .leading, constant: side)
    let faceTop = builder.add(face, .top, cell, .top, constant: top)
    let faceWidth = builder.add(face, .width, constant: avatar)
    builder.add(face, .height, face, .width)

    builder.setIntrinsic(
      name, IntrinsicSize(width: texts.name, height: nameHeight), hugging: (251, 251), resistance: (740, 750))
    builder.add(name, .leading, face, .trailing, constant: gap)
    builder.add(name, .top, face, .top)
    builder.setIntrinsic(
      time, IntrinsicSize(width: texts.time, height: timeHeight), hugging: (252, 251), resistance: (760, 750))
    builder.add(time, .leading, name, .trailing, relation: .greaterThanOrEqual, constant: gap)
    builder.add(time, .trailing, cell, .trailing, constant: -side)
    builder.add(time, .bottom, name, .bottom)

    builder.setIntrinsic(
      body, IntrinsicSize(height: texts.body), hugging: (250, 251), resistance: (750, 750))
    builder.add(body, .leading, name, .leading)
    builder.add(body, .trailing, cell, .trailing, relation: .lessThanOrEqual, constant: -side)
    builder.add(body, .trailing, cell, .trailing, constant: -side, priority: 500)
    let above = builder.add(body, .top, name, .bottom, constant: bodyGap)

    builder.add(picture, .leading, body, .leading)
    builder.add(picture, .top, body, .bottom, constant: gap)
    builder.add(picture, .width, picture, .height, multiplier: pictureRatio)
    let limit = builder.add(picture, .width, relation: .lessThanOrEqual, constant: widestPicture)
    builder.add(picture, .width, body, .width, priority: 490)
    builder.add(picture, .width, body, .width, relation: .lessThanOrEqual)

    builder.add(buttons[0], .leading, body, .leading)
    builder.add(buttons[1], .leading, buttons[0], .trailing, constant: gap)
    builder.add(buttons[2], .leading, buttons[1], .trailing, constant: gap)
    builder.add(buttons[2], .trailing, cell, .trailing, constant: -side)
    builder.add(buttons[1], .width, buttons[0], .width)
    builder.add(buttons[2], .width, buttons[0], .width)
    builder.add(buttons[0], .top, picture, .bottom, constant: gap)
    builder.add(buttons[1], .top, buttons[0], .top)
    builder.add(buttons[2], .top, buttons[0], .top)
    for button in buttons { builder.add(button, .height, constant: buttonHeight) }
    builder.add(buttons[0], .bottom, cell, .bottom, constant: -top)
    let moved = [
      EditableSceneConstant(constraint: faceWidth, values: (avatar, avatar - 12)),
      EditableSceneConstant(constraint: faceTop, values: (top, top + 8)),
    ]
    return (above, limit, moved, name)
  }
}
