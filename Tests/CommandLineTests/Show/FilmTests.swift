import Foundation
import Testing

/// The film verb on the stories of the player's tests.
@Suite struct FilmTests {
  private static let folder = Tool.root.appending(path: "Tests/ScenePlayerTests/Stories")

  private static let stories = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".scene") }.sorted()

  private struct Film: Decodable {
    struct Track: Decodable {
      var view, property: String
      var values: [[Double]]
    }
    struct Event: Decodable {
      var time: Double
      var what: String
    }
    var times: [Double]
    var tracks: [Track]
    var events: [Event]
  }

  @Test("A story is filmed: tracks, a table and a film strip", arguments: stories)
  func filmed(story: String) throws {
    try Tool.inFolder { folder in
      let (csv, svg) = (folder.appending(path: "film.csv").path, folder.appending(path: "film.svg").path)
      let file = Self.folder.appending(path: story).path
      let table = try Tool.run(["film", file, "--rate", "20", "--csv", "-"], in: folder)
      #expect(
        table.output.hasPrefix("time,") && !FileManager.default.fileExists(atPath: folder.appending(path: "-").path))
      let answer = try Tool.run(["film", file, "--rate", "20", "--csv", csv, "--svg", svg, "--json"])
      #expect(answer.status == 0, "\(answer.errors)")
      let film = try JSONDecoder().decode(Film.self, from: Data(answer.output.utf8))
      #expect(!film.tracks.isEmpty && film.tracks.allSatisfy { $0.values.count == film.times.count })
      #expect(try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n").count == film.times.count + 1)
      #expect(try String(contentsOfFile: svg, encoding: .utf8).hasPrefix("<svg"))
    }
  }

  @Test("Time that nobody looks at is not filmed")
  func longTime() throws {
    let scene =
      "scene 1\nroot 100 x 100 @2x\nview a in root frame 0 0 9 9 autoresizing none\nstep animate 1 { property a alpha 0.5 }\nstep advance 100000\n"
    let answer = try Tool.run(["film", "--json"], on: scene, as: "long.scene")
    #expect(answer.status == 0 && answer.errors.contains("60 s"), "\(answer.errors)")
    #expect(try JSONDecoder().decode(Film.self, from: Data(answer.output.utf8)).times.last == 60)
  }

  @Test("Seed 004, filmed: the completion comes though the press was interrupted")
  func trap() throws {
    let answer = try Tool.run(["film", Self.folder.appending(path: "press-interrupted.scene").path])
    #expect(answer.status == 0)
    #expect(answer.output.contains("1.15 s: filled ") && answer.output.contains("[completionAfterInterruption]"))
  }

  @Test("The picture of an interruption and its sentence tell the same change of velocity")
  func velocities() throws {
    try Tool.inFolder { folder in
      let svg = folder.appending(path: "press.svg").path
      let answer = try Tool.run(["film", Self.folder.appending(path: "press-interrupted.scene").path, "--svg", svg])
      let told = try #require(answer.output.firstMatch(of: /the velocity changes by ([0-9.]+) a second/)?.1)
      let drawn = try #require(
        String(contentsOfFile: svg, encoding: .utf8).firstMatch(of: /velocity ([0-9.]+) → ([0-9.]+) pt a second/))
      let (before, after) = (try #require(Double(drawn.1)), try #require(Double(drawn.2)))
      // Drawn are four digits of each.
      #expect(abs((before - after).magnitude - (try #require(Double(told)))) < 0.2, "\(told), \(drawn.0)")
    }
  }

  @Test("A timeline is filmed too: its layers by number, until its last animation has ended")
  func timeline() throws {
    try Tool.inFolder { folder in
      let file = folder.appending(path: "slow.timeline"), svg = folder.appending(path: "slow.svg").path
      try Data(
        """
        timeline 1
        layer speed 0.5
        layer in 0
        model opacity number 1
        animation basic opacity from number 0 to number 1 begin 1 duration 1
        output 1 opacity

        """.utf8
      ).write(to: file)
      let answer = try Tool.run(["film", file.path, "--rate", "2", "--svg", svg, "--json"])
      #expect(answer.status == 0, "\(answer.errors)")
      let film = try JSONDecoder().decode(Film.self, from: Data(answer.output.utf8))
      #expect(film.times.last == 4)
      let track = try #require(film.tracks.first)
      #expect(track.view == "layer-1" && track.property == "opacity")
      #expect(track.values == [[1], [1], [1], [1], [0], [0.25], [0.5], [0.75], [1]])
      #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("<polyline"))
    }
  }

  @Test("Choices are listed with their switches, of the sampler and of the player, and can be flipped")
  func choices() throws {
    let listed = try Tool.run(["film", "--choices", "--choose", "cubicSigns=appleHeader"])
    #expect(listed.status == 0)
    for line in ["A9.5\tcubicSigns\tappleHeader", "A12.7\temptyBlockCompletesAtOnce\ttrue"] {
      #expect(listed.output.contains(line))
    }
    #expect(try Tool.run(["film", "--choices", "--choose", "cubicSigns=maybe"]).status == 64)
    #expect(try Tool.run(["film", "--choices", "--choose", "fixed=true"]).status == 64)
  }

  @Test("A transform shows in the strip, and a scene in which nothing moves says where callbacks are told")
  func transform() throws {
    try Tool.inFolder { folder in
      let scene = folder.appending(path: "t.scene"), svg = folder.appending(path: "t.svg").path
      try Data(
        "scene 1\nroot 320 x 200 @2x\nview box in root frame 10 10 100 100 autoresizing none\nstep property box transform affine 2 0 0 2 100 0\nstep advance 0.1\n"
          .utf8
      ).write(to: scene)
      let answer = try Tool.run(["film", scene.path, "--svg", svg])
      #expect(answer.output.contains("Nothing moves"))
      // The middle of the box, 60 60, stays the centre of the scale, and moves by 100: x from 60 to 260.
      #expect(try String(contentsOfFile: svg, encoding: .utf8).contains("matrix(2 0 0 2 60 -40)"))
    }
  }

  @Test("Numbers are those that people read: no rounding noise, no digits that say nothing, no Swift")
  func readableNumbers() throws {
    for story in Self.stories {
      let answer = try Tool.run(["film", Self.folder.appending(path: story).path])
      for noise in ["e-1", "00000000", "99999999", "SceneModel.", "point(", "jump 0.0", "transform["] {
        #expect(!answer.output.contains(noise), "\(story): \(answer.output)")
      }
    }
  }
}
