import SwiftSyntax

/// Collects the replacements for one file.
final class FileRewriting: SyntaxVisitor {
  private(set) var replacements: [Replacement] = []
  /// Texts to add after the file's last line.
  private(set) var additions: [String] = []
  /// The members of this file's extensions that must move into the bodies of the target's classes, because they override or are overridden.
  private(set) var moved: [MovedMember] = []
  /// The ends of the bodies of this file's classes, by the class's name without the types around it.
  private(set) var ends: [String: (offset: Int, line: Int)] = [:]
  let declarations: Declarations
  private let path: String
  private let lines: SourceLocationConverter
  /// The types around the visited node, as they are written.
  private var types: [String] = []
  /// The generic parameters of the types and functions around the visited node whose values are classes of UIKit.
  private var classParameters: [Set<String>] = []

  init(_ declarations: Declarations, _ tree: SourceFileSyntax, path: String) {
    self.declarations = declarations
    self.path = path
    lines = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  /// The attributes to remove. They concern only Objective-C, Interface Builder and the start of an app.
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

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let possible = Set(node.possibleClauses.map(\.id))
    for clause in node.clauses {
      if possible.contains(clause.id) { walk(clause) } else if let condition = clause.condition { walk(condition) }
    }
    return .skipChildren
  }

  /// Replaces imports of modules that do not exist here: `CoreGraphics` and `ObjectiveC` become `UIKit`; a submodule becomes UIKit or QuartzCore.
  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.path.map(\.name.text)
    guard let first = names.first else { return .visitChildren }
    let isPart = names.count > 1 && node.importKindSpecifier == nil && ["UIKit", "QuartzCore"].contains(first)
    if isPart || ["CoreGraphics", "ObjectiveC"].contains(first) { replace(node.path, with: isPart ? first : "UIKit") }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledExpression.trimmedDescription == "os", node.arguments.trimmedDescription == "iOS" {
      replace(node, with: "true")
      return .skipChildren
    }
    if let place = placeOfInit(node) { replacements.append(place) }
    return visitOptionalCall(node)
  }

  /// Rewrites `view as? NSObject`, because objects of this UIKit have another base class than Foundation's `NSObject`.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    for (cast, type) in zip(node.elements, node.elements.dropFirst())
    where cast.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text == "?" {
      if let type = type.as(TypeExprSyntax.self), type.trimmedDescription == "NSObject" {
        replace(type, with: "any NSObjectProtocol")
      }
    }
    return .visitChildren
  }

  /// Methods of UIKit's delegates and data sources. An optional call of one on a delegate is rewritten even if the target declares methods of that
  /// name.
  private static let namesOfUIKit: Set<String> = [
    "collectionView", "numberOfSections", "pickerView", "tableView", "tabBarController", "navigationController",
  ]

  /// Rewrites `delegate?.moved?(self)` to `delegate?.moved(self)`: a requirement that was optional now has a default that does nothing.
  private func visitOptionalCall(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let chain = node.calledExpression.as(OptionalChainingExprSyntax.self),
      let member = chain.expression.as(MemberAccessExprSyntax.self), let base = member.base
    else { return .visitChildren }
    let name = member.declName.baseName.text
    let owner = base.trimmedDescription.filter { $0.isLetter }.lowercased()
    let askedOfDelegate =
      ["delegate", "datasource"].contains { owner.hasSuffix($0) }
      && (declarations.labels[name] == nil || Self.namesOfUIKit.contains(name))
    if declarations.optionalRequirements.contains(name) || askedOfDelegate { replace(chain.questionMark, with: "") }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    types.append(node.name.text)
    enter(node.genericParameterClause, node.genericWhereClause)
    let end = node.memberBlock.rightBrace.positionAfterSkippingLeadingTrivia
    ends[node.name.text] = (end.utf8Offset, lines.location(for: end).line)
    if node.genericParameterClause == nil, declarations.isMadePlainly(node.name.text),
      declarations.isOfUIKit(node.name.text)
    {
      insert(
        " public override class func makePlainly() -> UIResponder? { \(node.name.text)() };", after: node.memberBlock)
    }
    guard let found = declarations.classes[node.name.text], found.connectsByName else { return .visitChildren }
    let overrides = declarations.overridesConnections(node.name.text)
    insert(connections(found, of: node.name.text, overrides), after: node.memberBlock)
    if !overrides { additions.append("extension \(types.joined(separator: ".")): ConnectsByName {}\n") }
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) {
    types.removeLast()
    classParameters.removeLast()
  }
  /// Isolates deinitialisers to the main actor, so that they can use stored UIKit objects.
  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let isIsolated = !node.attributes.isEmpty || !node.modifiers.isEmpty
    if let type = types.last, declarations.isOfUIKit(type), !isIsolated {
      replace(node.deinitKeyword, with: "@MainActor deinit")
    }
    return .visitChildren
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.genericParameterClause, node.genericWhereClause)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { classParameters.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) {
    types.removeLast()
    if node.genericWhereClause == nil { takeOverrides(of: node) }
  }

  /// Removes `optional` from requirements, and gives them an empty default in an extension at the end of the file.
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

  private func insert(_ text: String, after body: MemberBlockSyntax) {
    let place = body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    replacements.append(Replacement(start: place, end: place, text: text))
  }

  /// Replaces a node. The new text has as many line breaks as the old one, so that later lines keep their numbers.
  private func replace(_ node: some SyntaxProtocol, with text: String) {
    let old = node.trimmedDescription
    replacements.append(
      Replacement(
        start: node.positionAfterSkippingLeadingTrivia.utf8Offset, end: node.endPositionBeforeTrailingTrivia.utf8Offset,
        text: text + String(repeating: "\n", count: old.count { $0.isNewline })))
  }
}

