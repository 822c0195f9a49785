import SceneModel

extension WhatIf {
  /// Reads the words after `--what-if`, each of which is a change.
  package static func list(_ words: [String]) throws(UsageMistake) -> [WhatIf] {
    var rest = words[...]
    var list: [WhatIf] = []
    func operand(_ what: String) throws(UsageMistake) -> String {
      guard let word = rest.popFirst() else {
        throw UsageMistake(.valueMissing, "--what-if \(words.joined(separator: " ")): \(what) is missing")
      }
      return word
    }
    func number() throws(UsageMistake) -> Double {
      let word = try operand("a number")
      guard let value = TextNumber.parse(word) else {
        throw UsageMistake(.notANumber, "--what-if: \(word) is no number")
      }
      return value
    }
    while let verb = rest.popFirst() {
      switch verb {
      case "deactivate": list.append(.activate(try operand("a constraint"), false))
      case "activate": list.append(.activate(try operand("a constraint"), true))
      case "constant": list.append(.constant(try operand("a constraint"), try number()))
      case "priority": list.append(.priority(try operand("a constraint"), try number()))
      default:
        throw UsageMistake(
          .unknownWord, "--what-if \(verb): say deactivate ID, activate ID, constant ID POINTS or priority ID PRIORITY")
      }
    }
    return list
  }
}
