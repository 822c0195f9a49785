import LibC

/// A set of plugins by name. It is a value: pass it to the code that needs engines.
public struct PluginRegistry: Sendable {
  /// The plugins, in the order in which they were added.
  public private(set) var plugins: [Plugin] = []

  /// Makes a registry. Of two plugins with the same name, the later one is used.
  public init(_ plugins: [Plugin] = []) {
    for plugin in plugins { add(plugin) }
  }

  /// Adds a plugin. It replaces a plugin with the same name, so that a loaded library can stand in for a linked engine.
  public mutating func add(_ plugin: Plugin) {
    if let index = plugins.firstIndex(where: { $0.manifest.name == plugin.manifest.name }) {
      plugins[index] = plugin
    } else {
      plugins.append(plugin)
    }
  }

  /// The plugin of a name; `nil` when there is none.
  public subscript(name: String) -> Plugin? { plugins.first { $0.manifest.name == name } }

  /// Returns the plugin with a name that a user gave: one in the registry, or the path of a library (anything with a `/`, or with the file
  /// extension of shared libraries), which is loaded and not added.
  ///
  /// - Parameters:
  ///   - nameOrPath: the name or path.
  ///   - host: what the engines of a loaded library may ask of this program.
  /// - Throws: `.notOffered` for an unknown name, or the fault of loading.
  public func plugin(_ nameOrPath: String, host: EngineHost = EngineHost()) throws(PluginFault) -> Plugin {
    if let plugin = self[nameOrPath] { return plugin }
    if nameOrPath.contains("/") || nameOrPath.hasSuffix(sharedLibrarySuffix) {
      return try Plugin.load(path: nameOrPath, host: host)
    }
    let names = plugins.map(\.manifest.name).joined(separator: ", ")
    throw .notOffered("no plugin is named \"\(nameOrPath)\"; there are \(names), or give the path of a library")
  }
}