// MARK: Classes that are only known at run time
extension FileRewriting {
  private func enter(_ parameters: GenericParameterClauseSyntax?, _ conditions: GenericWhereClauseSyntax?) {
    var found = Set(
      (parameters?.parameters ?? []).filter { $0.inheritedType.map { declarations.isOfUIKit($0.lastName) } ?? false }
        .map(\.name.text))
    for case .conformanceRequirement(let requirement) in (conditions?.requirements ?? []).map(\.requirement)
    where declarations.isOfUIKit(requirement.rightType.lastName) {
      found.insert(requirement.leftType.trimmedDescription)
    }
    classParameters.append(found)
  }

  /// Returns the replacement for a call such as `T(frame: .zero)` or `type.init()` whose class is known only at run time; nil for other calls. Swift
  /// demands a required initialiser for such a call. The replacement `made` finds the initialiser at run time, as Objective-C does.
  private func placeOfInit(_ call: FunctionCallExprSyntax) -> Replacement? {
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self),
      classParameters.contains(where: { $0.contains(name.baseName.text) })
    {
      let place = name.endPositionBeforeTrailingTrivia.utf8Offset
      return Replacement(start: place, end: place, text: ".made")
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
      let base = member.base
    else { return nil }
    let holder =
      base.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let holder, isClassOfUIKit(holder, labels) else { return nil }
    let name = member.declName
    return Replacement(
      start: name.positionAfterSkippingLeadingTrivia.utf8Offset, end: name.endPositionBeforeTrailingTrivia.utf8Offset,
      text: "made")
  }

  private func isClassOfUIKit(_ holder: String, _ labels: [String]) -> Bool {
    if classParameters.contains(where: { $0.contains(holder) }) { return true }
    guard let held = declarations.heldClasses[holder] else { return false }
    if classParameters.contains(where: { $0.contains(held) }) { return true }
    return declarations.isOfUIKit(held) && declarations.classes[held]?.requiredInitialisers.contains(labels) != true
  }
}

// MARK: Overrides in extensions
extension FileRewriting {
  /// The classes whose members apps may replace in an extension, as with Objective-C categories. For all other classes, the compiler refuses that.
  private static let replaceableClasses: Set<String> = ["UINavigationController", "UITabBarController"]
  private static let replaceable: Set<String> = [
    "childForStatusBarHidden", "childForStatusBarStyle", "preferredInterfaceOrientationForPresentation",
    "preferredStatusBarStyle", "preferredStatusBarUpdateAnimation", "prefersHomeIndicatorAutoHidden",
    "prefersStatusBarHidden", "shouldAutorotate", "supportedInterfaceOrientations",
  ]

  /// Moves overrides out of an extension, where only Objective-C allows them. A member that overrides, or that a subclass overrides, moves into the
  /// class's body. For one of `replaceableClasses`, the member replaces UIKit's own instead, as a category does.
  private func takeOverrides(of node: ExtensionDeclSyntax) {
    let owner = node.extendedType.lastName
    let isDeclared = declarations.classes[owner]?.isDeclared == true
    for member in node.memberBlock.members {
      guard let (name, modifiers) = member.decl.overridable else { continue }
      let overrides = modifiers.contains(named: "override")
      if isDeclared {
        if overrides || declarations.isOverridden(name.text, of: owner) { move(member, to: owner) }
      } else if overrides, Self.replaceableClasses.contains(owner), Self.replaceable.contains(name.text) {
        replaceInUIKit(name, modifiers)
      }
    }
  }

