import Foundation
import Testing

/// An engine in C that accepts whatever it is told and reports nothing, or one number, with one thing that it does before it answers.
struct HostileEngine {
  static let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/cc")
  }

  /// A C statement; it sees the `host`, the `edits`, their `count`, and the number of `calls` so far.
  var something: String
  /// A C expression for what it reports of the variable that was declared first; nil: it reports nothing.
  var report: String?

  private var source: String {
    """
    #include "layout_plugin.h"
    #include <signal.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    static int calls = 0;
    struct solver { int knows; uint32_t variable; };
    static const lp_host *host;
    static void *create(const lp_host *own) { host = own; return calloc(1, sizeof(struct solver)); }
    static void destroy(void *solver) { free(solver); }
    static const char *fault(void *solver) { (void)solver; return ""; }
    static int32_t changes(void *solver, uint32_t *variables, double *values, uint64_t *count) {
      struct solver *own = solver;
      const uint64_t room = *count;
      (void)own; (void)room; (void)variables; (void)values;
      *count = 0;
      \(report.map { "if (own->knows && ++*count <= room) { variables[0] = own->variable; values[0] = \($0); }" } ?? "")
      return LP_OK;
    }
    static int32_t conflict(void *solver, uint32_t *constraints, uint64_t *count) {
      (void)solver; (void)constraints;
      *count = 0;
      return LP_OK;
    }
    static int32_t apply(void *solver, const lp_edits *all) {
      struct solver *own = solver;
      const lp_edit *edits = all->first;
      const size_t count = all->count;
      for (size_t i = 0; i < count; i++)
        if (edits[i].kind == LP_DECLARE && !own->knows) own->knows = 1, own->variable = edits[i].id;
      calls++;
      \(something);
      return 0;
    }
    static const lp_plugin table = {
      .abi = 2, .struct_size = sizeof(lp_plugin), .name = "hostile", .version = "1", .solver_create = create,
      .solver_apply = apply, .solver_changes = changes, .solver_destroy = destroy, .solver_conflict = conflict, .solver_fault = fault };
    const lp_plugin *layout_plugin_entry(uint32_t abi) { (void)abi; return &table; }
    """
  }

  /// Compiles it; the path of the library.
  func build(in folder: URL, after beginning: String = "", options: [String] = []) throws -> String {
    try HostileEngine.compile(beginning + "\n" + source, in: folder, options: options)
  }

  /// The library of the compiler's address sanitizer, to be loaded before the tool; nil: there is none.
  static let addressSanitizer: String? = {
    guard hasCompiler else { return nil }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["cc", "-print-file-name=libasan.so"]
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let path = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return path.hasPrefix("/") ? path.trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }()

  /// Our own engine with one of the bugs of `Tests/HostileEngines/hostile.c`; the path of the library.
  static func planted(_ fault: String, in folder: URL) throws -> String {
    let sound = Tool.executable.deletingLastPathComponent().appendingPathComponent("libLayoutLabPlugin.so").path
    return try compile(
      Tool.root.appendingPathComponent("Tests/HostileEngines/hostile.c"), in: folder,
      defining: ["-DFAULT=\(fault)", "-DSOUND_ENGINE=\"\(sound)\""])
  }

  /// Compiles an engine's text; the path of the library.
  static func compile(_ source: String, in folder: URL, options: [String] = []) throws -> String {
    let file = folder.appendingPathComponent("engine.c")
    try Data(source.utf8).write(to: file)
    return try compile(file, in: folder, defining: options)
  }

  private static func compile(_ file: URL, in folder: URL, defining macros: [String] = []) throws -> String {
    let library = folder.appendingPathComponent("engine.so")
    let compiler = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      arguments: [
        "cc", "-shared", "-fPIC", "-O2", "-I",
        Tool.root.appendingPathComponent("Sources/Contract/CLayoutPlugin/include").path,
      ] + macros + [file.path, "-o", library.path, "-lm"])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return library.path
  }
}
