import ArgumentParser
import SceneChecking
import SceneModel

extension WhatIf {
  /// What the words behind `--what-if` say.
  static func list(_ words: [String]) throws -> [WhatIf] {
    var rest = words[...]
    var list: [WhatIf] = []
    func operand(_ what: String) throws -> String {
      guard let word = rest.popFirst() else {
        throw ValidationError("--what-if \(words.joined(separator: " ")): \(what) is missing")
      }
      return word
    }
    func number() throws -> Double {
      let word = try operand("a number")
      guard let value = TextNumber.parse(word) else { throw ValidationError("--what-if: \(word) is no number") }
      return value
    }
    while let verb = rest.popFirst() {
      switch verb {
      case "deactivate": list.append(.activate(try operand("a constraint"), false))
      case "activate": list.append(.activate(try operand("a constraint"), true))
      case "constant": list.append(.constant(try operand("a constraint"), try number()))
      case "priority": list.append(.priority(try operand("a constraint"), try number()))
      default:
        throw ValidationError(
          "--what-if \(verb): say deactivate ID, activate ID, constant ID POINTS or priority ID PRIORITY")
      }
    }
    return list
  }
}
