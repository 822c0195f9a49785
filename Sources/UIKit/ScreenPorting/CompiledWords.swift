extension SwiftWords {
  /// The words that are compiled when an iOS file is built on Linux, without those in branches of `#if` for other systems. If a condition cannot be
  /// decided, both branches stay.
  var compiled: [Word] {
    var result: [Word] = []
    // For every `#if` around: whether this branch may be compiled, and whether this one or one before it certainly is.
    var around: [(isOpen: Bool, isSettled: Bool)] = []
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch word.text {
      case "#if", "#elseif", "#else":
        let condition = words[index...].prefix { word.text != "#else" && $0.line == word.line }
        index += condition.count
        let holds = word.text == "#else" ? true : Self.holds(condition.map(\.text)[...])
        let wasSettled = word.text == "#if" ? false : around.popLast()?.isSettled ?? false
        around.append((!wasSettled && holds != false, wasSettled || holds == true))
      case "#endif": _ = around.popLast()
      default: if around.allSatisfy(\.isOpen) { result.append(word) }
      }
    }
    return result
  }

  /// Returns whether a condition holds; nil if only the compiler can decide it.
  private static func holds(_ condition: ArraySlice<Substring>) -> Bool? {
    if let place = condition.firstIndex(of: "|") {
      let (left, right) = (holds(condition[..<place]), holds(condition[place...].drop { $0 == "|" }))
      return left == true || right == true ? true : left == false && right == false ? false : nil
    }
    if let place = condition.firstIndex(of: "&") {
      let (left, right) = (holds(condition[..<place]), holds(condition[place...].drop { $0 == "&" }))
      return left == false || right == false ? false : left == true && right == true ? true : nil
    }
    if condition.first == "!" { return holds(condition.dropFirst()).map { !$0 } }
    let parts = Array(condition)
    guard parts.count == 4, parts[1] == "(", parts[3] == ")" else { return nil }
    switch parts[0] {
    case "os": return ["iOS", "Linux"].contains(parts[2])
    case "targetEnvironment": return false
    case "canImport": return KnownNames.modules.contains(String(parts[2]))
    default: return nil
    }
  }
}
