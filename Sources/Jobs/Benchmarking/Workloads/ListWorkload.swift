import SceneModel

/// A workload of lists of up to ten thousand views, in which an edit affects few views.
public struct ListWorkload: Sendable {
  public var name: String
  /// The sizes, as numbers of rows.
  public var sizes: [Int]
  public var operations: [Operation]
  public var make: @Sendable (Int) -> SceneWorkload

  public static let all: [ListWorkload] = [list, stack, table, feedItem]

  /// Rows below each other, each a horizontal stack of three: five views a row.
  static let list = ListWorkload(
    name: "list", sizes: [20, 200, 2000], operations: [.build, .leaf, .hide, .insert, .rotate]
  ) { count in
    var builder = WorkloadBuilder(rootSize: Size(width: 375, height: 667))
    var rows: [ListRow] = []
    for _ in 0..<count { rows.append(ListRow(after: rows.last, in: &builder)) }
    var workload = SceneWorkload(name: "list-\(count)", scene: builder.scene)
    let middle = rows[count / 2]
    workload.cycles[.leaf] = [20, 16].map { [.setConstant(middle.leading, $0), .layout(.root)] }
    workload.cycles[.hide] = [.hide(middle.arranged[1]), .show(middle.arranged[1])].map { [$0, .layout(.root)] }
    var longer = builder
    let row = ListRow(after: rows.last, in: &longer)
    let rowSteps = builder.scene.stepsTo(longer.scene)
    workload.cycles[.insert] = [rowSteps + [.layout(.root)], [.removeView(row.row), .layout(.root)]]
    let rotation = DeviceRotation(of: builder.scene, to: Size(width: 667, height: 375))
    workload.cycles[.rotate] = [rotation.steps(1), rotation.steps(0)]
    workload.fresh[.rotate] = { n in rotation.steps(n % 2 == 0 ? 1 - fraction(n) / 16 : fraction(n) / 16) }
    workload.fresh[.leaf] = { [rows] n in [.setConstant(rows[n % count].leading, 16 + fraction(n)), .layout(.root)] }
    workload.fresh[.hide] = { [rows] n in
      let row = rows[n / 2 % count]
      let view = row.arranged[n / 2 / count % 3]
      if n % 2 == 0 { return [.hide(view), .layout(.root)] }
      return [.show(view), .setConstant(row.leading, 16 + fraction(n)), .layout(.root)]
    }
    // The new row is inserted between two others. The lower one is placed below it until the new row is removed.
    workload.fresh[.insert] = { [rows] n in
      let above = n / 2 * 7 % max(count - 1, 1)
      guard n % 2 == 0 else {
        return [
          .removeView(row.row), .addConstraint(rows[min(above + 1, count - 1)].hanging(on: rows[above])),
          .layout(.root),
        ]
      }
      let hung = rows[min(above + 1, count - 1)]
      return [.removeConstraint(hung.top.id)] + rowSteps.filter { $0 != .addConstraint(row.top) } + [
        .addConstraint(row.hanging(on: rows[above])), .addConstraint(hung.hanging(on: row)),
        .setConstant(row.height, 44 + fraction(n)), .layout(.root),
      ]
    }
    workload.frames = ListRow.frames(count)
    return workload
  }

  /// A vertical stack of `n` views. Its last view is hidden and shown.
  static let stack = ListWorkload(name: "long-stack", sizes: [10, 30, 100], operations: [.build, .hide]) { count in
    var builder = WorkloadBuilder(rootSize: Size(width: 375, height: 667))
    let stack = builder.view("stack", kind: .stack)
    for attribute in [LayoutAttribute.leading, .top, .trailing] { builder.add(stack, attribute, .root, attribute) }
    var configuration = StackConfiguration()
    configuration.axis = .vertical
    configuration.spacing = 4
    for index in 0..<count {
      let view = builder.view("view-\(index)", in: stack)
      builder.setIntrinsic(
        view, IntrinsicSize(width: 100, height: 20), hugging: (250, 250), resistance: (750, 750))
      configuration.arranged.append(view)
    }
    builder.arrange(configuration, in: stack)
    var workload = SceneWorkload(name: "long-stack-\(count)", scene: builder.scene)
    let last = configuration.arranged[count - 1]
    workload.cycles[.hide] = [.hide(last), .show(last)].map { [$0, .layout(.root)] }
    let arranged = configuration.arranged
    workload.fresh[.hide] = { n in
      let view = arranged[n / 2 % count]
      if n % 2 == 0 { return [.hide(view), .layout(.root)] }
      return [
        .show(view), .setIntrinsic(view, IntrinsicSize(width: 100, height: 20 + fraction(n))), .layout(.root),
      ]
    }
    return workload
  }

