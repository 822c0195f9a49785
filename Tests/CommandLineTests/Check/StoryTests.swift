import Foundation
import Testing

/// What is told of a screen's story: in which state, and of stories without an end.
@Suite struct StoryTests {
  /// As a window records a screen: a button, and a label that a tap moves out of sight and writes on.
  private static let recorded = """
    scene 1
    device iphone-8
    view page in root  frame 0 0 375 667  autoresizing width height
    step add view card in page  frame 16 40 200 100  autoresizing none  #@ Page.swift:10
    step add view title in card kind label  autoresizing none  frame 8 8 100 20  with intrinsic 90 x 20  #@ Page.swift:11
    step add view note in page kind label  autoresizing none  frame 16 200 100 20  with intrinsic 90 x 20  #@ Page.swift:12
    step advance 0
    step advance 0.5
    step open animate 0.25 completion "Page.swift:20"  #@ Page.swift:20
    step property card frame 300 40 200 100  #@ Page.swift:21
    step close
    step advance 0.5
    step intrinsic title 180 x 20  #@ Page.swift:30
    step property note frame 310 130 60 20  #@ Page.swift:31
    step advance 0.1

    """

  private struct Record: Decodable {
    struct Finding: Decodable {
      struct Place: Decodable { var file: String, line: Int }
      var kind, element: String
      var state: String?
      var source: Place?
      var places: [String]?
    }
    var findings: [Finding]
  }

