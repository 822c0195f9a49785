import SwiftSyntax

/// Whether the condition of an `#if` holds when a UIKit file is compiled on Linux, as far as it can be decided without the compiler's flags.
/// Conditions about iOS hold, and so do conditions about Linux.
enum Condition {
  case holds, fails, unknown

  init(_ expression: ExprSyntax) {
    if let literal = expression.as(BooleanLiteralExprSyntax.self) {
      self = literal.literal.text == "true" ? .holds : .fails
    } else if let negation = expression.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
      self = Condition(negation.expression).negated
    } else if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let inner = tuple.elements.first
    {
      self = Condition(inner.expression)
    } else if let sequence = expression.as(SequenceExprSyntax.self) {
      self = Condition(Array(sequence.elements))
    } else if let call = expression.as(FunctionCallExprSyntax.self) {
      self = Condition(call)
    } else {
      self = .unknown
    }
  }

  /// Reads a condition such as `a && b || c && d`: an alternative holds if all its parts do.
  private init(_ elements: [ExprSyntax]) {
    let alternatives = elements.split { $0.trimmedDescription == "||" }.map { parts in
      parts.split { $0.trimmedDescription == "&&" }.map { $0.count == 1 ? Condition($0.first!) : .unknown }
    }.map { parts -> Condition in
      parts.contains(.fails) ? .fails : parts.allSatisfy { $0 == .holds } ? .holds : .unknown
    }
    self =
      alternatives.contains(.holds) ? .holds : alternatives.allSatisfy { $0 == .fails } ? .fails : .unknown
  }

  private init(_ call: FunctionCallExprSyntax) {
    let argument = call.arguments.trimmedDescription
    switch call.calledExpression.trimmedDescription {
    case "os": self = ["iOS", "Linux"].contains(argument) ? .holds : .fails
    case "targetEnvironment": self = .fails
    case "canImport" where ["UIKit", "QuartzCore", "Foundation"].contains(argument): self = .holds
    case "canImport" where ["AppKit", "Cocoa", "WatchKit", "ObjectiveC", "Darwin"].contains(argument): self = .fails
    default: self = .unknown
    }
  }

  private var negated: Condition {
    switch self {
    case .holds: .fails
    case .fails: .holds
    case .unknown: .unknown
    }
  }
}

extension IfConfigDeclSyntax {
  /// The branches that may be compiled. Branches whose condition is false are left out, and so are all branches after one whose condition is true.
  var possibleClauses: [IfConfigClauseSyntax] {
    var result: [IfConfigClauseSyntax] = []
    for clause in clauses {
      let condition = clause.condition.map(Condition.init) ?? .holds
      if condition != .fails { result.append(clause) }
      if condition == .holds { break }
    }
    return result
  }
}
