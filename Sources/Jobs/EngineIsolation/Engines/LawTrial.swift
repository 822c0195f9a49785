import FuzzTargets
import Foundation
import SceneFuzzing
import SceneModel
import SceneOracles

/// Judges an engine by every law, in a process of its own, on random documents or on files.
public struct LawTrial {
  private let engine: NamedEngine
  /// The time limit for one answer, in seconds.
  private let patience: Int
  /// The time for random documents of one kind.
  private let budget: Duration
  private let documents: [Document]
  /// The number of random documents of each kind, if no files are named.
  private let count: Int
  private let seed: UInt64
  private let choice: LawChoice

  /// Makes a trial of an engine.
  ///
  /// - Parameter budget: the time for the random documents of one kind, in seconds.
  /// - Throws: `UserMistake` if a file cannot be read as a document, `UsageMistake` if a law does not exist. Both are thrown before an engine
  ///   starts.
  public init(
    _ engine: NamedEngine, files: [String], random count: Int, seed: UInt64, patience: Int,
    budget: Int = LawTrial.usualBudget,
    by choice: LawChoice = LawChoice()
  ) throws {
    let names = engine.laws(patience: patience).map(\.name)
    if let unknown = choice.unknown(among: names) {
      let hint = didYouMean(unknown, among: names)
      throw UsageMistake(
        .unknownName,
        "no law is called \"\(unknown)\". " + (hint.isEmpty ? "`layoutlab plugins check layoutlab` names them." : hint))
    }
    self.choice = choice
    (self.engine, self.count, self.seed, self.patience) = (engine, count, seed, patience)
    self.budget = .seconds(budget)
    documents = try files.map { file throws(UserMistake) in try Document(file: file) }
  }

  public static let usualBudget = 300

  private var isRandom: Bool { documents.isEmpty }

  /// Judges the engine.
  ///
  /// - Parameter tell: called about once a second with a description of the present work, and with the engine's output on the standard error.
  /// - Throws: `UserMistake` if the engine offers nothing that a law judges.
  public func record(tell: ((EngineProcess.Event) -> Void)? = nil) throws -> LawRecord {
    var process = EngineProcess(engine, patience: patience)
    process.tell = tell
    let others = OtherProcesses(engine.name, patience: OtherProcesses.patience(within: patience))
    let result = try process.run { (parentLink: EngineProcess.ParentLink<LawRecord>) in
      isRandom
        ? try EngineCheck.record(
          documents: count, seed: seed, within: budget, engine, by: choice, asking: others, parentLink)
        : try EngineCheck.record(documents, engine, by: choice, asking: others, parentLink)
    }
    var record: LawRecord
    switch result {
    case .answered(let answer): record = answer
    case .lost(let loss, let soFar):
      var row = LawRow(lost: loss)
      if let document = loss.document {
        let small = isRandom ? process.minimized(document) : .init(document: document)
        row.take(small.document, "\(words: loss.how)\(words: small.remark.map { "; \($0)" } ?? "")")
      }
      record = soFar ?? LawRecord(laws: [])
      record.laws.append(row)
    }
    if record.laws.isEmpty {
      let offered = isRandom ? "neither a solver nor a sampler, so no law applies to it" : "nothing for these files"
      throw UserMistake(.engineUnsuitable, "\(engine.name): offers \(offered).")
    }
    return record
  }

  /// One line about the trial: the engine, the number of documents, and their source.
  public var words: String {
    "engine \(engine.name), "
      + (isRandom ? "\(count) documents of each kind, seed \(seed)" : "\(documents.count) files")
  }

  package func outcome(_ record: LawRecord) -> Outcome {
    if record.laws.contains(where: { $0.verdict == .broken }) { return .found }
    // The user's files need not lead to a verdict for each law. Of many random documents, some should do so.
    return isRandom && record.laws.contains { $0.verdict == .undecided && $0.isClaimed } ? .undecided : .clean
  }
}

extension LawRecord {
  /// Writes the document of each broken law to a file of the folder, and returns their paths.
  public func saveDocuments(in folder: URL) throws(UserMistake) -> [String] {
    var files: [String] = []
    for row in laws {
      guard let text = row.document else { continue }
      let file = folder.appending(path: "\(row.law).\(text.prefix { $0 != " " })")
      try DurableFile.write(Array(text.utf8), to: file)
      files.append(file.relativePath)
    }
    return files
  }
}
