import CLayoutPlugin

extension Plugin {
  /// A plugin behind a C table: a loaded library's, or that of an engine which is linked in.
  ///
  /// The table is copied, as far as `struct_size` says; its functions must live as long as the process.
  /// - Parameters:
  ///   - table: what the plugin exports.
  ///   - path: where the table came from, for faults and for the manifest.
  /// - Throws: `.wrongABI` where the table is of another version or too small, `.incompleteTable` where a function is missing.
  public init(table: UnsafePointer<lp_plugin>, path: String? = nil) throws(PluginFault) {
    let place = path ?? "linked plugin"
    let present = try Plugin.copy(of: table, place)
    guard let name = present.name, name.pointee != 0 else {
      throw .cannotLoad(path: place, reason: "its table has no name")
    }
    guard !String(cString: name).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw .cannotLoad(path: place, reason: "its name has a line break or another control character")
    }
    let capabilities = Capabilities(rawValue: present.capabilities)
    let solver = try SolverFunctions(present, capabilities, place)
    let sampler = try SamplerFunctions(present, place)
    manifest = Manifest(
      name: String(cString: name), version: present.version.map { String(cString: $0) } ?? "",
      capabilities: capabilities, path: path)
    manifest.promise = try EnginePromise(present, place)
    if let solver {
      let name = manifest.name
      makeSolver = { CSolver(solver, name: name) }
    }
    if let sampler {
      let name = manifest.name
      makeSampler = { CSampler(sampler, name: name) }
    }
  }

  /// Returns the table with zeros for everything that this plugin's version of it does not have yet.
  private static func copy(of table: UnsafePointer<lp_plugin>, _ place: String) throws(PluginFault) -> lp_plugin {
    // The first two fields are there in every version.
    let head = UnsafeRawPointer(table)
    let version = head.load(as: UInt32.self)
    let size = Int(head.load(fromByteOffset: 4, as: UInt32.self))
    guard version == UInt32(LAYOUT_PLUGIN_ABI) else {
      throw .wrongABI(path: place, found: "version \(version), this host supports version \(LAYOUT_PLUGIN_ABI)")
    }
    let fixed = MemoryLayout<lp_plugin>.offset(of: \.solver_create)!
    guard size >= fixed else {
      throw .wrongABI(path: place, found: "a table of \(size) bytes, at least \(fixed) are needed")
    }
    var result = lp_plugin()
    withUnsafeMutableBytes(of: &result) { bytes in
      // Half a function pointer is none.
      let whole = min(size, bytes.count) / MemoryLayout<UInt>.size * MemoryLayout<UInt>.size
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: head, count: whole))
    }
    return result
  }
}

extension EnginePromise {
  /// Reads the promises of a table; what it leaves at zero is not promised.
  fileprivate init(_ table: lp_plugin, _ place: String) throws(PluginFault) {
    func refuse(_ what: String) -> PluginFault { .incompleteTable(path: place, found: what) }
    func magnitude(_ value: Double, _ name: String) throws(PluginFault) -> Double {
      guard value >= 0, value.isFinite else { throw refuse("\(name) \(value), which is no magnitude") }
      return value
    }
    let tolerance = try magnitude(table.solver_tolerance, "solver_tolerance")
    self.tolerance = tolerance > 0 ? tolerance : nil
    placeGrid = try magnitude(table.solver_grid, "solver_grid")
    sizeGrid = placeGrid
    let count = table.solver_level_count
    guard count <= EnginePromise.mostLevels else { throw refuse("\(count) levels") }
    if let first = table.solver_levels { levels = Array(UnsafeBufferPointer(start: first, count: count)) }
    if let first = table.solver_weights, count > 0 {
      weights = Array(UnsafeBufferPointer(start: first, count: count - 1))
    }
    let (least, greatest) = (
      try magnitude(table.solver_least, "solver_least"), try magnitude(table.solver_greatest, "solver_greatest")
    )
    if greatest > 0 {
      guard least <= greatest else { throw refuse("solver_least above solver_greatest") }
      range = least...greatest
    }
    if table.solver_transaction_edits > 0 { edits = Int(clamping: table.solver_transaction_edits) }
    if let mistake = levelMistake { throw refuse(mistake) }
  }

  private static let mostLevels = 1000
}

/// The solver group of a table, complete.
struct SolverFunctions: Sendable {
  typealias Create = @convention(c) () -> UnsafeMutableRawPointer?
  typealias Apply =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<lp_edit>?, Int, UnsafeMutablePointer<UInt32>?,
      UnsafeMutablePointer<Int>?
    ) -> Int32
  typealias Changes =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Double>?, Int
    ) -> Int
  typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias Fault = @convention(c) (UnsafeMutableRawPointer?) -> UnsafePointer<CChar>?
  typealias Certificate =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<UInt32>?,
      UnsafeMutablePointer<Double>?, Int
    ) -> Int
  typealias IsUnique = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Int32
  typealias Work = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt64>?, Int) -> Int

  var create: Create
  var apply: Apply
  var changes: Changes
  var destroy: Destroy
  var fault: Fault
  var certificate: Certificate?
  var isUnique: IsUnique?
  var work: Work?

  /// Reads the group of functions; nil if the plugin does not offer it.
  init?(_ table: lp_plugin, _ capabilities: Capabilities, _ place: String) throws(PluginFault) {
    guard let create = table.solver_create else { return nil }
    func whole<F>(_ function: F?, _ name: String) throws(PluginFault) -> F {
      guard let function else {
        throw .incompleteTable(path: place, found: "solver_create without \(name)")
      }
      return function
    }
    self.create = create
    apply = try whole(table.solver_apply, "solver_apply")
    changes = try whole(table.solver_changes, "solver_changes")
    destroy = try whole(table.solver_destroy, "solver_destroy")
    fault = try whole(table.solver_fault, "solver_fault")
    if capabilities.contains(.certifying), table.solver_certificate == nil {
      throw .incompleteTable(path: place, found: "LP_CERTIFYING without solver_certificate")
    }
    if capabilities.contains(.uniqueness), table.solver_is_unique == nil {
      throw .incompleteTable(path: place, found: "LP_UNIQUENESS without solver_is_unique")
    }
    certificate = capabilities.contains(.certifying) ? table.solver_certificate : nil
    isUnique = capabilities.contains(.uniqueness) ? table.solver_is_unique : nil
    work = table.solver_work
  }
}
