extension ConflictLog: CustomStringConvertible {
  /// The message as UIKit or AppKit prints it. Reading it gives an equal log, at line 1.
  public var description: String {
    var text = platform == .uiKit ? ConflictLog.uiKitHeading : ConflictLog.appKitHeading
    text.reserveCapacity(1024 + 192 * entries.count)
    if platform == .uiKit {
      if hasMasks { text += ConflictLog.uiKitMaskNote }
      text += "(\n"
    }
    for (index, entry) in entries.enumerated() {
      text += "    \""
      text += entry.description.escapingQuotes
      text += index + 1 < entries.count ? "\",\n" : "\"\n"
    }
    if !endsWithinList { text += ")\n" }
    if let broken {
      text += "\nWill attempt to recover by breaking constraint \n"
      text += broken.description
      text += "\n\n"
      text += platform == .uiKit ? ConflictLog.uiKitClosing : ConflictLog.appKitClosing
    }
    return text
  }

  private var hasMasks: Bool {
    constraints.contains { $0.constraint.className == "NSAutoresizingMaskLayoutConstraint" }
  }

  private static let uiKitHeading =
    "Unable to simultaneously satisfy constraints.\n"
    + "\tProbably at least one of the constraints in the following list is one you don't want. \n"
    + "\tTry this: \n"
    + "\t\t(1) look at each constraint and try to figure out which you don't expect; \n"
    + "\t\t(2) find the code that added the unwanted constraint or constraints and fix it. \n"

  private static let uiKitMaskNote =
    "\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, refer to the "
    + "documentation for the UIView property translatesAutoresizingMaskIntoConstraints) \n"

  private static let uiKitClosing =
    "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.\n"
    + "The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be "
    + "helpful.\n"

  private static let appKitHeading = "Unable to simultaneously satisfy constraints:\n(\n"

  private static let appKitClosing =
    "Set the NSUserDefault NSConstraintBasedLayoutVisualizeMutuallyExclusiveConstraints to YES to have -[NSWindow "
    + "visualizeConstraints:] automatically called when this happens.  And/or, set a symbolic breakpoint on "
    + "LAYOUT_CONSTRAINTS_NOT_SATISFIABLE to catch this in the debugger.\n"
}

extension ConflictLog.Entry: CustomStringConvertible {
  public var description: String {
    switch self {
    case .read(let constraint): constraint.description
    case .unread(let text): text
    }
  }
}

extension String {
  fileprivate var escapingQuotes: String {
    guard utf8.contains(UInt8(ascii: "\"")) else { return self }
    // By scalars: a quote and a combining mark behind it are one character, which is no quote.
    var escaped = ""
    for scalar in unicodeScalars {
      if scalar == "\"" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
