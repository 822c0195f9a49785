import LayoutPlugin
import SceneModel

extension Law {
  /// The reason why breaking the law is wrong, for the author of an engine who does not know the laws.
  package var authorsReason: String {
    switch name {
    case "frames.engine-answers":
      "Every request was well formed and within what the engine says it can do. It must be answered with the frame of each view and guide."
    case "frames.claims-are-kept":
      "The document uses only features that the engine lists as its own, and its required constraints can all hold together. An engine "
        + "that cannot do this for a known reason should say so in its list of limits."
    case "frames.sizes-are-not-negative":
      "A width or a height below zero is no size; that is a required rule without a constraint."
    case "frames.required-constraints-hold":
      "A required constraint must hold in every answer, and here all of them can hold together. The numbers were checked by inserting the "
        + "answer's frames into the constraint."
    case "frames.tiers-are-optimal":
      "Where not all optional constraints can hold, the sum of what they are missed by must be as small as possible, for higher priorities "
        + "first. There are frames with a smaller sum, and they are listed below."
    case "frames.unique-values-are-right":
      "The constraints and their priorities leave exactly one value for this number, so that no engine has a choice."
    case "frames.incremental-equals-fresh":
      "The same document gives other frames when it is opened anew than after the edits that led to it, though the constraints leave no "
        + "choice for this number. Usually something that was computed before an edit is still used after it."
    case "frames.unrelated-edit-moves-nothing":
      "No chain of constraints leads from what was edited to this number, so the edit cannot be a reason to change it."
    case "frames.there-and-back":
      "The edits were undone by the opposite edits, so that the document is what it was, and so must be the frames that it leaves no choice "
        + "for. Usually something of the edit stays behind."
    case "frames.answers-come-again":
      "A second process that got the same lines gives another answer. Usually an address, an order of hashing or memory that was never "
        + "set decides."
    case "frames.refused-edit-changes-nothing": "An edit that is refused must leave everything as it was."
    case "frames.hidden-and-shown": "A view that is hidden and shown again leaves the document as it was."
    case "frames.redundant-constraint": "A second copy of a required constraint that holds changes nothing."
    case "frames.mirrored": "The document with left and right exchanged must be laid out as in a mirror."
    case "frames.doubled": "All lengths of the document were doubled, so all lengths of the answer must be."
    case "frames.moved": "The document was put into another view of the same size; inside it nothing is different."
    case "frames.cost-is-polynomial": "Twice as many copies of one small document took more than 32 times as long."
    case "solver.required-constraints-hold":
      "A required row, and a variable that is held at 0 or above, must hold in every answer that is not a refusal. The numbers were checked "
        + "by inserting the answer's values into the row."
    case "solver.tiers-are-optimal":
      "Where not all optional rows can hold, the sum of what they are missed by must be as small as the engine promises: for higher "
        + "priorities first, or weighted. There are values with a smaller sum."
    case "solver.unique-values-are-right":
      "The rows and their priorities leave exactly one value for this variable, so that no engine has a choice."
    case "solver.answers-fit-the-edits", "solver.malformed-edit-is-a-fault":
      "A request that is well formed has values for an answer, or a conflict where required rows contradict each other. One that is "
        + "malformed must be refused as a fault, and nothing else may be."
    case "solver.rejected-edit-changes-nothing":
      "A request that was refused must leave everything as it was, then and later. Without the refused requests the same lines lead to "
        + "other values, though the rows leave no choice for this one."
    case "solver.removal-returns-to-the-empty-state":
      "With every row removed and every variable forgotten nothing is left that could contradict what comes next. Usually something of a "
        + "row, or of a refused request, stays behind."
    case "solver.conflict-set-is-irreducible":
      "What can be satisfied must not be refused, and the rows that a refusal names must contradict each other."
    case "solver.changes-are-reported-exactly":
      "Each variable is reported once when it first has a value, and then whenever its value differs from the last report."
    case "solver.answers-come-again":
      "The same lines have another answer in another engine of the same process. Usually an address, an order of hashing or memory that was "
        + "never set decides."
    default: summary
    }
  }
}

extension Scene {
  /// The exact judge's frames after a request.
  package struct RightFrames {
    /// The request: the number of the list of edits that was sent, counted from 1; 0 for the opening of the scene.
    package var edit: Int
    /// The exact frames; nil if the required constraints contradict each other, or if the judge cannot solve the scene.
    package var frames: [ItemID: Rect]?
    /// The numbers of frames that the constraints do not determine, such as `left`, by item.
    package var free: [(item: ItemID, numbers: [String])] = []

    fileprivate init(_ edit: Int, _ system: FrameSystem) {
      self.edit = edit
      guard system.isWhole, let exact = system.exact else { return }
      var frames: [ItemID: Rect] = [:]
      for (at, item) in system.items.enumerated() {
        let numbers = (0..<4).map { exact.values[system.variable(at, $0)]?.nearestDouble ?? 0 }
        frames[item] = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let free = ["left", "top", "width", "height"].enumerated().filter { !system.isUnique(at, $0.offset) }
        if !free.isEmpty { self.free.append((item, free.map(\.element))) }
      }
      self.frames = frames
    }
  }

  /// Returns the exact judge's frames after the scene is opened and after each list of edits.
  ///
  /// - Parameter isMade: whether the engine applied the list of edits with this index, from 0. A list that was not applied changes nothing.
  package func rightFrames(_ promise: EnginePromise, isMade: (Int) -> Bool) -> [RightFrames] {
    var present = projected(onto: promise)
    let batches = present.batches
    present.steps = []
    var answers = [RightFrames(0, FrameSystem(present, promise))]
    for (number, batch) in batches.enumerated() {
      let before = present
      // Edits that need an edit that was not applied were not sent.
      if batch.filter({ present.make($0) }).isEmpty { continue }
      answers.append(RightFrames(number + 1, FrameSystem(present, promise)))
      if !isMade(answers.count - 2) { present = before }
    }
    return answers
  }
}

extension SolverScript {
  /// The answer of the exact judge to a transaction.
  package enum RightAnswer: Hashable, Sendable {
    /// The transaction is malformed.
    case fault
    /// The required rows contradict each other.
    case conflict
    /// The values; nil for a variable to which the rows leave a choice.
    case values([Variable: Double?])
  }

  /// Returns the exact judge's answer to each transaction of the projected script; nil for a transaction that would take too long to solve.
  package func rightAnswers(_ promise: EnginePromise) -> [RightAnswer?] {
    var system = LinearSystem()
    return projected(onto: promise).transactions.map { transaction in
      guard let journal = try? system.apply(transaction.edits) else { return .fault }
      let weighted = system.weighted(by: promise)
      if weighted.isTooLargeToWeigh { return nil }
      guard let exact = ExactSolution(weighted) else {
        system.undo(journal)
        return .conflict
      }
      let isUnique = ExactSolution.uniqueness(in: weighted)
      return .values(
        exact.values.reduce(into: [:]) { $0[$1.key] = .some(isUnique[$1.key] == true ? $1.value.nearestDouble : nil) })
    }
  }
}
