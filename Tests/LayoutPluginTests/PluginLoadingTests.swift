import Foundation
import LayoutPlugin
import Testing

/// The code of the fault with which a body ends.
func faultCode(_ body: () throws -> Void) -> String? {
  do { try body() } catch { return (error as? PluginFault)?.code }
  return nil
}

/// What is said of a file that is no plugin of ours.
private func refusal(_ path: String) -> String {
  do {
    let plugin = try Plugin.load(path: path)
    return "loaded as \(plugin.manifest.name)"
  } catch {
    return "\(error)"
  }
}

@Suite struct PluginLoadingTests {
  let workshop: LibraryWorkshop

  init() throws { workshop = try LibraryWorkshop() }

  @Test("A path that leads nowhere, to a folder or past a zero byte is refused")
  func noFile() throws {
    let missing = workshop.path("missing.so")
    #expect(refusal(missing).hasPrefix("\(missing): ") && refusal(missing).contains("[cannot-load]"))
    for path in [workshop.folder.path, "", "/tmp\0/x.so", "/dev/null"] {
      #expect(refusal(path).contains("[cannot-load]"), "\(path)")
    }
  }

  @Test("A file that is no shared library is refused")
  func foreignFiles() throws {
    let text = try workshop.write("text.so", Data("scene 1\nroot 375 x 667\n".utf8))
    #expect(refusal(text).contains("[cannot-load]"))
    let long = try workshop.write("long.so", Data(repeating: 0x20, count: 50_000_000))
    #expect(refusal(long).contains("[cannot-load]"))
    let empty = try workshop.write("empty.so", Data())
    #expect(refusal(empty).contains("[cannot-load]"))
    // An executable is position independent and so looks like a library to the header check, not to the loader.
    #expect(refusal("/proc/self/exe").contains("[cannot-load]"))
  }

  @Test("A truncated or damaged library is refused, not mapped")
  func damagedLibraries() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Package.library))
    for length in [1, 63, 64, 100, 600, 4096, whole.count / 4, whole.count / 2] {
      let path = try workshop.write("cut-\(length).so", whole.prefix(length))
      #expect(refusal(path).contains("[cannot-load]"), "\(length) bytes")
    }
    for (offset, value) in [(4, 1), (5, 2), (16, 2), (32, 0xFF), (39, 0x7F), (54, 0), (56, 0), (57, 0xFF)] {
      var damaged = whole
      damaged[offset] = UInt8(value)
      let path = try workshop.write("damaged-\(offset).so", damaged)
      #expect(refusal(path).contains("[cannot-load]"), "byte \(offset)")
    }
  }

  @Test(
    "A library that is no plugin, or one for another host, is refused",
    .enabled(if: LibraryWorkshop.hasCompiler, "needs a C compiler"),
    arguments: [
      ("no-symbol", "int other(void) { return 0; }", "[not-a-plugin]"),
      (
        "null-entry", "const lp_plugin *layout_plugin_entry(uint32_t abi) { (void)abi; return NULL; }",
        "[wrong-table-version]"
      ),
      (
        "other-version",
        """
        static const lp_plugin table = {.abi = 3, .struct_size = sizeof table, .name = "x", .version = "1"};
        const lp_plugin *layout_plugin_entry(uint32_t abi) { (void)abi; return &table; }
        """,
        "[wrong-table-version]"
      ),
      (
        "small-table",
        """
        static const lp_plugin table = {.abi = 2, .struct_size = 24, .name = "x", .version = "1"};
        const lp_plugin *layout_plugin_entry(uint32_t abi) { (void)abi; return &table; }
        """,
        "[wrong-table-version]"
      ),
      (
        "undefined-symbol",
        """
        extern int nowhere(void);
        const lp_plugin *layout_plugin_entry(uint32_t abi) { return nowhere() ? (void *)0 : (void *)(size_t)abi; }
        """,
        "[cannot-load]"
      ),
    ])
  func foreignLibraries(name: String, source: String, code: String) throws {
    let path = try workshop.library(name, source: "#include \"layout_plugin.h\"\n" + source)
    let text = refusal(path)
    #expect(text.hasPrefix("\(path): ") && text.contains(code), "\(text)")
  }

  @Test("A registry finds a plugin by name or path, and says which names there are")
  func registry() throws {
    var registry = PluginRegistry([Plugin(manifest: Manifest(name: "a", version: "1", capabilities: []))])
    registry.add(Plugin(manifest: Manifest(name: "b", version: "1", capabilities: [])))
    registry.add(Plugin(manifest: Manifest(name: "a", version: "2", capabilities: [])))
    #expect(registry.plugins.map(\.manifest.version) == ["2", "1"])
    #expect(registry["c"] == nil)
    #expect(try registry.plugin("a").manifest.version == "2")
    #expect(try registry.plugin(Package.library).manifest.name == "layoutlab")
    #expect(faultCode { _ = try registry.plugin("c") } == "not-offered")
  }
}
