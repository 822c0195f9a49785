import EngineIsolation

/// Prints text or JSON. It replaces Swift's `print` in this tool. Names come from files, and may have control characters that a terminal
/// would obey. So they are escaped as in JSON.
func print(_ text: String, terminator: String = "\n") {
  StandardOutput.write(withoutControls(text) + terminator)
}
