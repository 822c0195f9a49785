import SwiftSyntax

/// Collects what is to be replaced in one file.
final class FileRewriting: SyntaxVisitor {
  private(set) var replacements: [Replacement] = []
  /// What is added after the last line.
  private(set) var additions: [String] = []
  private let declarations: Declarations
  /// The types around the place that is visited, as they are written.
  private var types: [String] = []

  init(_ declarations: Declarations) {
    self.declarations = declarations
    super.init(viewMode: .sourceAccurate)
  }

  /// Attributes that mean something to Objective-C or to a loader alone.
  private static let dropped: Set<String> = [
    "objc", "objcMembers", "nonobjc", "IBOutlet", "IBAction", "IBSegueAction", "NSCopying", "UIApplicationMain",
    "GKInspectable",
  ]

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if Self.dropped.contains(node.attributeName.trimmedDescription) { replace(node, with: "") }
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard let argument = node.arguments.first else { return .visitChildren }
    switch node.macroName.text {
    case "selector":
      replace(node, with: selector(argument))
      return .skipChildren
    case "keyPath":
      replace(node, with: "\"\(keyPath(argument.expression))\"")
      return .skipChildren
    default: return .visitChildren
    }
  }

  /// `delegate?.moved?(self)`: what was optional has a default now, which does nothing.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
      let member = chain.expression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return .visitChildren }
    let name = member.declName.baseName.text
    let owner = base.trimmedDescription.filter { $0.isLetter }.lowercased()
    let askedOfDelegate =
      ["delegate", "datasource"].contains { owner.hasSuffix($0) } && declarations.labels[name] == nil
    if declarations.optionalRequirements.contains(name) || askedOfDelegate { replace(chain.questionMark, with: "") }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    types.append(node.name.text)
    guard let found = declarations.classes[node.name.text], found.connectsByName else { return .visitChildren }
    let overrides = declarations.overridesConnections(node.name.text)
    let place = node.memberBlock.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    replacements.append(Replacement(start: place, end: place, text: connections(found, of: node.name.text, overrides)))
    if !overrides { additions.append("extension \(types.joined(separator: ".")): ConnectsByName {}\n") }
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  /// Optional requirements get a default beside the protocol.
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let access = node.modifiers.contains { ["public", "open"].contains($0.name.text) } ? "public " : ""
    var defaults: [String] = []
    for member in node.memberBlock.members {
      guard let method = member.decl.as(FunctionDeclSyntax.self), method.isSilentOptionalRequirement else { continue }
      for modifier in method.modifiers where modifier.name.text == "optional" { replace(modifier, with: "") }
      let silent = method.signature.returnClause?.type.is(OptionalTypeSyntax.self) == true ? "nil" : ""
      let head = "func \(method.name.text)\(method.signature.trimmedDescription)"
      defaults.append("  \(access)\(head.replacing("\n", with: " ")) { \(silent) }")
    }
    if !defaults.isEmpty {
      additions.append("extension \(node.name.text) {\n\(defaults.joined(separator: "\n"))\n}\n")
    }
    return .visitChildren
  }

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    types.append(name)
    return .visitChildren
  }

  /// Lines that the old text had stay in the new one, so that what follows keeps its number.
  private func replace(_ node: some SyntaxProtocol, with text: String) {
    let old = node.trimmedDescription
    replacements.append(
      Replacement(
        start: node.positionAfterSkippingLeadingTrivia.utf8Offset, end: node.endPositionBeforeTrailingTrivia.utf8Offset,
        text: text + String(repeating: "\n", count: old.count { $0.isNewline })))
  }
}

// MARK: Selectors and key paths
extension FileRewriting {
  /// The selector of `#selector(argument)`: made of the method of the type around it where only a name is written.
  private func selector(_ argument: LabeledExprSyntax) -> String {
    let expression = withoutCast(argument.expression)
    let reference = expression.as(MemberAccessExprSyntax.self)?.declName ?? expression.as(DeclReferenceExprSyntax.self)
    guard let reference else { return "Selector(\"\(expression.trimmedDescription.replacing("\"", with: ""))\")" }
    let name = reference.baseName.text.trimmingBackticks
    if let label = argument.label?.text {  // getter: or setter:
      return "Selector(\"\(label == "setter" ? "set\(name.prefix(1).uppercased())\(name.dropFirst()):" : name)\")"
    }
    let written = reference.argumentNames?.arguments.map(\.name.text)
    let known = declarations.labels[name].flatMap { $0.count == 1 ? $0[0] : nil }
    let selectorName = Declarations.selectorName(name, written ?? known ?? [])
    return "Selector(\"\(selectorName)\", \(owner(of: expression)).\(reference.trimmedDescription))"
  }

  /// The type whose method is meant. `self.f` and `f` belong to the type around them: the method must not hold on to `self`.
  private func owner(of expression: ExprSyntax) -> String {
    let around = types.last ?? "Self"
    guard let base = expression.as(MemberAccessExprSyntax.self)?.base else { return around }
    let written = base.trimmedDescription
    return ["self", "Self", "super", "type(of: self)"].contains(written) ? around : written
  }

  /// `#selector(f as (A) -> () -> Void)` names `f`.
  private func withoutCast(_ expression: ExprSyntax) -> ExprSyntax {
    if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first { return first }
    if let cast = expression.as(AsExprSyntax.self) { return cast.expression }
    return expression
  }

  /// `#keyPath(CALayer.position.x)` is `position.x`: names of types in front are left out.
  private func keyPath(_ expression: ExprSyntax) -> String {
    let parts = expression.trimmedDescription.filter { !$0.isWhitespace && $0 != "?" && $0 != "!" }.split(
      separator: ".")
    let path = parts.drop { $0.first?.isUppercase == true || $0 == "self" }
    return path.joined(separator: ".")
  }
}

// MARK: Connections by name
extension FileRewriting {
  /// The members that connect outlets and call actions by name, on one line.
  private func connections(_ found: Declarations.Class, of name: String, _ overrides: Bool) -> String {
    let head = overrides ? "@MainActor public override func" : "@MainActor public func"
    var text = ""
    if !found.outlets.isEmpty || !overrides {
      let cases = found.outlets.map { outlet in
        "case \"\(outlet.name)\": if let value = value as? \(outlet.type) { self.\(outlet.name) = value; return true }; return false; "
      }
      let last = overrides ? "super.connect(value, outlet: name)" : "false"
      text +=
        " \(head) connect(_ value: Any?, outlet name: String) -> Bool { switch name { \(cases.joined())default: return \(last) } };"
    }
    if !found.actions.isEmpty || !overrides {
      let cases = found.actions.map { action in
        let spellings = [action.selectorName, action.swiftName].map { "\"\($0)\"" }
        let labels = Set(spellings).sorted().joined(separator: ", ")
        let call =
          action.labels.isEmpty
          ? "\(action.returns ? "_ = " : "")\(action.name)(); return true"
          : "return Selector(\"\(action.selectorName)\", \(name).\(action.swiftName)).perform(on: self, sender: sender, event: event)"
        return "case \(labels): \(call); "
      }
      let last = overrides ? "super.perform(named: name, sender: sender, event: event)" : "false"
      text +=
        " \(head) perform(named name: String, sender: Any?, event: UIEvent?) -> Bool { switch name { \(cases.joined())default: return \(last) } };"
    }
    return text
  }
}

extension String {
  fileprivate var trimmingBackticks: String { filter { $0 != "`" } }
}
