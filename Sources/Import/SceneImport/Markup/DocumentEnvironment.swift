import SceneModel

/// The facts of a document as a whole: the tool that wrote it, and the canvas that it is for.
struct DocumentEnvironment: Sendable {
  /// The version of the Xcode tools that saved the file, in Apple's thousands: 11762 is Xcode 8.
  var toolsVersion: Double
  /// The canvas's device; nil for the canvas of any size of Xcode 6 and 7, and for a file without one.
  var device: Device?
  /// The name of the canvas's device: this project's name, or Interface Builder's if this project does not know the device.
  var deviceID: String?
  /// Device pixels per point of the canvas.
  var scale: Double
  var usesSafeAreas: Bool
  /// Whether the file is for AppKit. If so, its y axis points upwards.
  var isMac: Bool
  var isTelevision: Bool
  /// The kind of device that the file is for; nil: phones and tablets.
  var target: Device.Idiom?
  var traits: VariationTraits

  /// Whether the canvas is not the one on which the frames were recorded.
  var isAnotherDevice: Bool
  /// The canvas on which the frames were recorded, if the file names it.
  var recordedCanvas: Size?

  init(document: MarkupElement, device override: Device? = nil) {
    toolsVersion = DocumentEnvironment.toolsVersion(of: document)
    let runtime = document["targetRuntime"] ?? ""
    isMac = runtime.hasPrefix("MacOSX")
    isTelevision = runtime.hasPrefix("AppleTV")
    usesSafeAreas = document.isYes("useSafeAreas")
    let element = document.child("device")
    deviceID = element?["id"].map(Device.canonical)
    device = deviceID.flatMap(Device.named)
    device?.isLandscape = element?["orientation"] == "landscape"
    target = isTelevision ? .television : isMac ? .mac : runtime.hasSuffix("iPad") || device?.idiom == .pad ? .pad : nil
    isAnotherDevice = override != nil && override != device
    recordedCanvas = device?.canvas
    if let override {
      deviceID = override.name
      device = override
    }
    scale = device?.scale ?? deviceID.map(DocumentEnvironment.scale) ?? 1
    traits = VariationTraits()
    if let device {
      traits = VariationTraits(
        width: device.horizontalClass, height: device.verticalClass, idiom: device.idiom)
      // In split view on a tablet, the width is compact at every fraction of the screen.
      if device.idiom == .pad, element?.child("adaptation")?["id"]?.hasPrefix("splitview") == true {
        traits.width = .compact
      }
    }
  }

  /// Returns the version of the tools that wrote the document. A number above 30 000 means something else (IB4.16); then the plug-in's version is
  /// used, which counts in the same way.
  private static func toolsVersion(of document: MarkupElement) -> Double {
    func version(_ text: String?) -> Double? { text.flatMap { Double($0.split(separator: ".").first ?? "") } }
    let own = version(document["toolsVersion"]) ?? 0
    guard own >= 30_000 else { return own }
    let plugIn = document.child("dependencies")?.children.first {
      $0.tag == "plugIn" && $0["identifier"]?.hasSuffix("IBCocoaTouchPlugin") == true
    }
    return version(plugIn?["version"]).flatMap { $0 < 30_000 ? $0 : nil } ?? DocumentEnvironment.presentTools
  }

  /// The version that is assumed if the file's number means something else and its plug-in's version is not usable: Xcode 15.
  private static let presentTools = 22_504.0

  /// The pixels per point. Unknown phones since 2017 have three, all other unknown devices two.
  static func scale(of device: String) -> Double {
    if let known = Device.named(device) { return known.scale }
    return device.hasPrefix("retina6_") || device.hasPrefix("retina7_") ? 3 : 2
  }
}

extension DocumentEnvironment {
  /// The device whose bars the canvas of any size (Xcode 6 and 7) shows: a phone, or a television.
  static func anyDevice(isTelevision: Bool) -> Device? {
    Device.named(isTelevision ? "apple-tv" : "iphone-8")
  }
}