  @Test("A screen is judged in every state at rest, and a finding says how it comes to that")
  func states() throws {
    let answer = try Tool.run(
      ["check", "--screens", "--no-ambiguity", "--json"], on: Self.recorded, as: "page.scene")
    #expect(answer.status == 1)
    let findings = try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).findings
    let outside = try #require(findings.first { $0.kind == "outside" && $0.element.contains("card") })
    #expect(outside.state?.hasPrefix("after step 9") == true)
    #expect(outside.state?.contains("Page.swift:21") == true)
    #expect(outside.source?.line == 21)
    let cut = try #require(findings.first { $0.kind == "truncation" && $0.element.contains("title") })
    #expect(cut.state?.hasPrefix("after step 12") == true)
    #expect(findings.contains { $0.kind == "overlap" && $0.state?.hasPrefix("after step 12") == true })
  }

  /// A label on which a tap writes, one that a constraint moves over it, and a footer that code put to the bottom of its screen.
  private static let tapped = """
    scene 1
    device iphone-8
    view page in root  frame 0 0 375 667  autoresizing width height
    view status in page kind label
    view other in page kind label
    view footer in page kind label  frame 16 630 343 20  autoresizing none
    intrinsic status 50 x 20
    intrinsic other 60 x 20
    intrinsic footer 100 x 20
    constraint "Page.swift:5": status.leading = page.leading + 20
    constraint "Page.swift:6": status.top = page.top + 100
    constraint "Page.swift:7": status.width = 80
    constraint "Page.swift:8": other.leading = status.leading
    constraint "Page.swift:9": other.top = status.bottom + 12
    step property footer frame 16 630 343 20  #@ Page.swift:12
    step advance 0
    step intrinsic status 190 x 20  #@ Page.swift:20
    step advance 0.5
    step set "Page.swift:9" constant -14  #@ Page.swift:30
    step open animate 0.25  #@ Page.swift:31
    step layout page  #@ Page.swift:31
    step close
    step advance 1

    """

  @Test("What a tap does is told at its line; frames of code are judged on the screen that they were given for")
  func tapped() throws {
    let answer = try Tool.run(
      ["check", "--screens", "--no-ambiguity", "--json"], on: Self.tapped, as: "page.scene")
    let findings = try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).findings
    let own = findings.filter { $0.places?.isEmpty ?? true }
    #expect(own.map(\.kind).sorted() == ["overlap", "truncation"], "\(answer.output)")
    #expect(own.first { $0.kind == "truncation" }?.source?.line == 20)
    #expect(own.first { $0.kind == "overlap" }?.source?.line == 30)
    #expect(!findings.contains { $0.element.contains("footer") })
  }

  @Test("A text that a tap makes so high that it holds a button is told, and one that holds it from the start is not")
  func comesOver() throws {
    func scene(_ height: Int) -> String {
      """
      scene 1
      device iphone-8
      view page in root  frame 0 0 375 667  autoresizing width height
      view panel in page kind label
      view buy in page kind button
      intrinsic panel 60 x 20
      intrinsic buy 60 x 44
      constraint "Page.swift:5": panel.leading = page.leading + 16
      constraint "Page.swift:6": panel.trailing = page.trailing - 16
      constraint "Page.swift:7": panel.top = page.top + 80
      constraint "Page.swift:8": panel.height = \(height)
      constraint "Page.swift:9": buy.leading = page.leading + 16
      constraint "Page.swift:10": buy.width = 200
      constraint "Page.swift:11": buy.top = page.top + 132
      constraint "Page.swift:12": buy.height = 44
      step advance 0
      step set "Page.swift:8" constant 120  #@ Page.swift:20
      step open animate 0.25  #@ Page.swift:21
      step layout page  #@ Page.swift:21
      step close
      step advance 1

      """
    }
    func findings(_ height: Int) throws -> [Record.Finding] {
      let answer = try Tool.run(
        ["check", "--screens", "--no-ambiguity", "--lengthen", "1", "--text-sizes", "L", "--json"], on: scene(height),
        as: "page.scene")
      return try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).findings
    }
    let told = try findings(44).filter { $0.kind == "overlap" }
    #expect(told.map { $0.source?.line } == [20], "\(told)")
    #expect(try findings(121).allSatisfy { $0.kind != "overlap" })
  }

  @Test("A view that comes into another is not what placed that one")
  func cameInside() throws {
    let scene = """
      scene 1
      device iphone-8
      view page in root  frame 0 0 375 667  autoresizing width height
      view more in page kind button  frame 0 0 56 56  autoresizing none
      step property more frame 345 100 56 56  #@ Page.swift:10
      step add view mark in more  frame 8 8 20 20  autoresizing none  #@ Page.swift:14
      step move mark in more at 0  #@ Page.swift:15
      step advance 0

      """
    let answer = try Tool.run(["check", "--screens", "--no-ambiguity", "--json"], on: scene, as: "page.scene")
    let findings = try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).findings
    #expect(findings.first { $0.kind == "outside" }?.source?.line == 10, "\(answer.output)")
  }

  @Test("Where nothing is wrong in any state, nothing is told")
  func fine() throws {
    let scene = Self.recorded.replacing("300 40", with: "20 40").replacing("180 x", with: "95 x")
      .replacing("310 130", with: "16 220").replacing("90 x 20", with: "60 x 20")
    let answer = try Tool.run(
      ["check", "--screens", "--no-ambiguity", "--lengthen", "1", "--text-sizes", "L", "--device", "retina4_7"],
      on: scene,
      as: "page.scene")
    #expect(answer.status == 0, "\(answer.output)")
  }

  /// What people mean by code: a drawer that comes in, one that waits along the edge, a toast below that a constraint puts there, a badge on a
  /// button's corner and a picture astride a card's edge, a picture larger than its clipping card, and folded rows.
  private static let meant = """
    scene 1
    device iphone-8
    root 375 x 667 @2x
    view page in root  frame 0 0 375 667  autoresizing width height
    view note in page kind label  frame 40 320 320 20  autoresizing none
    view card in page  frame 16 40 343 160  autoresizing none
    view photo in card kind image  frame 0 -40 343 240  autoresizing none
    view face in page  frame 16 220 343 90  autoresizing none
    view avatar in face kind image  frame 20 -32 64 64  autoresizing none
    view button in page kind button  frame 100 400 120 48  autoresizing none
    view badge in button kind label  frame 108 -8 22 20  autoresizing none
    view rows in page  frame 16 460 343 0  autoresizing none
    view row in rows kind label  frame 0 8 100 20  autoresizing none
    view drawer in page  frame -280 0 280 667  autoresizing none
    view entry in drawer kind label  frame 20 60 120 24  autoresizing none
    view side in page  frame 375 0 200 667  autoresizing none
    view other in side kind label  frame 20 60 120 24  autoresizing none
    view toast in page kind label
    intrinsic note 300 x 20
    intrinsic entry 60 x 20
    intrinsic other 60 x 20
    intrinsic row 60 x 20
    intrinsic badge 9 x 20
    intrinsic toast 60 x 20
    constraint "Page.swift:5": toast.top = page.bottom + 20
    constraint "Page.swift:6": toast.leading = page.leading + 20
    step layer card masksToBounds boolean true
    step layer rows masksToBounds boolean true
    step advance 0
    step open animate 0.25  #@ Page.swift:20
    step property drawer frame 0 0 280 667  #@ Page.swift:21
    step close
    step advance 0.5

    """

  private static let ownScreen = [
    "check", "--screens", "--no-ambiguity", "--json", "--device", "iphone-8", "--text-sizes", "L", "--directions",
    "left-to-right", "--lengthen", "1",
  ]

  private func findings(_ scene: String) throws -> [Record.Finding] {
    let answer = try Tool.run(Self.ownScreen, on: scene, as: "page.scene")
    return try JSONDecoder().decode(Record.self, from: Data(answer.output.utf8)).findings
  }

  @Test("What waits beside the screen, sits on an edge or is clipped is meant")
  func meant() throws {
    #expect(try findings(Self.meant).map { "\($0.kind) \($0.element)" } == [])
    // Each for itself is told as soon as it is not what it was.
    for (piece, other, view) in [
      ("property drawer frame 0 0 280 667", "property note alpha 0.9", ""),
      ("view side in page  frame 375", "view side in page  frame 400", "side"),
      ("toast.top = page.bottom + 20", "toast.top = page.top + 700", "toast"),
      ("frame 20 -32 64 64", "frame 20 -12 64 64", "avatar"), ("frame 108 -8 22 20", "frame 60 -3 22 20", "badge"),
      ("step layer card masks", "step layer face masks", "photo"),
      ("step layer rows masks", "step layer side masks", "row"),
    ] {
      let found = try findings(Self.meant.replacing(piece, with: other))
      #expect(found.map(\.kind) == (view.isEmpty ? [] : ["outside"]), "\(other)")
      #expect(found.allSatisfy { $0.element.contains(view) }, "\(other)")
    }
    // A drawer is along the edge, whether it comes in or not. A text that waits there never comes in.
    let label = Self.meant.replacing(
      "view toast in page kind label", with: "view toast in page kind label  frame 375 90 60 20  autoresizing none"
    )
    .replacing("constraint \"Page.swift:5\": toast.top = page.bottom + 20\n", with: "")
    .replacing("constraint \"Page.swift:6\": toast.leading = page.leading + 20\n", with: "")
    #expect(try findings(label).map(\.kind) == ["outside"])
  }

  @Test("A transform counts, and what goes out without an animation is told")
  func moved() throws {
    let scaled = Self.meant.replacing(
      "property drawer frame 0 0 280 667", with: "property button transform affine 3 0 0 1 200 0")
    #expect(try findings(scaled).map(\.kind) == ["outside"])
    let gone = "step property note frame 400 320 320 20  #@ Page.swift:30\nstep advance 1\n"
    let found = try findings(Self.meant + gone)
    #expect(found.map(\.kind) == ["outside"] && found.first?.source?.line == 30)
    let slid =
      "step open animate 0.3  #@ Page.swift:29\n" + gone.replacing("step advance", with: "step close\nstep advance")
    #expect(try findings(Self.meant + slid).isEmpty)
  }

  @Test("What one line does to many views is one finding") func cells() throws {
    var scene =
      "scene 1\ndevice iphone-8\nroot 375 x 667 @2x\nview page in root  frame 0 0 375 667  autoresizing width height\n"
    for row in 0..<10 {
      scene += "step add view cell\(row) in page  frame 0 \(row * 60) 375 60  autoresizing none\n"
      scene += "step add view name\(row) in cell\(row) kind label  with intrinsic 90 x 20\n"
      for (line, text) in ["leading = cell\(row).leading + 16", "top = cell\(row).top + 8", "width = 60"].enumerated() {
        scene += "step add constraint \"Cell.swift:\(line + 5)\(row == 0 ? "" : "-\(row + 1)")\": name\(row).\(text)\n"
      }
    }
    scene += "step advance 0  #@ Cell.swift:20\n"
    let found = try findings(scene)
    #expect(found.map(\.kind) == ["truncation"])
    #expect(found.first?.source?.line == 7)
  }

  @Test("A story whose reactions start themselves ends in every verb, and is told with its step")
  func endless() throws {
    let story = """
      scene 1
      root 10 x 10 @2x
      view v1 in root
      view v2 in v1
      constraint c1: v1.trailing = root.trailing
      constraint c2: v1.bottom = root.bottom
      constraint c3: v2.top = v1.top
      step when b1 { animate 0 ease-out { set c1 constant -115 ; layout root } completion b1 }
      step when b1 { animate 0.5 { set c3 constant 8 ; layout root } }
      step animate 0.5 linear { set c2 constant 26 } completion b1
      step advance 1

      """
    let check = try Tool.run(["check", "--no-ambiguity"], on: story, as: "story.scene")
    #expect(check.status == 1)
    #expect(check.output.contains("endless: b1") && check.output.contains("step 1"))
    let film = try Tool.run(["film"], on: story, as: "story.scene")
    #expect(film.status == 0 && film.output.contains("\"b1\" starts itself"))
    let trace = try Tool.run(["trace"], on: story, as: "story.scene")
    #expect(trace.status == 0 && trace.output.contains("endless b1"))
  }
}
