import SwiftSyntax

/// The facts about other files of the target that rewriting a file needs: which class inherits from which, which classes have members that
/// are connected by name, and which requirements of protocols are optional.
struct Declarations {
  /// A method that can be called by its name alone: an `@IBAction`, or a method that is visible to Objective-C.
  struct Action {
    let name: String
    let labels: [String]
    /// The types of the method's parameters, as they are written.
    let types: [String]
    let returns: Bool

    /// The name as Swift writes it, `pressed(_:event:)`, or `pressed` for a method without parameters.
    var swiftName: String { labels.isEmpty ? name : "\(name)(\(labels.map { "\($0):" }.joined()))" }
    var selectorName: String { Declarations.selectorName(name, labels) }
  }
  struct Outlet {
    let name: String
    let type: String
  }
  struct Class {
    var inherited: String?
    var outlets: [Outlet] = []
    var actions: [Action] = []
    /// Whether the class's body is in the target, so that an extension's overrides can be moved into it.
    var isDeclared = false
    /// The base names of the members that the class overrides, in its body or in an extension.
    var overridden: Set<String> = []
    /// The argument labels of the class's initialisers that every subclass must have.
    var requiredInitialisers: Set<[String]> = []
    /// Whether the class has an initialiser of its own without arguments.
    var hasPlainInitialiser = false
    /// Whether the class has designated initialisers, so that it inherits no initialiser.
    var hasDesignatedInitialisers = false

    var connectsByName: Bool { !outlets.isEmpty || !actions.isEmpty }
  }

  /// The classes by their own names, without the types around them.
  var classes: [String: Class] = [:]
  /// The base names of `optional` requirements that return nothing or an optional. An empty default behaves like leaving such a method out.
  var optionalRequirements: Set<String> = []
  /// The argument labels of the target's methods, by base name: one list for each method.
  var labels: [String: [[String]]] = [:]
  /// The classes whose metatypes variables and parameters hold, by the variable's name: for `type: Screen.Type`, `Screen` under `type`.
  var heldClasses: [String: String] = [:]

  /// Whether a subclass of the class `name` overrides the member.
  func isOverridden(_ member: String, of name: String) -> Bool {
    classes.contains { $0.value.overridden.contains(member) && $0.key != name && inherits($0.key, from: name) }
  }

  /// Whether the class is a class of UIKit or inherits from one.
  func isOfUIKit(_ name: String) -> Bool {
    var seen: Set<String> = []
    var next: String? = name
    while let present = next, seen.insert(present).inserted {
      guard let found = classes[present], found.isDeclared else { return Self.isClassOfUIKit(present) }
      next = found.inherited
    }
    return false
  }

  /// Whether a class declares or inherits an initialiser without arguments in this target. Objective-C needs only the class to call it.
  func isMadePlainly(_ name: String) -> Bool {
    var seen: Set<String> = []
    var next: String? = name
    while let present = next, seen.insert(present).inserted, let found = classes[present], found.isDeclared {
      if found.hasPlainInitialiser { return true }
      if found.hasDesignatedInitialisers { return false }
      next = found.inherited
    }
    return false
  }

  private func inherits(_ name: String, from ancestor: String) -> Bool {
    var seen: Set<String> = []
    var next = classes[name]?.inherited
    while let above = next, seen.insert(above).inserted {
      if above == ancestor { return true }
      next = classes[above]?.inherited
    }
    return false
  }

  /// Whether the class has to override its superclass's connections, because a superclass can be connected by name, too.
  func overridesConnections(_ name: String) -> Bool {
    var seen: Set<String> = []
    var next = classes[name]?.inherited
    while let above = next, seen.insert(above).inserted {
      guard let found = classes[above] else { return Self.isClassOfUIKit(above) }
      if found.connectsByName { return true }
      next = found.inherited
    }
    return false
  }

  /// Whether a name is that of a class of UIKit, which can be connected by name. A class without a superclass may have a protocol of UIKit in the
  /// first place of its inheritance list; protocols are recognised by endings such as `Delegate`.
  private static func isClassOfUIKit(_ name: String) -> Bool {
    guard ["UI", "CA", "NSLayout"].contains(where: name.hasPrefix) else { return false }
    return !["Delegate", "DataSource", "Transitioning", "Prefetching", "Updating"].contains(where: name.hasSuffix)
  }

  /// Returns Objective-C's spelling of a method: `f(_:)` is `f:`, `f(of:)` is `fWithOf:`, `f(_:event:)` is `f:event:`.
  static func selectorName(_ name: String, _ labels: [String]) -> String {
    guard let first = labels.first else { return name }
    let start = first == "_" ? name : name + "With" + first.prefix(1).uppercased() + first.dropFirst()
    return start + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
  }
}

/// Reads the declarations of one file into `declarations`.
final class DeclarationReader: SyntaxVisitor {
  var declarations: Declarations
  private var types: [String] = []

