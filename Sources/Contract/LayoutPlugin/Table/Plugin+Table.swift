import CLayoutPlugin

extension Plugin {
  /// Makes a plugin from a C table: that of a loaded library, or of an engine that is linked in.
  ///
  /// The table is copied, as far as `struct_size` says; its functions must live as long as the process. A table of ABI 1 is adapted to ABI 2.
  /// - Parameters:
  ///   - table: what the plugin exports. Its first field says which ABI it is of.
  ///   - path: where the table came from, for faults and for the manifest.
  ///   - host: what the engines may ask of this program.
  /// - Throws: `.wrongABI` where the table is of another version or too small, `.incompleteTable` where a function is missing.
  public init(
    table: UnsafePointer<lp_plugin>, path: String? = nil, host: EngineHost = EngineHost()
  ) throws(PluginFault) {
    let place = path ?? "linked plugin"
    // The first two fields are there in every version.
    let head = UnsafeRawPointer(table)
    switch Int(head.load(as: UInt32.self)) {
    case Int(LAYOUT_PLUGIN_ABI):
      let fixed = MemoryLayout<lp_plugin>.offset(of: \.solver_create)!
      let present = try Plugin.copy(of: head, as: lp_plugin(), fixed: fixed, place)
      try self.init(present, from: path, host)
    case 1:
      let fixed = MemoryLayout<lp_plugin_1>.offset(of: \.solver_create)!
      let first = FirstTable(try Plugin.copy(of: head, as: lp_plugin_1(), fixed: fixed, place))
      try self.init(first.table, of: first, from: path, host)
    case let version:
      throw .wrongABI(
        path: place, found: "version \(version), this host speaks versions 1 to \(LAYOUT_PLUGIN_ABI)")
    }
  }

  /// Makes a plugin from a whole table.
  ///
  /// - Parameter first: the table of ABI 1 from which it was adapted.
  private init(
    _ table: lp_plugin, of first: FirstTable? = nil, from path: String?, _ host: EngineHost
  ) throws(PluginFault) {
    let place = path ?? "linked plugin"
    guard let text = table.name, text.pointee != 0 else {
      throw .notAPlugin(path: place, reason: "its table has no name")
    }
    let name = String(cString: text)
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw .notAPlugin(path: place, reason: "its name has a line break or another control character")
    }
    let host = HostTable(host, name: name)
    var solver = try SolverFunctions(table, host, place)
    var sampler = try SamplerFunctions(table, host, place)
    if let first {
      solver?.create = { first.makeSolver() }
      sampler?.create = { first.makeSampler($0, &$1) }
    }
    manifest = Manifest(
      name: name, version: table.version.map { String(cString: $0) } ?? "",
      capabilities: Capabilities(rawValue: table.capabilities), path: path)
    manifest.promise = try EnginePromise(table, place)
    if let solver { makeSolver = { CSolver(solver, host, name: name) } }
    if let sampler { makeSampler = { CSampler(sampler, host, name: name) } }
    cancellations = { host.cancellations.load(ordering: .relaxed) }
  }

  /// Returns the table with zeros for everything that this plugin's version of it does not have yet. `fixed` bytes must be there.
  private static func copy<Table>(
    of head: UnsafeRawPointer, as empty: Table, fixed: Int, _ place: String
  ) throws(PluginFault) -> Table {
    let size = Int(head.load(fromByteOffset: 4, as: UInt32.self))
    guard size >= fixed else {
      throw .wrongABI(path: place, found: "a table of \(size) bytes, at least \(fixed) are needed")
    }
    var result = empty
    withUnsafeMutableBytes(of: &result) { bytes in
      // A function pointer that is cut off counts as missing.
      let whole = min(size, bytes.count) / MemoryLayout<UInt>.size * MemoryLayout<UInt>.size
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: head, count: whole))
    }
    return result
  }
}

extension EnginePromise {
  /// Reads the promises of a table. A field that is zero promises nothing.
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
    let count = Int(clamping: table.solver_level_count)
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
