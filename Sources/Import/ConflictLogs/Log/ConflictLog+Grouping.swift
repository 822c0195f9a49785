/// A conflict and how often a paste contains it: a console logs a conflict again for every cell and every pass.
public struct RepeatedConflict: Sendable {
  /// The first message whose list contains the broken constraint; if there is none, the first message.
  public var log: ConflictLog
  /// The lines of the pasted text at which messages of this conflict start, from 1, ascending.
  public var lines: [Int]

  /// The number of messages.
  public var count: Int { lines.count }

  /// Returns the conflicts of a paste, each once, in the order of their first messages. Two messages are about one conflict if their lists differ
  /// only in addresses and order. The time is linear in the number of the messages' lines.
  public static func all(in logs: [ConflictLog]) -> [RepeatedConflict] {
    var places: [ConflictShape: Int] = [:]
    var conflicts: [RepeatedConflict] = []
    for log in logs {
      let shape = ConflictShape(log)
      if let at = places[shape] {
        conflicts[at].lines.append(log.line)
        if conflicts[at].log.brokenIndex == nil, log.brokenIndex != nil { conflicts[at].log = log }
      } else {
        places[shape] = conflicts.count
        conflicts.append(RepeatedConflict(log: log, lines: [log.line]))
      }
    }
    return conflicts
  }
}

/// The list of a message without addresses and without the order of its lines, which differ from message to message.
///
/// Items are distinguished by the lines in which they occur: in each round, the colour of an item is computed from its class and its places in
/// lines, as in colour refinement of graphs. If a few rounds do not distinguish two lists, they are so similar that one explanation fits both.
struct ConflictShape: Hashable {
  private let lines: [String]
  private let unread: [String]
  private let isComplete: Bool

  private static let rounds = 3

  init(_ log: ConflictLog) {
    let constraints = log.constraints.map(\.constraint)
    unread = log.entries.compactMap { if case .unread(let text) = $0 { text } else { nil } }.sorted()
    isComplete = !log.endsWithinList && !(log.entries.isEmpty && log.broken == nil)
    // For a message without a list, the broken constraint is its list.
    var all = constraints
    if all.isEmpty, case .read(let broken)? = log.broken { all = [broken] }
    let parts = all.map(Parts.init)
    var colours: [String: String] = [:]
    for part in parts {
      for (key, kind) in zip(part.keys, part.kinds) where colours[key] == nil { colours[key] = kind }
    }
    for _ in 0..<ConflictShape.rounds {
      var places: [String: [String]] = [:]
      for part in parts {
        let text = part.text(colours)
        for (place, key) in part.keys.enumerated() { places[key, default: []].append("\(place) \(text)") }
      }
      for (key, texts) in places { colours[key] = (colours[key] ?? "") + digest(texts.sorted()) }
    }
    lines = parts.map { $0.text(colours) }.sorted()
  }

  /// A line in two parts: the text that is the same in every message, and the items in it.
  private struct Parts {
    var pieces: String
    var keys: [String]
    var kinds: [String]

    init(_ constraint: ConstraintDescription) {
      let names = ItemNames(constraint.tail)
      var plain = constraint
      plain.address = ""
      plain.tail = ConstraintDescription.Tail()
      (plain.tail.priority, plain.tail.caret) = (constraint.tail.priority, constraint.tail.caret)
      plain.body = plain.body.replacingItems { _ in
        ConstraintDescription.Item(reference: .name("·"), text: nil)
      }
      pieces = plain.description
      let items = constraint.items
      keys = items.map(names.key)
      kinds = items.map { "\($0.className)\($0.text ?? "")" }
      if let superview = names.superview {
        keys.append(superview)
        kinds.append(names.described.first { $0.key == superview }?.item.className ?? "")
      }
    }

    func text(_ colours: [String: String]) -> String {
      pieces + keys.map { " " + (colours[$0] ?? "") }.joined()
    }
  }
}

/// 64 bits of FNV-1a, written in letters: colours stay short.
private func digest(_ texts: [String]) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for text in texts {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
  }
  return "#" + String(hash, radix: 36)
}

extension ConstraintDescription.Body {
  fileprivate func replacingItems(
    _ replace: (ConstraintDescription.Item) -> ConstraintDescription.Item
  ) -> ConstraintDescription.Body {
    switch self {
    case .visual(var visual):
      visual.form =
        switch visual.form {
        case .size(let item): .size(replace(item))
        case .leadingEdge(let item): .leadingEdge(replace(item))
        case .trailingEdge(let item): .trailingEdge(replace(item))
        case .gap(let first, let second): .gap(replace(first), replace(second))
        }
      return .visual(visual)
    case .equation(var equation):
      equation.left.item = replace(equation.left.item)
      equation.left.variable = nil
      if let right = equation.right {
        equation.right?.item = replace(right.item)
        equation.right?.variable = nil
      }
      return .equation(equation)
    }
  }
}