  /// A table with self-sizing rows: three views a row.
  static let table = ListWorkload(
    name: "table", sizes: [30, 300, 3000], operations: [.build, .leaf, .text, .insert, .measure]
  ) { count in
    var builder = WorkloadBuilder(rootSize: Size(width: 375, height: 667))
    let table = builder.table()
    var labels: [LayoutConstraint.ID] = []
    var words: [SceneLabel] = []
    for index in 0..<count {
      labels.append(builder.row(index, of: table))
      let label = builder.scene.views[builder.scene.views.count - 1].id
      words.append(SceneLabel(label, widths: (120, 200), of: builder.scene))
    }
    var workload = SceneWorkload(name: "table-\(count)", scene: builder.scene)
    workload.cycles[.leaf] = [20, 16].map { [.setConstant(labels[count / 2], $0), .layout(.root)] }
    var longer = builder
    _ = longer.row(count, of: table)
    let cell = longer.scene.views[builder.scene.views.count].id
    workload.cycles[.insert] = [
      builder.scene.stepsTo(longer.scene) + [.layout(.root)], [.removeView(cell), .layout(.root)],
    ]
    workload.cycles[.measure] = [[.beginUpdates(table), .endUpdates(table)]]
    workload.cycles[.text] = [1.0, 0].map { [words[count / 2].set($0), .layout(.root)] }
    let added = builder.scene.stepsTo(longer.scene)
    let label = longer.scene.views[longer.scene.views.count - 1].id
    workload.fresh[.leaf] = { [labels] n in [.setConstant(labels[n % count], 16 + fraction(n)), .layout(.root)] }
    workload.fresh[.text] = { [words] n in [words[n % count].set(fraction(n)), .layout(.root)] }
    workload.fresh[.insert] = { n in
      if n % 2 == 1 { return [.removeView(cell), .layout(.root)] }
      return added + [
        .setIntrinsic(label, IntrinsicSize(width: 120, height: 20 + fraction(n))),
        .move(cell, in: table, at: n / 2 * 7 % count), .layout(.root),
      ]
    }
    workload.fresh[.measure] = { [words] n in
      [
        .beginUpdates(table), .setIntrinsic(words[n % count].view, IntrinsicSize(width: 120, height: 20 + fraction(n))),
        .endUpdates(table),
      ]
    }
    return workload
  }
}

/// A row 44 points high with a stack of three equal views, 16 points from the sides.
private struct ListRow: Sendable {
  var row: ItemID
  var arranged: [ItemID]
  var leading, height: LayoutConstraint.ID
  /// The constraint to the row above.
  var top: LayoutConstraint

  static let rowHeight = 44.0
  private static let inset = 16.0
  private static let spacing = 8.0

  init(after previous: ListRow?, in builder: inout WorkloadBuilder) {
    row = builder.view("row-\(builder.scene.views.count)")
    builder.add(row, .leading, .root, .leading)
    builder.add(row, .trailing, .root, .trailing)
    builder.add(row, .top, previous?.row ?? .root, previous == nil ? .top : .bottom)
    top = builder.scene.constraints[builder.scene.constraints.count - 1]
    height = builder.add(row, .height, constant: Self.rowHeight)
    let stack = builder.view("stack-\(builder.scene.views.count)", in: row, kind: .stack)
    leading = builder.add(stack, .leading, row, .leading, constant: Self.inset)
    builder.add(stack, .trailing, row, .trailing, constant: -Self.inset)
    builder.add(stack, .top, row, .top)
    builder.add(stack, .bottom, row, .bottom)
    var configuration = StackConfiguration()
    configuration.distribution = .fillEqually
    configuration.spacing = Self.spacing
    for _ in 0..<3 {
      configuration.arranged.append(builder.view("cell-\(builder.scene.views.count)", in: stack))
    }
    arranged = configuration.arranged
    builder.arrange(configuration, in: stack)
  }

  /// Returns the constraint that places the row below another row instead.
  func hanging(on other: ListRow) -> LayoutConstraint {
    var constraint = top
    constraint.second = .anchor(LayoutAnchor(other.row, .bottom))
    return constraint
  }

  static func frames(_ count: Int) -> HandWrittenFrames {
    HandWrittenFrames(views: 1 + 5 * count) { rootWidth, out in
      func set(_ view: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        out[4 * view] = x
        out[4 * view + 1] = y
        out[4 * view + 2] = width
        out[4 * view + 3] = height
      }
      set(0, 0, 0, rootWidth, rootWidth > 500 ? 375 : 667)
      let width = (rootWidth - 2 * inset - 2 * spacing) / 3
      for row in 0..<count {
        let (first, y) = (1 + 5 * row, Double(row) * rowHeight)
        set(first, 0, y, rootWidth, rowHeight)
        set(first + 1, inset, y, rootWidth - 2 * inset, rowHeight)
        for place in 0..<3 {
          set(first + 2 + place, inset + Double(place) * (width + spacing), y, width, rowHeight)
        }
      }
    }
  }
}

extension WorkloadBuilder {
  fileprivate mutating func table() -> ItemID {
    let table = view("table", kind: .table)
    for attribute in [LayoutAttribute.leading, .top, .trailing, .bottom] { add(table, attribute, .root, attribute) }
    configureTable(table)
    return table
  }

  /// Adds a cell with a label in it; returns the label's leading constraint.
  fileprivate mutating func row(_ index: Int, of table: ItemID) -> LayoutConstraint.ID {
    let cell = view("cell-\(index)", in: table, kind: .tableCell)
    let content = view("content-\(index)", in: cell, kind: .tableCellContent)
    let label = view("label-\(index)", in: content, kind: .label)
    setIntrinsic(
      label, IntrinsicSize(width: 120, height: 20), hugging: (250, 250), resistance: (750, 750))
    add(label, .top, content, .top, constant: 12)
    add(label, .bottom, content, .bottom, constant: -12)
    return add(label, .leading, content, .leading, constant: 16)
  }
}

extension Scene {
  /// Returns the steps that turn this scene into a longer one, by adding the views and constraints that only the longer one has.
  fileprivate func stepsTo(_ longer: Scene) -> [Step] {
    var steps: [Step] = []
    let added = longer.views.dropFirst(views.count)
    for view in added {
      var bare = view
      bare.stack?.arranged = []
      steps.append(.addView(bare))
    }
    for view in added {
      for id in view.stack?.arranged ?? [] { steps.append(.arrange(id, in: view.id, at: nil)) }
    }
    return steps + longer.constraints.dropFirst(constraints.count).map(Step.addConstraint)
  }
}
