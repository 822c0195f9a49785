import LayoutPlugin
import SceneModel

extension FrameTrial {
  func judgeUnrelated() -> Verdict {
    judge { () throws(Obstacle) in
      let told = try told()
      var isJudged = false
      for (before, after) in zip(told, told.dropFirst()) where after.system !== before.system {
        guard before.system.isWhole, after.system.isWhole else { throw Obstacle("stacks and masks connect everything") }
        var connections = Connections()
        let (old, new) = (before.system.namedRows, after.system.namedRows)
        for row in before.system.rows { connections.join(row.row.terms.map { before.system.place(of: $0.variable) }) }
        for row in after.system.rows { connections.join(row.row.terms.map { after.system.place(of: $0.variable) }) }
        var touched: Set<FramePlace> = []
        for (name, places) in before.system.changedRows(old, new) + after.system.changedRows(new, old) {
          _ = name
          for place in places { touched.insert(connections.leader(of: place)) }
        }
        guard let (a, b) = before.frames.flatMap({ a in after.frames.map { (a, $0) } }) else { continue }
        for (at, item) in after.system.items.enumerated() {
          guard let x = a[item], let y = b[item], let earlier = before.system.items.firstIndex(of: item) else {
            continue
          }
          let (old, new) = ([x.x, x.y, x.width, x.height], [y.x, y.y, y.width, y.height])
          for part in 0..<4 where connections.contains(FramePlace(item: item, part: part)) {
            if touched.contains(connections.leader(of: FramePlace(item: item, part: part))) { continue }
            isJudged = true
            if (old[part] - new[part]).magnitude <= 2 * after.system.slack(part) + old[part].magnitude * 0x1p-40 {
              continue
            }
            if after.system.isFeasible == false || before.system.isFeasible == false { continue }
            guard
              promise.isFunctionOfPresent || after.system.isUnique(at, part) && before.system.isUnique(earlier, part)
            else { continue }
            return .broken(
              "\(after.place), \(after.system.name(of: item)).\(FrameSystem.parts[part]) went from "
                + "\(spelled: old[part]) to \(spelled: new[part]), and no constraint connects it to the edit"
            )
          }
        }
      }
      return isJudged ? .holds : .undecided("no edit left anything unrelated")
    }
  }
}

/// A number of an item's frame, such as its width: the item, and the index of the number.
private struct FramePlace: Hashable {
  var item: ItemID
  var part: Int
}

/// The groups of numbers of frames that are connected by rows.
private struct Connections {
  private var parents: [FramePlace: FramePlace] = [:]

  func contains(_ place: FramePlace) -> Bool { parents[place] != nil }

  func leader(of place: FramePlace) -> FramePlace {
    var place = place
    while let next = parents[place], next != place { place = next }
    return place
  }

  mutating func join(_ places: [FramePlace]) {
    for place in places where parents[place] == nil { parents[place] = place }
    guard let first = places.first else { return }
    let root = leader(of: first)
    for place in places.dropFirst() { parents[leader(of: place)] = root }
  }
}

extension FrameSystem {
  fileprivate func place(of variable: Variable) -> FramePlace {
    FramePlace(item: items[Int(variable.id) / 4], part: Int(variable.id) % 4)
  }

  /// A row with items and indices of numbers in place of its variables.
  fileprivate struct NamedRow: Hashable {
    var constraint: LayoutConstraint.ID?
    var name: String
    var terms: [FramePlace: Double]
    var relation: Relation
    var constant, priority: Double
  }

  fileprivate var namedRows: Set<NamedRow> {
    Set(
      rows.map { row in
        NamedRow(
          constraint: row.constraint, name: row.name,
          terms: Dictionary(row.row.terms.map { (place(of: $0.variable), $0.coefficient) }) { $0 + $1 },
          relation: row.row.relation, constant: row.row.constant, priority: row.row.priority)
      })
  }

  /// Returns the rows that only the first set has: the name of each, and the numbers of frames in it.
  fileprivate func changedRows(_ own: Set<NamedRow>, _ other: Set<NamedRow>) -> [(String, [FramePlace])] {
    own.subtracting(other).map { ($0.name, Array($0.terms.keys)) }
  }
}
