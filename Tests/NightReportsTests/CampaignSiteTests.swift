import Campaigns
import Foundation
import NightReports
import SceneFuzzing
import SceneModel
import Testing

@Suite("The pages of campaigns")
struct CampaignSiteTests {
  /// A results folder of some nights and machines, as JSON lines; `canary` tells whether the last night finds the planted mistake.
  private func results(nights: Int, machines: Int, canary: Bool = true, in folder: URL) throws {
    for night in 1...nights {
      for machine in 1...machines {
        let isLast = night == nights
        let found = night == 2 || isLast ? "[\"aa11\"]" : "[]"
        let common =
          "\"campaign\":\"n\",\"campaignDigest\":\"c\",\"engineDigest\":\"d\",\"revision\":\"r\(night)\",\"machine\":\"m\(machine)\""
        var lines = [
          "{\"unit\":{\"_0\":{\(common),\"engine\":\"kiwi\",\"unit\":\"fuzz/FuzzSolver/kiwi/000\(machine)\",\"isCanary\":false,\"figures\":{\"executions\":100},\"findings\":\(found)}}}",
          "{\"unit\":{\"_0\":{\(common),\"engine\":\"canary\",\"unit\":\"fuzz/FuzzSolver/canary/0000\",\"isCanary\":true,\"figures\":{\"executions\":9},\"findings\":\(isLast && !canary ? "[]" : "[\"cc\"]")}}}",
        ]
        if found != "[]" {
          lines.append(
            "{\"finding\":{\"_0\":{\"target\":\"FuzzSolver\",\"law\":\"solver.a\",\"detail\":\"v1 is <1>\",\"laws\":[\"solver.a\"],\"engine\":\"kiwi\",\"engineDigest\":\"d\",\"revision\":\"r\",\"machine\":\"m\(machine)\",\"unit\":\"u\",\"fingerprint\":\"aa11\",\"kind\":\"steady\",\"reproduced\":12,\"replays\":12,\"weight\":\"1 variable\",\"document\":\"solver 1\\n\"}}}"
          )
        }
        let file = folder.appending(path: "2026-11-\(String(format: "%02d", night))/m\(machine).jsonl")
        try DurableFile.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: file)
      }
    }
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("A bug keeps its first and last night, its age and its counts")
  func bugs() throws {
    try withFolder { folder in
      try results(nights: 5, machines: 2, in: folder)
      let history = try CampaignHistory(folder: folder)
      let bug = try #require(history.bugs.first)
      #expect(history.bugs.count == 1)
      #expect((bug.firstSeen, bug.lastSeen) == ("2026-11-02", "2026-11-05"))
      #expect((bug.age, bug.nights, bug.units) == (4, 2, 4))
      #expect(bug.isOpen && bug.state == "open")
      #expect(history.nights.map(\.executions) == [200, 200, 200, 200, 200])
      #expect(history.nights.allSatisfy { !$0.isBlind })
    }
  }

  @Test("What people note of a finding is its state; a fixed one that is met has returned")
  func notes() throws {
    for (note, state, isOpen) in [("accepted", "accepted", false), ("fixed", "returned", true)] {
      try withFolder { folder in
        try results(nights: 3, machines: 1, in: folder)
        let text = "{\"aa11\": {\"state\": \"\(note)\", \"owner\": \"solver\"}}"
        try DurableFile.write(Array(text.utf8), to: folder.appending(path: "states.json"))
        let bug = try #require(try CampaignHistory(folder: folder).bugs.first)
        #expect(bug.state == state)
        #expect(bug.isOpen == isOpen)
      }
    }
  }

  @Test("A night that does not find the canary is blind, and its page says so in red")
  func canary() throws {
    try withFolder { folder in
      try results(nights: 2, machines: 1, canary: false, in: folder)
      let history = try CampaignHistory(folder: folder)
      #expect(history.nights.map(\.isBlind) == [false, true])
      try CampaignSite(history).write(to: folder.appending(path: "site"))
      let page = String(decoding: try DurableFile.read(folder.appending(path: "site/index.html")), as: UTF8.self)
      #expect(page.contains("class=\"verdict\"><span class=\"bad\">"))
      let findings = String(decoding: try DurableFile.read(folder.appending(path: "site/findings.html")), as: UTF8.self)
      #expect(findings.contains("v1 is &lt;1&gt;"))
    }
  }

  @Test("A line that cannot be read is told, and the rest is shown")
  func damaged() throws {
    try withFolder { folder in
      try results(nights: 1, machines: 1, in: folder)
      try DurableFile.write(Array("{".utf8), to: folder.appending(path: "2026-11-01/m9.jsonl"))
      let history = try CampaignHistory(folder: folder)
      #expect(history.unreadable.count == 1)
      #expect(history.nights.first?.executions == 100)
    }
  }
}
