import ConflictLogs
import LayoutKernel
import LayoutPlugin
import SceneFuzzing
import SceneImport
import SceneModel
import SceneOracles

extension Law {
  /// The laws of the importer. They are not in `SceneOracles`, because the judge has laws about engines only, and reads no files.
  public static let importer: [Law] = [
    importing(
      "import.written-elements-are-read-as-the-same-scene",
      "The elements that a scene is written as are read as the same scene.", cost: .comparing
    ) { $0.elementsImportedAgain() },
    .printedConstraints { try? ConflictLog.all(in: $0) },
    .printedConflicts { try? ConflictLog.all(in: $0) },
    .explainedConflicts(),
    .writtenAndReadAgain { $0.importedAgain() },
    .textReadAgain(),
  ]

  /// Makes the law that a document's text is read as the same document. Findings are kept as text, so one that cannot be read again is lost. To
  /// show that the law can fail, tests pass a broken reader.
  public static func textReadAgain(
    _ read: @escaping @Sendable (String) throws -> Document = { try Document(text: $0, file: "") }
  ) -> Law {
    Law(
      name: "import.text-is-read-as-the-same", summary: "A document's text is read as the same document.",
      cost: .comparing
    ) { document, _ in
      do {
        let again = try read(document.text)
        return again == document ? .holds : .broken("its text is \(document.text), and was read as \(again.text)")
      } catch {
        return .broken("its text cannot be read: \(error)")
      }
    }
  }

  /// Makes the law that a scene that was written is read again as the same scene. `importAgain` reads the written file; to show that the law can
  /// fail, tests pass a broken one. The law is expensive, because the XML parser takes most of the time.
  public static func writtenAndReadAgain(
    _ importAgain: @escaping @Sendable (InterfaceBuilderWriter) -> Scene?
  ) -> Law {
    importing(
      "import.written-and-read-again-is-the-same-scene",
      "A scene written as an Interface Builder file and imported again is the same scene.", cost: .exact, importAgain)
  }

  /// Makes the law that printing a scene's constraint and reading it gives the same constraint. To show that the law can fail, tests pass a broken
  /// reader.
  public static func printedConstraints(read: @escaping FileKind.LogReader) -> Law {
    Law(
      name: "import.printed-constraints-are-read-as-the-same",
      summary: "A scene's constraints, printed as UIKit prints them, are read as the same.", cost: .comparing
    ) { document, _ in
      guard case .scene(let scene) = document, !scene.constraints.isEmpty else {
        return .undecided("the law is about scenes with constraints")
      }
      return readAgain(ConflictLog(describing: scene), read)
    }
  }

  /// The law that the printed log of a kernel's conflict is read as the same list, and that the broken constraint is found in it.
  public static func printedConflicts(read: @escaping FileKind.LogReader) -> Law {
    Law(
      name: "import.printed-conflict-is-read-as-the-same",
      summary: "The log of a conflict is read as the same list, and the broken constraint is found in it.",
      cost: .comparing
    ) { document, plugin in
      guard case .scene(let scene) = document, scene.mayConflict,
        let logs = scene.withoutWishes.conflictLogs(on: plugin), !logs.isEmpty
      else {
        return .undecided("the law is about scenes that conflict")
      }
      for log in logs {
        if log.brokenIndex == nil { return .broken("what is broken is not in the list: \(log)") }
        let verdict = readAgain(log, read)
        if verdict != .holds { return verdict }
      }
      return .holds
    }
  }

  /// The law that the judge confirms explanations of a scene's conflicts. Such explanations use facts of the kernel that a log does not contain. To
  /// show that the law can fail, tests pass a broken explainer.
  public static func explainedConflicts(
    _ explain: @escaping @Sendable (ConflictLog, ConflictFacts, Plugin) throws -> ConflictExplanation = {
      try ConflictExplanation($0, $1, on: $2)
    }
  ) -> Law {
    Law(
      name: "import.explanations-of-scenes-are-proved",
      summary: "The exact judge confirms minimal sets and fixes of the conflicts of a scene.", cost: .exact
    ) { document, plugin in
      guard case .scene(let scene) = document, scene.mayConflict, let solver = plugin.makeSolver?(),
        let told = try? scene.withoutWishes.toldConflicts(solver: solver), !told.isEmpty
      else { return .undecided("the law is about scenes that conflict") }
      do {
        for (_, log, facts) in told where log.entries.count <= 24 {
          var facts = facts
          facts.call(
            Dictionary(scene.views.map { ($0.id, "the \($0.name)") }, uniquingKeysWith: { first, _ in first }),
            in: scene)
          if let doubt = try explain(log, facts, plugin).doubt(of: log, facts, by: .reference) {
            return .broken(VerdictMessage(text: doubt))
          }
        }
        return .holds
      } catch { return .broken("\(error)") }
    }
  }

  private static func readAgain(_ log: ConflictLog, _ read: FileKind.LogReader) -> Verdict {
    let again = read(Array(log.description.utf8)) ?? []
    return again == [log] ? .holds : .broken("\(log) became \(again)")
  }

  private static func importing(
    _ name: String, _ summary: String, cost: Cost,
    _ importAgain: @escaping @Sendable (InterfaceBuilderWriter) -> Scene?
  ) -> Law {
    Law(name: name, summary: summary, cost: cost) { document, _ in
      guard case .scene(let scene) = document else { return .undecided("the law is about scenes") }
      let writer = InterfaceBuilderWriter(scene)
      guard let again = importAgain(writer) else { return .broken("what was written cannot be read") }
      let expected = writer.expressible
      if again == expected { return .holds }
      return .broken(difference(expected, again))
    }
  }

  private static func difference(_ expected: Scene, _ actual: Scene) -> VerdictMessage {
    func first<T: Equatable>(_ what: String, _ a: [T], _ b: [T]) -> VerdictMessage? {
      if a.count != b.count { return "\(a.count) \(words: what) became \(b.count)" }
      return zip(a, b).first { $0 != $1 }.map { "\($0) became \($1)" }
    }
    return first("views", expected.views, actual.views) ?? first("guides", expected.guides, actual.guides)
      ?? first("constraints", expected.constraints, actual.constraints) ?? "the scenes differ beside their items"
  }
}

extension Scene {
  /// Whether two required rows may contradict each other. False if the scene is only laid out and all its constraints are optional or autoresizing
  /// masks. The test is cheap, and saves most layouts that the laws about conflicts would make.
  fileprivate var mayConflict: Bool {
    !onlyLaysOut || constraints.contains { $0.isActive && $0.isRequired }
      || views.contains { view in
        view.stack != nil || view.table != nil || view.intrinsic.hugging.isRequired
          || view.intrinsic.resistance.isRequired
      }
  }

  /// The scene without optional constraints, which are in no conflict.
  fileprivate var withoutWishes: Scene {
    guard onlyLaysOut else { return self }
    var scene = self
    scene.constraints.removeAll { !$0.isRequired }
    return scene
  }

  private var onlyLaysOut: Bool { steps.allSatisfy { if case .layout = $0 { true } else { false } } }
}

extension AxisPriorities {
  fileprivate var isRequired: Bool { max(horizontal, vertical) >= LinearConstraint.requiredPriority }
}
