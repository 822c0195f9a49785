import CLayoutPlugin
import LibC

extension Plugin {
  /// Loads a shared library that exports `layout_plugin_entry`. It stays loaded until the process ends.
  ///
  /// The library's initialisers run, so a hostile library can do anything. A damaged file or one for another system is refused.
  ///
  /// - Parameters:
  ///   - path: the file of the library.
  ///   - host: what the engines may ask of this program.
  /// - Throws: `.cannotLoad`, `.notAPlugin`, `.wrongABI` or `.incompleteTable`.
  public static func load(path: String, host: EngineHost = EngineHost()) throws(PluginFault) -> Plugin {
    try LibraryFile.check(path)
    // Without a slash the loader would search its own folders instead of the present one.
    let file = path.contains("/") ? path : "./" + path
    guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw .cannotLoad(path: path, reason: loaderError(about: file))
    }
    guard let symbol = dlsym(handle, "layout_plugin_entry") else {
      throw .notAPlugin(path: path, reason: "it exports no layout_plugin_entry")
    }
    let entry = unsafeBitCast(symbol, to: layout_plugin_entry_function.self)
    guard let table = entry(UInt32(LAYOUT_PLUGIN_ABI)) ?? entry(1) else {
      throw .wrongABI(path: path, found: "layout_plugin_entry returned null for versions \(LAYOUT_PLUGIN_ABI) and 1")
    }
    return try Plugin(table: table, path: path, host: host)
  }

  private static func loaderError(about file: String) -> String {
    guard let text = dlerror() else { return "the loader gave no reason" }
    let reason = String(cString: text)
    // The loader's message begins with the path. Ours does so anyway.
    return reason.hasPrefix(file + ": ") ? String(reason.dropFirst(file.count + 2)) : reason
  }
}
