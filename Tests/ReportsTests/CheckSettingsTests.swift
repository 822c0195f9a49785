import Reports
import SceneModel
import Testing

@Suite struct CheckSettingsTests {
  @Test("Settings are read, and other verbs' parts are left alone")
  func read() throws {
    let settings = try CheckSettings(
      yaml: """
        night: { minutes: 5 }
        check:
          files: [App, Modules]
          exclude: Pods
          fail-on: [conflict, ambiguity]
          baseline: accepted.txt
          widths: 320-1024
        """, file: "layoutlab.yml")
    #expect(settings.files == ["App", "Modules"] && settings.exclude == ["Pods"])
    #expect(settings.failOn == [.conflict, .ambiguity] && settings.only == nil)
    #expect(settings.baseline == "accepted.txt" && settings.widths == "320-1024")
  }

  @Test("Devices of one's own have their names in the settings and on the command line")
  func ownDevices() throws {
    let settings = try CheckSettings(
      yaml: """
        check:
          devices: [kiosk-landscape]
          own-devices: { kiosk: "900x700@2x:safe=24/0/20/0" }
        """, file: "layoutlab.yml")
    #expect(settings.devices == "kiosk=900x700@2x:safe=24/0/20/0-landscape")
    #expect(settings.spellingOut("iphone-8,kiosk") == "iphone-8,kiosk=900x700@2x:safe=24/0/20/0")
    #expect(settings.spellingOut("kiosks") == "kiosks")
  }

  @Test(
    "A mistake is told with its line and what was meant",
    arguments: [
      ("check:\n  file: App\n", 2, "files"), ("check:\n  files: [A]\n  only:\n    - conflct\n", 4, "conflict"),
      ("check: [1\n", 2, ""), ("check: 3\n", 1, ""), ("- a\n", 1, ""),
    ])
  func mistakes(yaml: String, line: Int, hint: String) {
    do {
      _ = try CheckSettings(yaml: yaml, file: "layoutlab.yml")
      Issue.record("no mistake was told")
    } catch {
      #expect(error.line == line && (hint.isEmpty || error.hint.contains(hint)), "\(error)")
    }
  }
}
