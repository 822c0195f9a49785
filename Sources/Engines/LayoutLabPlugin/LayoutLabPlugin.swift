import CLayoutPlugin
import ConstraintSolver
import LayoutPlugin

/// The entry of `libLayoutLabPlugin.so`: this project's engines behind the C table, as any other host would load it. Nil if the host was built for
/// another version of the table.
@c(layout_plugin_entry)
public func layoutPluginEntry(_ hostABI: UInt32) -> UnsafePointer<lp_plugin>? {
  hostABI == UInt32(LAYOUT_PLUGIN_ABI) ? UnsafePointer(table.pointer) : nil
}

private let table = ExportedTable(Plugin.layoutlab)

/// The table to which hosts keep pointers. It is made once, and never changed or freed.
private struct ExportedTable: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<lp_plugin>

  init(_ plugin: Plugin) {
    var table = lp_plugin()
    table.abi = UInt32(LAYOUT_PLUGIN_ABI)
    table.struct_size = UInt32(MemoryLayout<lp_plugin>.size)
    table.name = ExportedTable.permanent(plugin.manifest.name)
    table.version = ExportedTable.permanent(plugin.manifest.version)
    table.capabilities = plugin.manifest.capabilities.rawValue
    table.solver_create = { _ in Unmanaged.passRetained(ExportedSolver()).toOpaque() }
    table.solver_destroy = { solver in
      if let solver { Unmanaged<ExportedSolver>.fromOpaque(solver).release() }
    }
    table.solver_apply = { ExportedSolver.at($0).apply($1!) }
    table.solver_changes = { ExportedSolver.at($0).changes($1, $2, $3!) }
    table.solver_conflict = { ExportedSolver.at($0).conflict($1, $2!) }
    table.solver_fault = { solver in ExportedSolver.at(solver).faultText }
    if plugin.manifest.capabilities.contains(.certifying) {
      table.solver_certificate = { ExportedSolver.at($0).certificate($1, $2, $3, $4!) }
    }
    if plugin.manifest.capabilities.contains(.uniqueness) {
      table.solver_is_unique = { ExportedSolver.at($0).isUnique($1, $2!) }
    }
    table.solver_work = { ExportedSolver.at($0).work($1, $2!) }
    table.sampler_create = { _, bytes, size, valueCount in
      guard let sampler = ExportedSampler(bytes, Int(clamping: size)) else { return nil }
      valueCount?.pointee = UInt64(sampler.valueCount)
      return Unmanaged.passRetained(sampler).toOpaque()
    }
    table.sampler_sample = { ExportedSampler.at($0).sample($1, $2, $3, $4!) }
    table.sampler_destroy = { sampler in
      if let sampler { Unmanaged<ExportedSampler>.fromOpaque(sampler).release() }
    }
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: table)
  }

  private static func permanent(_ text: String) -> UnsafePointer<CChar> {
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count + 1)
    _ = bytes.initialize(from: text.utf8CString)
    return UnsafePointer(bytes.baseAddress!)
  }
}
