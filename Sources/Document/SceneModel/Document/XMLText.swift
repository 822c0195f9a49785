extension String {
  /// The string as text of an XML element, or of an attribute in double quotes. Characters that XML forbids even when escaped are dropped.
  package var escapedForXML: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\n", "\t", "\r": result += "&#\(scalar.value);"
      default: if scalar.isAllowedInXML { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 allows the scalar: no control characters besides tab and line ends, neither U+FFFE nor U+FFFF.
  package var isAllowedInXML: Bool {
    value >= 0x20 && value != 0xFFFE && value != 0xFFFF || value == 9 || value == 10 || value == 13
  }
}
