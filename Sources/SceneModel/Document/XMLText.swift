extension String {
  /// For the text of an XML element, or an attribute in double quotes. What XML forbids even escaped is dropped.
  public var escapedForXML: String {
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
  /// What XML 1.0 calls a character: no control characters but tab and line ends, neither U+FFFE nor U+FFFF.
  public var isAllowedInXML: Bool {
    value >= 0x20 && value != 0xFFFE && value != 0xFFFF || value == 9 || value == 10 || value == 13
  }
}
