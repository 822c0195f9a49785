import EngineIsolation

/// Prints text or JSON. It replaces Swift's `print` in this tool: names come from files, and a terminal would obey control characters in them, so
/// they are escaped as in JSON.
func print(_ text: String, terminator: String = "\n") {
  StandardOutput.write(withoutControls(text) + terminator)
}
