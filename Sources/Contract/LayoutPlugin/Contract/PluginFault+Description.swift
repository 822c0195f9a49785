extension PluginFault: CustomStringConvertible {
  /// The stable code of the fault. `Guides/codes.md` lists all with what to do.
  public var code: String {
    switch self {
    case .cannotLoad: "cannot-load"
    case .notAPlugin: "not-a-plugin"
    case .wrongABI: "wrong-table-version"
    case .incompleteTable: "incomplete-table"
    case .rejected: PluginFault.refusedEdit
    case .notOffered: "not-offered"
    case .cancelled: "engine-cancelled"
    case .broken(let violation): violation.code.rawValue
    }
  }

  /// The stable code of an edit that was refused as malformed.
  package static let refusedEdit = "refused-edit"
  /// The stable code of a fault that a layout engine, or the process of an engine, reports about itself.
  package static let engineFault = "engine-fault"

  public var description: String {
    switch self {
    case .cannotLoad(let path, let reason): "\(path): cannot be loaded [\(code)]: \(reason)"
    case .notAPlugin(let path, let reason): "\(path): is not a plugin [\(code)]: \(reason)"
    case .wrongABI(let path, let found): "\(path): uses another version of the plugin table [\(code)]: \(found)"
    case .incompleteTable(let path, let found): "\(path): has an incomplete table [\(code)]: \(found)"
    case .rejected(let reason): "the engine refused an edit [\(code)]: \(reason)"
    case .notOffered(let reason): "not offered [\(code)]: \(reason)"
    case .cancelled: "the engine gave up [\(code)]: its time for the call was over"
    case .broken(let violation):
      "the engine violates its contract about \(violation.part.rawValue) [\(code)]: \(violation)"
    }
  }
}
