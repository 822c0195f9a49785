import Foundation
import LayoutPlugin
import SceneModel
import SceneOracles

/// The property of a document that must stay true while the document gets smaller.
public struct ReductionAim {
  /// The law that the document breaks; nil if the aim is another.
  public let law: String?
  public let stillFails: (Document) -> Bool
  private let words: (Document) -> String

  /// Makes the aim that the document breaks a law; nil if it does not.
  public init?(breaking law: Law, of document: Document, on plugin: Plugin) {
    func breaks(_ document: Document) -> Bool {
      if case .broken = law.judge(document, plugin) { true } else { false }
    }
    guard breaks(document) else { return nil }
    (self.law, stillFails, words) = (law.name, breaks, { _ in "\(law.name) is broken" })
  }

  /// Makes the aim that the document takes at least half of its present work; nil if the engine cannot play it.
  public init?(workOf document: Document, on plugin: Plugin) {
    guard let whole = Effort(of: document, on: plugin) else { return nil }
    law = nil
    stillFails = { proposal in Effort(of: proposal, on: plugin).map { 2 * $0.amount >= whole.amount } ?? false }
    words = { small in "\(Effort(of: small, on: plugin)?.words ?? "no work") of \(whole.words)" }
  }

  /// Returns the smallest document found, with a remark for each part on whether it is needed.
  public func reduce(_ document: Document) -> ReducedDocument {
    let outcome = Minimizer().minimize(document, while: stillFails)
    var minimized = outcome.document
    minimized.provenance = law.map { Provenance(law: $0, found: document.provenance?.found ?? isoDate(Date())) }
    return ReducedDocument(
      law: law ?? "", attempts: outcome.attempts, weight: minimized.summary, originalWeight: document.summary,
      document: Explanation(of: minimized, while: stillFails).text,
      words: "\(words(minimized)): \(minimized.summary), from \(document.summary)")
  }
}

/// A minimised document, with the effort that it took.
public struct ReducedDocument: Encodable, Sendable {
  public var law: String
  /// The number of documents that were tried.
  public var attempts: Int
  public var weight, originalWeight: String
  /// The document in text form, with a remark after each part.
  public var document: String
  /// The path of the file to which the document was written; empty if it was not written.
  public var file = ""
  /// A one-line summary: what stays true of the document, and its size before and after.
  public var words: String

  private enum CodingKeys: CodingKey { case law, attempts, weight, originalWeight, document, file }
}
