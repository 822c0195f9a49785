/// The spelling of numbers in text forms and JSON: Swift's shortest description, without a trailing `.0`.
public enum TextNumber {
  /// Returns the spelling of a number; -0 is spelled `0`.
  public static func spell(_ value: Double) -> String {
    guard value != 0 else { return "0" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Reads a finite number in decimal notation, -0 as 0; `nil` for anything else.
  public static func parse(_ text: String) -> Double? {
    guard text.utf8.count <= 400, text.utf8.allSatisfy(isDecimal), let value = Double(text), value.isFinite else {
      return nil
    }
    return value == 0 ? 0 : value
  }

  /// Whether a byte may occur in a decimal number: hexadecimal numbers, `nan` and `inf` are refused.
  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

/// Returns a name as the text form writes it: quoted if it could be read as something else.
func spelled(name: String) -> String {
  var isBare = !name.isEmpty && name != "with" && TextNumber.parse(name) == nil
  for (index, byte) in name.utf8.enumerated() where isBare {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      break
    case UInt8(ascii: "-"): isBare = index > 0
    default: isBare = false
    }
  }
  return isBare ? name : quoted(name)
}

/// Returns a text as one word, such as a law or a date. It is quoted if it is empty or not ASCII, or if it would be read as several tokens.
func spelled(word: String) -> String {
  let isBare = !word.isEmpty && word.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F && !TextLine.endsWord($0) }
  return isBare ? word : quoted(word)
}

func quoted(_ text: String) -> String {
  var result = "\""
  for character in text.unicodeScalars {
    switch character {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(character)
    }
  }
  return result + "\""
}
