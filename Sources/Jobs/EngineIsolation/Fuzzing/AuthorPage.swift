import Foundation
import SceneFuzzing
import SceneModel

/// A page for an engine's author with all findings: each with its picture, the lines to replay it, and the errors in the answers.
public struct AuthorPage: Encodable, Sendable {
  /// A finding, or a crash of the engine.
  struct Entry: Encodable, Sendable {
    var id, title, text: String
    /// The lines of the conversation.
    var lines: String
    var picture: String?
  }

  var engine: String
  var entries: [Entry] = []

  private enum CodingKeys: CodingKey { case engine, entries }

  /// Reads the folder of an engine's findings, and takes the smallest finding of each bucket.
  ///
  /// - Throws: `UserMistake` where there is no such folder.
  public init(of engine: String, in work: String) throws {
    self.engine = engine
    let folder = URL(filePath: work)
    let targets = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted()
    guard let targets else {
      throw UserMistake(
        .fileMissing, "\(work): no such folder. `layoutlab fuzz --engine` makes it; name another with --work.")
    }
    func text(_ folder: URL, _ name: String) -> String? {
      try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    let store = FindingStore(folder: folder)
    for target in targets {
      let findings = folder.appending(path: "\(target)/findings")
      for id in (try? FileManager.default.contentsOfDirectory(atPath: findings.path))?.sorted() ?? [] {
        guard let (record, document) = try? store.finding(id), record.bucket == nil else { continue }
        let own = findings.appending(path: id)
        entries.append(
          Entry(
            id: id, title: record.detail,
            text: text(own, FindingConversation.textName) ?? "\(record.law) is broken\n\(document.text)",
            lines: text(own, FindingConversation.linesName) ?? "", picture: text(own, "picture.svg")))
      }
      let crashes = folder.appending(path: "\(target)/crashes")
      for id in (try? FileManager.default.contentsOfDirectory(atPath: crashes.path))?.sorted() ?? [] {
        let own = crashes.appending(path: id)
        guard let data = try? Data(contentsOf: own.appending(path: "crash.json")),
          let crash = try? JSONDecoder().decode(FuzzRun.Crash.self, from: data)
        else { continue }
        entries.append(
          Entry(id: id, title: crash.summary, text: crash.output, lines: text(own, FindingConversation.linesName) ?? "")
        )
      }
    }
  }

  /// The page as HTML: one file that needs no network.
  public var html: String {
    var parts = [
      """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(engine.escapedForXML)</title><style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
      pre { background: #f4f4f4; padding: .75rem; overflow-x: auto; font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
      section { border-top: 1px solid #ccc; margin-top: 2rem; } svg { min-width: min(20rem, 100%); max-width: 100%; height: auto; }
      </style></head><body><h1>\(engine.escapedForXML)</h1><p>\(counted(entries.count, "finding")). Each can be replayed without any other
      program: save its lines to a file, and give them to the engine's standard input.</p><ol>
      """
    ]
    for entry in entries {
      parts.append("<li><a href=\"#f\(entry.id.escapedForXML)\">\(entry.title.escapedForXML)</a></li>")
    }
    parts.append("</ol>")
    for entry in entries {
      parts.append("<section id=\"f\(entry.id.escapedForXML)\"><h2>\(entry.title.escapedForXML)</h2>")
      if let picture = entry.picture { parts.append(picture) }
      parts.append("<pre>\(pre(entry.text))</pre>")
      if !entry.lines.isEmpty { parts.append("<h3>The lines</h3><pre>\(pre(entry.lines))</pre>") }
      parts.append("</section>")
    }
    return (parts + ["</body></html>"]).joined(separator: "\n") + "\n"
  }

  private func pre(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).escapedForXML }.joined(
      separator: "\n")
  }
}
