import LayoutKernel
import SceneModel

/// An ambiguity in words: the numbers that the constraints leave open, and the constraints that would determine them.
public struct AmbiguityText {
  /// The view that the text is about; the text calls its numbers "its width".
  public let subject: ItemID
  /// The open numbers as a clause, such as "its width is open: anything from 20 to 300 is equally good; card follows".
  public let message: String
  /// The constraints or priorities that would determine the open numbers, as sentences.
  public let fix: String

  /// Describes an ambiguity.
  ///
  /// - Parameters:
  ///     - title: returns the name that developers use for a view.
  ///     - scene: the scene.
  public init(_ ambiguity: Ambiguity, in scene: Scene, title: (ItemID) -> String) {
    let subject = ambiguity.undecided.first?.view ?? ambiguity.views.first ?? .root
    let own = ambiguity.undecided.filter { $0.view == subject }
    let others = ambiguity.undecided.filter { $0.view != subject }
    var message = "its " + AmbiguityText.openNumbers(own)
    if own.count == 1, let range = own[0].range, let values = AmbiguityText.words(range) {
      message += ": \(values) is equally good"
    }
    if !others.isEmpty {
      message += "; so \(others.count > 1 ? "are" : "is") "
      if others.count > 1, Set(others.map(\.what)).count == 1 {
        message +=
          "the \(others[0].what.name)s of \(AmbiguityText.list(others.map { title($0.view) }, most: 3, "view"))"
      } else {
        let names = others.map { "the \($0.what.name) of \(title($0.view))" }
        message += AmbiguityText.list(names, most: 3, "number")
      }
    }
    let followers = ambiguity.followers
    if !followers.isEmpty {
      message += "; \(AmbiguityText.list(followers.map(title), most: 3, "view")) "
      message += followers.count > 1 ? "follow" : "follows"
    }
    self.subject = subject
    self.message = message
    fix = AmbiguityText.fix(for: own, in: scene, title: title)
  }

  /// Returns the open numbers as text, such as `width and left edge are open`.
  static func openNumbers(_ numbers: [Ambiguity.OpenNumber]) -> String {
    "\(list(numbers.map(\.what.name))) \(numbers.count > 1 ? "are" : "is") open"
  }

  private static func fix(
    for own: [Ambiguity.OpenNumber], in scene: Scene, title: (ItemID) -> String
  ) -> String {
    if let view = own.first.flatMap({ number in scene.views.first { $0.id == number.view } }),
      let stack = view.stack, stack.arranged.isEmpty, scene.views.contains(where: { $0.parent == view.id })
    {
      return "It arranges none of its subviews: name them behind `arranged`."
    }
    var sentences: [String] = []
    var wanted: [String] = []
    for number in own {
      let axis = number.what.isHorizontal ? "horizontal" : "vertical"
      if let tie = number.tie {
        let others = list(tie.others.map(title), most: 2, "view")
        let priority = tie.isHugging ? "hugging" : "compression resistance"
        sentences.append(
          "Give it a lower \(axis) \(priority) priority than \(others): \(tie.others.count > 1 ? "all" : "both") have \(readable(tie.priority))."
        )
        continue
      }
      switch number.what {
      case .left, .top: wanted.append("its \(axis) place")
      case .width, .height: wanted.append("its \(number.what.name)")
      case .contentWidth: sentences.append("Tie what is in it to the left and the right edge of its content.")
      case .contentHeight: sentences.append("Tie what is in it to the top and the bottom edge of its content.")
      }
    }
    if !wanted.isEmpty {
      sentences.insert("Add \(wanted.count > 1 ? "constraints" : "a constraint") for \(list(wanted)).", at: 0)
    }
    return sentences.joined(separator: " ")
  }

  /// Returns the words for a range; nil if the range has no limits.
  private static func words(_ range: ClosedRange<Double>) -> String? {
    let bound = LayoutKernel.expandedSize.width - 1
    let (least, most) = (range.lowerBound > -bound, range.upperBound < bound)
    return switch (least, most) {
    case (true, true): "anything from \(readable(range.lowerBound)) to \(readable(range.upperBound))"
    case (true, false): "anything from \(readable(range.lowerBound)) on"
    case (false, true): "anything up to \(readable(range.upperBound))"
    case (false, false): nil
    }
  }

  /// Returns names as a list: `a`, `a and b`, `a, b and c`, or `a, b, c and 4 more views`.
  private static func list(_ names: [String], most: Int = .max, _ what: String = "") -> String {
    var names = names
    if names.count > most {
      let left = names.count - most
      names = names.prefix(most) + ["\(left) more \(what)\(left > 1 ? "s" : "")"]
    }
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}

extension LayoutKernel.OpenRange.What {
  fileprivate var name: String {
    switch self {
    case .left: "left edge"
    case .top: "top edge"
    case .width, .height, .contentWidth, .contentHeight: rawValue
    }
  }

  fileprivate var isHorizontal: Bool { self == .left || self == .width || self == .contentWidth }
}
