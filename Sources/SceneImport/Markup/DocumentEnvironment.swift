import SceneModel

/// The facts of a document as a whole: the tool that wrote it, and the canvas that it is for.
struct DocumentEnvironment: Sendable {
  /// Major version of the Xcode tools that saved the file, in Apple's thousands: 11762 is Xcode 8.
  var toolsVersion: Double
  /// Nil: the canvas of any size of Xcode 6 and 7, or a file without one.
  var device: DeviceProfile?
  /// Interface Builder's name, also for a device that the table does not know.
  var deviceID: String?
  /// Device pixels per point of the canvas.
  var scale: Double
  var usesSafeAreas: Bool
  /// AppKit: the y axis of the file goes up.
  var isMac: Bool
  var isTelevision: Bool
  var traits: VariationTraits

  /// True when the canvas is not the one that the frames were recorded on.
  var isAnotherDevice: Bool
  /// The canvas that the frames were recorded on, where the file tells.
  var recordedCanvas: Size?

  init(document: MarkupElement, device override: DeviceProfile? = nil) {
    toolsVersion =
      document["toolsVersion"].flatMap { version in
        Double(version.split(separator: ".").first.map(String.init) ?? version)
      } ?? 0
    let runtime = document["targetRuntime"] ?? ""
    isMac = runtime.hasPrefix("MacOSX")
    isTelevision = runtime.hasPrefix("AppleTV")
    usesSafeAreas = document.isYes("useSafeAreas")
    let element = document.child("device")
    deviceID = element?["id"]
    device = deviceID.flatMap(DeviceProfile.named)
    device?.isLandscape = element?["orientation"] == "landscape"
    isAnotherDevice = override != nil && override != device
    recordedCanvas = device?.canvas
    if let override {
      deviceID = override.id
      device = override
    }
    scale = device?.scale ?? deviceID.map(DocumentEnvironment.scale) ?? 1
    traits = VariationTraits()
    if let device {
      traits = VariationTraits(
        width: device.horizontalClass, height: device.verticalClass, idiom: device.idiom)
      // Split view on a tablet: every fraction but the full screen is compact.
      if device.idiom == .pad, element?.child("adaptation")?["id"]?.hasPrefix("splitview") == true {
        traits.width = .compact
      }
    }
  }

  /// Device pixels per point. Of devices that the table does not know, phones since 2017 have three, all others two.
  static func scale(of device: String) -> Double {
    if let known = DeviceProfile.named(device) { return known.scale }
    return device.hasPrefix("retina6_") || device.hasPrefix("retina7_") ? 3 : 2
  }
}

extension DocumentEnvironment {
  /// The canvas of any size of Xcode 6 and 7 shows the bars of a phone.
  static func anyDevice(isTelevision: Bool) -> DeviceProfile? {
    DeviceProfile.named(isTelevision ? "appleTV" : "retina4_7")
  }
}
