import CLayoutPlugin
import ConstraintSolver
import LayoutPlugin

/// The entry of `libLayoutLabPlugin.so`: this project's engines behind the C table, as any other host would load it.
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
    table.solver_create = { Unmanaged.passRetained(ExportedSolver()).toOpaque() }
    table.solver_destroy = { solver in
      if let solver { Unmanaged<ExportedSolver>.fromOpaque(solver).release() }
    }
    table.solver_apply = { solver, edits, count, conflict, conflictCount in
      ExportedSolver.at(solver).apply(edits, count, conflict, conflictCount)
    }
    table.solver_changes = { solver, variables, values, capacity in
      ExportedSolver.at(solver).changes(variables, values, capacity)
    }
    table.solver_fault = { solver in ExportedSolver.at(solver).faultText }
    if plugin.manifest.capabilities.contains(.certifying) {
      table.solver_certificate = { solver, tiers, constraints, multipliers, capacity in
        ExportedSolver.at(solver).certificate(tiers, constraints, multipliers, capacity)
      }
    }
    if plugin.manifest.capabilities.contains(.uniqueness) {
      table.solver_is_unique = { solver, variable in ExportedSolver.at(solver).isUnique(variable) }
    }
    table.solver_work = { solver, counts, capacity in ExportedSolver.at(solver).work(counts, capacity) }
    table.sampler_create = { bytes, size, valueCount in
      guard let sampler = ExportedSampler(bytes, size) else { return nil }
      valueCount?.pointee = sampler.valueCount
      return Unmanaged.passRetained(sampler).toOpaque()
    }
    table.sampler_sample = { sampler, times, count, values in
      ExportedSampler.at(sampler).sample(times, count, values)
    }
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
