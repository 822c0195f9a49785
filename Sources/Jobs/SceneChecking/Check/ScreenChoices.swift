import LayoutKernel
import SceneImport
import SceneModel

/// The variations of screens that the options of `check --screens` choose.
package struct ScreenChoices {
  private var textSizes: [LayoutQuirks.TextSize]?
  private var directions: [LayoutDirection]?
  private var lengthenings: [Double]?
  private var languages: [PseudoLanguage]?

  package init(
    _ textSizes: String?, _ directions: String?, _ lengthen: String?, _ languages: String? = nil
  ) throws(UsageMistake) {
    func list<Value>(_ words: String?, _ option: String, _ known: String, _ read: (String) -> Value?)
      throws(UsageMistake) -> [Value]?
    {
      try words?.split(separator: ",").map { word throws(UsageMistake) in
        guard let value = read(String(word)) else {
          throw UsageMistake(.unknownWord, "\(option) \(word): it is \(known).")
        }
        return value
      }
    }
    self.textSizes = try list(
      textSizes, "--text-sizes", LayoutQuirks.TextSize.shortNames.joined(separator: ", "),
      LayoutQuirks.TextSize.init(shortName:))
    self.directions = try list(
      directions, "--directions", LayoutDirection.allCases.map(\.rawValue).joined(separator: " or "),
      LayoutDirection.init(rawValue:))
    lengthenings = try list(lengthen, "--lengthen", "a factor above 0 and up to 10, such as 1.4") { word in
      TextNumber.parse(word).flatMap { $0 > 0 && $0 <= 10 ? $0 : nil }
    }
    self.languages = try list(
      languages, "--pseudo-languages", PseudoLanguage.allCases.map(\.rawValue).joined(separator: ", "),
      PseudoLanguage.init(rawValue:))
  }

  /// Returns the variations on a device. Options that are missing have default values.
  package func variations(_ device: Device?) -> [ScreenVariation] {
    ScreenVariation.all(
      on: device, textSizes: textSizes ?? ScreenVariation.textSizes,
      directions: directions ?? ScreenVariation.directions,
      lengthenings: lengthenings ?? ScreenVariation.lengthenings, languages: languages ?? [])
  }
}
