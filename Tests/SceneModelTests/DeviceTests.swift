import SceneModel
import Testing

/// The one table of devices.
struct DeviceTests {
  @Test("A device has one name, and is found by Interface Builder's and by its siblings'")
  func names() throws {
    for (name, other) in [("iphone-8", "retina4_7"), ("iphone-12-pro-max", "iphone-14-plus"), ("apple-tv", "appleTV")] {
      #expect(Device.named(other)?.name == name && Device.canonical(other) == name)
    }
    #expect(Device.canvasName(of: "iphone-8") == "retina4_7" && Device.canvasName(of: "a") == "a")
    #expect(Device.all.contains { $0.size == Size(width: 428, height: 926) })
    #expect(
      Set(Device.all.flatMap { [$0.name] + $0.otherNames }).count
        == Device.all.reduce(0) { $0 + 1 + $1.otherNames.count })
    #expect(Device.named("nokia") == nil)
  }

  @Test("A device lies on its side with its other safe area and size classes")
  func landscape() throws {
    let phone = try #require(Device(spelling: "retina6_12-landscape"))
    #expect(phone.spelling == "iphone-14-pro-landscape" && phone.canvas == Size(width: 852, height: 393))
    #expect(phone.screenInsets == Insets(left: 59, bottom: 21, right: 59))
    #expect(phone.horizontalClass == .compact && phone.verticalClass == .compact)
    #expect(Device(spelling: "iphone-8-landscape")?.screenInsets == .zero)
    #expect(Device(spelling: "iphone-11-landscape")?.horizontalClass == .regular)
    let tablet = try #require(Device(spelling: "ipad-11-landscape"))
    #expect(tablet.screenInsets == Insets(top: 24, bottom: 20) && tablet.verticalClass == .regular)
  }

  @Test("A device of one's own is spelled out")
  func own() throws {
    let kiosk = try #require(
      Device(
        spelling: "kiosk=900x700@2x:safe=24/0/20/0:landscape=0/24/20/24:classes=regular/compact:idiom=pad-landscape"))
    #expect(kiosk.name == "kiosk" && kiosk.scale == 2 && kiosk.idiom == .pad && kiosk.isLandscape)
    #expect(kiosk.canvas == Size(width: 700, height: 900) && kiosk.screenInsets.left == 24)
    #expect(kiosk.horizontalClass == .regular && kiosk.verticalClass == .compact)
    #expect(Device.named("428x926@3x")?.size == Size(width: 428, height: 926))
    for wrong in [
      "", "=", "900x", "900x700@0x", "900x700:safe=1/2/3", "900x700:x=1", "900x700@2x:", "-1x2", "1e9x3", "=1x1",
    ] {
      #expect(Device(spelling: wrong) == nil, "\(wrong)")
    }
  }

  @Test("A scene's device is read by every name and printed by one")
  func scenes() throws {
    let scene = try Scene(text: "scene 1\ndevice retina6_7\n")
    #expect(scene.device == "iphone-12-pro-max" && scene.root.frame.width == 428 && scene.root.safeArea.top == 47)
    #expect(try Scene(text: scene.text) == scene)
    let own = try Scene(text: "scene 1\ndevice \"900x700@2x:safe=24/0/20/0\"\n")
    #expect(own.root.frame.height == 700 && own.scale == 2 && own.root.safeArea.bottom == 20)
    #expect(try Scene(text: own.text) == own)
  }
}
