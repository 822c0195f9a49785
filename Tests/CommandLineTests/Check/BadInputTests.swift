import Foundation
import Testing

/// A file that is wrong in one way, and what the tool must say about it.
struct BadInput: Sendable, CustomTestStringConvertible {
  var what: String
  var file: String
  var content: @Sendable () -> Data
  var expected: [String]

  var testDescription: String { what }

  init(_ what: String, _ file: String, expecting expected: [String] = [], _ content: @escaping @Sendable () -> String) {
    self.what = what
    self.file = file
    self.expected = expected
    self.content = { Data(content().utf8) }
  }
}

private let storyboard = """
  <?xml version="1.0" encoding="UTF-8"?>
  <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="23504" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
    <device id="retina4_7" orientation="portrait" appearance="light"/>
    <objects>
      <view id="root">
        <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
        <subviews>
          <view id="box" translatesAutoresizingMaskIntoConstraints="NO">
            <rect key="frame" x="16" y="16" width="100" height="40"/>
          </view>
        </subviews>
        <constraints>
          <constraint firstItem="box" firstAttribute="leading" secondItem="root" secondAttribute="leading" constant="16" id="c1"/>
        </constraints>
      </view>
    </objects>
  </document>

  """

private let header = "scene 1\nroot 375 x 667 @2x\n"

private let badInputs: [BadInput] = [
  BadInput("a truncated storyboard", "cut.xib", expecting: ["cut.xib:"]) { String(storyboard.prefix(700)) },
  BadInput("a file that is not XML", "prose.storyboard", expecting: ["prose.storyboard"]) { "Dear diary,\n" },
  BadInput("an empty storyboard", "empty.xib", expecting: ["empty.xib"]) { "" },
  BadInput("a missing reference in a storyboard", "missing.xib", expecting: ["missing.xib:", "ghost"]) {
    storyboard.replacingOccurrences(of: "secondItem=\"root\"", with: "secondItem=\"ghost\"")
  },
  BadInput("a number that is none in a storyboard", "number.xib", expecting: ["number.xib:"]) {
    storyboard.replacingOccurrences(of: "constant=\"16\"", with: "constant=\"NaN\"")
  },
  BadInput("an unknown view", "unknown.scene", expecting: ["unknown.scene:4", "boxx", "box"]) {
    header + "view box in root\nconstraint c1: boxx.top = root.top\n"
  },
  BadInput("a view in itself", "cycle.scene", expecting: ["cycle.scene:3", "box"]) { header + "view box in box\n" },
  BadInput("a duplicate name", "twice.scene", expecting: ["twice.scene:4", "box"]) {
    header + "view box in root\nview box in root\n"
  },
  BadInput("NaN in a scene", "nan.scene", expecting: ["nan.scene:4"]) {
    header + "view box in root\nconstraint c1: box.width = nan\n"
  },
  BadInput("1e999 in a scene", "huge.scene", expecting: ["huge.scene:4"]) {
    header + "view box in root\nconstraint c1: box.width = 1e999\n"
  },
  BadInput("a priority beyond 1000", "priority.scene", expecting: ["priority.scene:4"]) {
    header + "view box in root\nconstraint c1: box.width = 10 @ 1001\n"
  },
  BadInput("50 MB of one line", "large.scene", expecting: ["large.scene"]) {
    "scene 1\n" + String(repeating: "x", count: 50_000_000)
  },
  BadInput("50 MB of XML without an end", "large.storyboard", expecting: ["large.storyboard"]) {
    String(repeating: "<view>", count: 50_000_000 / 6)
  },
  BadInput("a solver script with a duplicate id", "twice.solver", expecting: ["twice.solver"]) {
    "solver 1\napply: declare v1; add c1: v1 = 3 @1000; add c1: v1 = 4 @500\n"
  },
]

@Suite(.serialized) struct BadInputTests {
  @Test("Bad input gets an error that says where and what, and exit status 65", arguments: badInputs)
  func isRefused(_ input: BadInput) throws {
    let answer = try Tool.run(["check"], on: input.content(), as: input.file)
    #expect(answer.status == 65, "\(answer.errors)")
    for expected in input.expected {
      #expect(answer.errors.contains(expected), "the error does not name \(expected): \(answer.errors.prefix(500))")
    }
  }

  @Test("Numbers at the edge of Double are solved or refused, never a crash", arguments: ["1e308", "-0", "5e-324"])
  func absurdNumbers(_ number: String) throws {
    let answer = try Tool.run(
      ["check"], on: header + "view box in root\nconstraint c1: box.width = \(number)\n", as: "absurd.scene")
    #expect([0, 1, 3, 65].contains(answer.status), "\(answer.errors)")
  }

  @Test("A library that is no plugin is refused")
  func noPlugin() throws {
    let answer = try Tool.inFolder { folder in
      let library = folder.appendingPathComponent("libText.so")
      try Data("not a library".utf8).write(to: library)
      return try Tool.run(["check", "--engine", library.path], on: header + "view box in root\n", as: "box.scene")
    }
    #expect(answer.status == 65)
    #expect(answer.errors.contains("libText.so"))
  }

  @Test("A file without an end in sight is refused before it is read as text")
  func endless() throws {
    let answer = try Tool.run(["check", "/dev/zero"])
    #expect(answer.status == 65)
    #expect(answer.errors.contains("[too-large]"), "\(answer.errors)")
  }

  @Test("A pipe is read like the standard input, and one that nobody writes to is empty")
  func pipes() throws {
    try Tool.inFolder { folder in
      let pipe = folder.appendingPathComponent("pipe.scene").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let silent = try Tool.run(["check", pipe])
      #expect(silent.status == 65)
      #expect(silent.errors.contains("pipe.scene:1: ") && silent.errors.contains("[wrong-format]"), "\(silent.errors)")

      let writer = Process()
      writer.executableURL = URL(fileURLWithPath: "/bin/sh")
      writer.arguments = ["-c", "printf '%s' \"$1\" > \"$2\"", "sh", header + "view box in box\n", pipe]
      try writer.run()
      // Held open until the writer has it too.
      let reader = open(pipe, O_RDONLY)
      defer { close(reader) }
      let spoken = try Tool.run(["check", pipe])
      writer.waitUntilExit()
      #expect(spoken.errors.contains("pipe.scene:3"), "\(spoken.errors)")
    }
  }

  @Test("A file that does not exist is a mistake of the user's")
  func missingFile() throws {
    let answer = try Tool.run(["check", "no-such.scene"])
    #expect(answer.status == 65)
    #expect(answer.errors.contains("no-such.scene"))
  }

  @Test("An unknown flag is a usage error")
  func usage() throws {
    #expect(try Tool.run(["check", "--no-such-flag"]).status == 64)
  }
}
