extension PluginFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotLoad(let path, let reason): "\(path): cannot be loaded as a plugin: \(reason)"
    case .wrongABI(let path, let found): "\(path): speaks another plugin table: \(found)"
    case .incompleteTable(let path, let found): "\(path): has an incomplete table: \(found)"
    case .rejected(let reason): "the engine refused an edit: \(reason)"
    case .notOffered(let reason): "not offered: \(reason)"
    case .broken(let reason): "the engine left its contract: \(reason)"
    }
  }
}
