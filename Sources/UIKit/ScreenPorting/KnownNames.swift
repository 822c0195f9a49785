/// The names of types and modules, by their owner. `Scripts/known-names.py` generates the lists.
enum KnownNames {
  /// Modules that a Linux build can import: this package's, those of the toolchain, and those whose imports the rewriter replaces.
  static let modules: Set<String> = [
    "UIKit", "QuartzCore", "SnapKit", "HeadlessUIKit", "Foundation", "FoundationNetworking", "FoundationXML",
    "Dispatch", "Swift",
    "Glibc", "XCTest", "Testing", "CoreGraphics", "ObjectiveC", "Synchronization", "RegexBuilder", "Observation",
    "CoreFoundation",
  ]

  /// Whether a name begins like a type of Apple's frameworks: a framework's prefix of capital letters, then a word.
  static func isApples(_ name: String) -> Bool {
    let capitals = name.prefix { $0.isUppercase }.dropLast()
    guard name.dropFirst(capitals.count + 1).first?.isLowercase == true else { return false }
    return prefixes.contains(String(capitals))
  }

  private static let prefixes: Set<String> = [
    "UI", "NS", "CA", "CG", "CI", "CT", "CF", "CL", "CM", "CN", "CK", "AV", "AU", "AS", "AR", "EK", "GK", "GL", "GLK",
    "HK", "IN",
    "LA", "LP", "MC", "MF", "MK", "ML", "MP", "MTK", "MTL", "NW", "PDF", "PH", "PK", "QL", "SCN", "SF", "SK", "SL",
    "UN", "UT", "VN",
    "WK", "WC",
  ]
}
