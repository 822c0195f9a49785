/// Returns a count with its noun, for messages: `1 view`, `2 views`, `3 ambiguities`, `2 branches`.
package func counted(_ count: Int, _ noun: String) -> String {
  if count == 1 { return "1 \(noun)" }
  if noun.hasSuffix("y") { return "\(count) \(noun.dropLast())ies" }
  return "\(count) \(noun)\(noun.hasSuffix("ch") ? "es" : "s")"
}
