/// Prints text or JSON. It replaces Swift's `print` in this tool: names come from files, and a terminal would obey control characters in them, so
/// they are escaped as in JSON.
func print(_ text: String, terminator: String = "\n") {
  StandardOutput.write(withoutControls(text) + terminator)
}

func withoutControls(_ text: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
  }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var shown = ""
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