  init(_ declarations: Declarations) {
    self.declarations = declarations
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text
    types.append(name)
    var found = declarations.classes[name] ?? Declarations.Class()
    found.inherited = node.inheritanceClause?.inheritedTypes.first?.type.lastName
    found.isDeclared = true
    for member in node.memberBlock.members {
      guard let made = member.decl.as(InitializerDeclSyntax.self) else { continue }
      let labels = made.signature.parameterClause.parameters.map(\.firstName.text)
      if made.modifiers.contains(named: "required") { found.requiredInitialisers.insert(labels) }
      let isHidden = made.modifiers.contains(named: "private") || made.modifiers.contains(named: "fileprivate")
      if labels.isEmpty, !isHidden, made.optionalMark == nil { found.hasPlainInitialiser = true }
      if !made.modifiers.contains(named: "convenience") { found.hasDesignatedInitialisers = true }
    }
    declarations.classes[name] = found
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.extendedType.lastName) }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in node.possibleClauses { walk(clause) }
    return .skipChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    for member in node.memberBlock.members {
      if let method = member.decl.as(FunctionDeclSyntax.self), method.isSilentOptionalRequirement {
        declarations.optionalRequirements.insert(method.name.text)
      }
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.signature.parameterClause.parameters.map(\.firstName.text)
    declarations.labels[node.name.text, default: []].append(labels)
    if node.modifiers.contains(named: "override") { noteOverride(of: node.name.text) }
    for parameter in node.signature.parameterClause.parameters {
      note((parameter.secondName ?? parameter.firstName).text, holds: parameter.type)
    }
    if let type = types.last, node.isAction, isVisible(node.modifiers, in: node) {
      declarations.classes[type, default: Declarations.Class()].actions.append(
        .init(
          name: node.name.text, labels: labels, types: node.signature.parameterClause.parameters.map(\.type.valueType),
          returns: node.signature.returnClause != nil))
    }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      if node.modifiers.contains(named: "override") { noteOverride(of: name) }
      if let written = binding.typeAnnotation?.type { note(name, holds: written) }
    }
    guard let type = types.last, node.attributes.contains(named: "IBOutlet") else { return .visitChildren }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let written = binding.typeAnnotation?.type
      else { continue }
      declarations.classes[type, default: Declarations.Class()].outlets.append(
        .init(name: name, type: written.wrappedName))
    }
    return .skipChildren
  }

  private func enter(_ name: String) -> SyntaxVisitorContinueKind {
    types.append(name)
    return .visitChildren
  }

  private func noteOverride(of member: String) {
    if let type = types.last { declarations.classes[type, default: Declarations.Class()].overridden.insert(member) }
  }
  private func note(_ name: String, holds type: TypeSyntax) {
    guard let metatype = type.as(MetatypeTypeSyntax.self), metatype.metatypeSpecifier.text == "Type" else { return }
    declarations.heldClasses[name] = metatype.baseType.lastName
  }

  /// Whether a member can be called from the class's body. A private member of an extension cannot, since the body may be in another file.
  private func isVisible(_ modifiers: DeclModifierListSyntax, in node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let next = parent {
      if let extended = next.as(ExtensionDeclSyntax.self) {
        return !(Array(modifiers) + Array(extended.modifiers)).contains {
          ["private", "fileprivate"].contains($0.name.text)
        }
      }
      if next.is(ClassDeclSyntax.self) { return true }
      parent = next.parent
    }
    return true
  }
}

extension FunctionDeclSyntax {
  /// Whether the method can be called by its name alone. It must be an instance method that is marked `@IBAction` or `@objc`, with at most two
  /// parameters, none of them `inout`. It must not be generic, `async`, `throws` or an override.
  var isAction: Bool {
    let marked = attributes.contains(named: "IBAction") || attributes.contains(named: "objc")
    let parameters = signature.parameterClause.parameters
    let plain = genericParameterClause == nil && signature.effectSpecifiers == nil && parameters.count <= 2
    let ofInstances = !modifiers.contains { ["static", "class", "override"].contains($0.name.text) }
    return marked && plain && ofInstances && parameters.allSatisfy { !$0.type.trimmedDescription.hasPrefix("inout") }
  }

  /// Whether the method is an optional requirement that returns nothing or an optional. An empty default then behaves like a missing method.
  var isSilentOptionalRequirement: Bool {
    guard modifiers.contains(where: { $0.name.text == "optional" }) else { return false }
    guard let result = signature.returnClause?.type else { return true }
    return ["Void", "()"].contains(result.trimmedDescription) || result.is(OptionalTypeSyntax.self)
  }
}

extension DeclModifierListSyntax {
  func contains(named name: String) -> Bool { contains { $0.name.text == name } }
}

extension AttributeListSyntax {
  func contains(named name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name }
  }
}

extension TypeSyntax {
  /// The last part of a name without generic arguments: `Outer.Inner<Element>` is `Inner`.
  var lastName: String {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    if let plain = self.as(IdentifierTypeSyntax.self) { return plain.name.text }
    return trimmedDescription
  }
  /// The type of the values: `Sender!` is `Sender?`, and attributes are left out.
  var valueType: String {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.valueType }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.trimmedDescription + "?"
    }
    return trimmedDescription
  }
  /// The type without the optional around it.
  var wrappedName: String {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.trimmedDescription }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.trimmedDescription
    }
    return trimmedDescription
  }
}