  private func move(_ member: MemberBlockItemSyntax, to owner: String) {
    let start = member.positionAfterSkippingLeadingTrivia
    let range = start.utf8Offset..<member.endPositionBeforeTrailingTrivia.utf8Offset
    let inside = replacements.filter { range.contains($0.start) }
    let line = lines.location(for: start).line
    let text = member.trimmedDescription.applying(
      inside.map { Replacement(start: $0.start - range.lowerBound, end: $0.end - range.lowerBound, text: $0.text) })
    moved.append(MovedMember(owner: owner, path: path, line: line, text: text))
    replacements.removeAll { range.contains($0.start) }
    replace(member, with: "")
  }

  private func replaceInUIKit(_ name: TokenSyntax, _ modifiers: DeclModifierListSyntax) {
    for modifier in modifiers where ["override", "open"].contains(modifier.name.text) {
      replace(modifier, with: modifier.name.text == "override" ? "@_dynamicReplacement(for: \(name.text))" : "")
    }
    replace(name, with: "replacing_\(name.text)")
  }
}

/// A member of an extension that is moved into the body of its class.
struct MovedMember {
  let owner: String
  let path: String
  let line: Int
  /// The rewritten text.
  let text: String
}

extension DeclSyntax {
  /// The name and the modifiers of a method or of a single property; nil for other declarations.
  var overridable: (name: TokenSyntax, modifiers: DeclModifierListSyntax)? {
    if let method = self.as(FunctionDeclSyntax.self) { return (method.name, method.modifiers) }
    if let property = self.as(VariableDeclSyntax.self), property.bindings.count == 1,
      let pattern = property.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
    {
      return (pattern.identifier, property.modifiers)
    }
    return nil
  }
}

// MARK: Selectors and key paths
extension FileRewriting {
  /// Returns the code that replaces `#selector(argument)`. A name without a type belongs to the type around the expression.
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

  /// Returns the type that has the method. For `self.f` and `f` it is the type around them, because `self.f` as a value would retain `self`.
  private func owner(of expression: ExprSyntax) -> String {
    let around = types.last ?? "Self"
    guard let base = expression.as(MemberAccessExprSyntax.self)?.base else { return around }
    let written = base.trimmedDescription
    return ["self", "Self", "super", "type(of: self)"].contains(written) ? around : written
  }

  /// Returns an expression without its cast: `#selector(f as (A) -> () -> Void)` names `f`.
  private func withoutCast(_ expression: ExprSyntax) -> ExprSyntax {
    if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first { return first }
    if let cast = expression.as(AsExprSyntax.self) { return cast.expression }
    return expression
  }

  /// Returns the text of a key path: `#keyPath(CALayer.position.x)` is `position.x`, without the names of types before it.
  private func keyPath(_ expression: ExprSyntax) -> String {
    let parts = expression.trimmedDescription.filter { !$0.isWhitespace && $0 != "?" && $0 != "!" }.split(
      separator: ".")
    let path = parts.drop { $0.first?.isUppercase == true || $0 == "self" }
    return path.joined(separator: ".")
  }
}

// MARK: Connections by name
extension FileRewriting {
  /// Returns the code of the members that connect outlets and call actions by name, on one line.
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
        let call = callByName(action)
        return "case \(labels): \(call); "
      }
      let last = overrides ? "super.perform(named: name, sender: sender, event: event)" : "false"
      text +=
        " \(head) perform(named name: String, sender: Any?, event: UIEvent?) -> Bool { switch name { \(cases.joined())default: return \(last) } };"
    }
    return text
  }
}

extension FileRewriting {
  /// Returns the code that calls the action with the sender and the event, if they have the types that it takes.
  private func callByName(_ action: Declarations.Action) -> String {
    let given = ["sender", "event"]
    let conditions = zip(given, action.types).map { "let \($0) = Selector.argument(\($0), as: (\($1)).self)" }
    let arguments = zip(given, action.labels).map { $1 == "_" ? $0 : "\($1): \($0)" }
    let call = "\(action.returns ? "_ = " : "")\(action.name)(\(arguments.joined(separator: ", ")))"
    // Returns true even if the argument does not fit, because there is such an action.
    return conditions.isEmpty
      ? "\(call); return true" : "if \(conditions.joined(separator: ", ")) { \(call) }; return true"
  }
}

extension String {
  fileprivate var trimmingBackticks: String { filter { $0 != "`" } }
}
