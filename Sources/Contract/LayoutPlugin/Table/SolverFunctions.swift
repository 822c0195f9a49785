import CLayoutPlugin

/// The functions of a table's solver group, checked: all that the table and the plugin's claims require are there.
struct SolverFunctions: Sendable {
  typealias Solver = UnsafeMutableRawPointer
  typealias Ids = UnsafeMutablePointer<UInt32>
  typealias Values = UnsafeMutablePointer<Double>
  typealias Count = UnsafeMutablePointer<UInt64>
  typealias Destroy = @convention(c) (Solver?) -> Void
  typealias Apply = @convention(c) (Solver?, UnsafePointer<lp_edits>?) -> Int32
  typealias Changes = @convention(c) (Solver?, Ids?, Values?, Count?) -> Int32
  typealias Conflict = @convention(c) (Solver?, Ids?, Count?) -> Int32
  typealias Fault = @convention(c) (Solver?) -> UnsafePointer<CChar>?
  typealias Certificate = @convention(c) (Solver?, Ids?, Ids?, Values?, Count?) -> Int32
  typealias IsUnique = @convention(c) (Solver?, UInt32, UnsafeMutablePointer<Int32>?) -> Int32
  typealias Work = @convention(c) (Solver?, Count?, Count?) -> Int32

  var create: @Sendable () -> Solver?
  var destroy: Destroy
  var apply: Apply
  var changes: Changes
  var conflict: Conflict
  var fault: Fault
  var certificate: Certificate?
  var isUnique: IsUnique?
  var work: Work?

  /// Reads the group of functions; nil if the plugin does not offer it. `place`: the library's path, for error messages.
  init?(_ table: lp_plugin, _ host: HostTable, _ place: String) throws(PluginFault) {
    guard let create = table.solver_create else { return nil }
    func whole<F>(_ function: F?, _ name: String, with other: String = "solver_create") throws(PluginFault) -> F {
      guard let function else { throw .incompleteTable(path: place, found: "\(other) without \(name)") }
      return function
    }
    self.create = { create(host.pointer) }
    destroy = try whole(table.solver_destroy, "solver_destroy")
    apply = try whole(table.solver_apply, "solver_apply")
    changes = try whole(table.solver_changes, "solver_changes")
    conflict = try whole(table.solver_conflict, "solver_conflict")
    fault = try whole(table.solver_fault, "solver_fault")
    let capabilities = Capabilities(rawValue: table.capabilities)
    if capabilities.contains(.certifying) {
      certificate = try whole(table.solver_certificate, "solver_certificate", with: "LP_CERTIFYING")
    }
    if capabilities.contains(.uniqueness) {
      isUnique = try whole(table.solver_is_unique, "solver_is_unique", with: "LP_UNIQUENESS")
    }
    work = table.solver_work
  }
}

/// The functions of a table's sampler group, all of which are there.
struct SamplerFunctions: Sendable {
  typealias Sampler = UnsafeMutableRawPointer
  typealias Count = UnsafeMutablePointer<UInt64>
  typealias Destroy = @convention(c) (Sampler?) -> Void
  typealias Sample =
    @convention(c) (Sampler?, UnsafePointer<Double>?, UInt64, UnsafeMutablePointer<Double>?, Count?) -> Int32

  var create: @Sendable (UnsafeBufferPointer<UInt8>, inout UInt64) -> Sampler?
  var destroy: Destroy
  var sample: Sample

  /// Reads the group of functions; nil if the plugin does not offer it. `place`: the library's path, for error messages.
  init?(_ table: lp_plugin, _ host: HostTable, _ place: String) throws(PluginFault) {
    guard let create = table.sampler_create else { return nil }
    guard let sample = table.sampler_sample, let destroy = table.sampler_destroy else {
      throw .incompleteTable(path: place, found: "sampler_create without sampler_sample and sampler_destroy")
    }
    self.create = { create(host.pointer, $0.baseAddress, UInt64($0.count), &$1) }
    self.destroy = destroy
    self.sample = sample
  }
}
