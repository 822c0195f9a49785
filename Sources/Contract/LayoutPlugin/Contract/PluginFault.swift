/// An error of an engine that did not answer. A wrong answer is a finding, not a fault.
public enum PluginFault: Error, Hashable, Sendable {
  /// The library cannot be loaded, or the command cannot be started or ends without an answer.
  case cannotLoad(path: String, reason: String)
  /// The library or the command is no plugin: it exports no `layout_plugin_entry`, has no usable name, or its first answer does not describe an
  /// engine.
  case notAPlugin(path: String, reason: String)
  /// The library has another version of the table, or a table that is too small.
  case wrongABI(path: String, found: String)
  /// The library's table lacks a function that another function or a capability requires.
  case incompleteTable(path: String, found: String)
  /// The engine refused an edit as malformed: a duplicate or unknown id, a number that is not finite, a priority outside (0, 1000]. Nothing
  /// has changed.
  case rejected(String)
  /// The plugin does not offer this kind of engine.
  case notOffered(String)
  /// The engine gave up, because its host said that the call took too long. Nothing has changed.
  case cancelled
  /// The engine violated its contract.
  case broken(ContractViolation)
}
