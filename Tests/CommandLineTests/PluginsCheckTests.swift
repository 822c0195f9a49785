import Foundation
import Testing

@Suite("plugins check")
struct PluginsCheckTests {
  private static let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/cc")
  }

  /// An engine that accepts whatever it is told and reports nothing; before the thirtieth answer it does something else.
  private func source(doing something: String) -> String {
    """
    #include "layout_plugin.h"
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int calls = 0;
    static void *create(void) { return malloc(1); }
    static void destroy(void *solver) { free(solver); }
    static const char *fault(void *solver) { (void)solver; return ""; }
    static size_t changes(void *solver, uint32_t *variables, double *values, size_t capacity) {
      (void)solver; (void)variables; (void)values; (void)capacity;
      return 0;
    }
    static int32_t apply(void *solver, const lp_edit *edits, size_t count, uint32_t *conflict, size_t *conflict_count) {
      (void)solver; (void)edits; (void)count; (void)conflict;
      if (conflict_count) *conflict_count = 0;
      if (++calls == 30) { \(something); }
      return 0;
    }
    static const lp_plugin table = {
      .abi = 1, .struct_size = sizeof(lp_plugin), .name = "hostile", .version = "1", .solver_create = create,
      .solver_apply = apply, .solver_changes = changes, .solver_destroy = destroy, .solver_fault = fault };
    const lp_plugin *layout_plugin_entry(uint32_t abi) { (void)abi; return &table; }
    """
  }

  private func check(doing something: String, _ options: [String] = []) throws -> Tool.Answer {
    try Tool.inFolder { folder in
      let (file, library) = (folder.appendingPathComponent("engine.c"), folder.appendingPathComponent("engine.so"))
      try Data(source(doing: something).utf8).write(to: file)
      let headers = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/CLayoutPlugin/include")
      let compiler = try Process.run(
        URL(fileURLWithPath: "/usr/bin/env"),
        arguments: ["cc", "-shared", "-fPIC", "-I", headers.path, file.path, "-o", library.path])
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      return try Tool.run(["plugins", "check", library.path, "--scripts", "40"] + options)
    }
  }

  @Test(
    "What an engine writes to its streams is not taken for the answer, however much it is", .enabled(if: hasCompiler))
  func loggingEngine() throws {
    let answer = try check(
      doing: "for (int i = 0; i < 200000; i++) { printf(\"out\\n\"); fprintf(stderr, \"line\\n\"); }")
    #expect(answer.status == 1)
    #expect(answer.output.contains("solver.required-constraints-hold is broken"))
    #expect(!answer.output.contains("out\n") && answer.errors.contains("line\n"))
  }

  @Test(
    "An engine that ends the process, crashes or hangs is told, with the script that was played",
    .enabled(if: hasCompiler), arguments: ["exit(0)", "exit(3)", "abort()", "for (;;) pause()"])
  func vanishingEngine(something: String) throws {
    let answer = try check(doing: something, ["--time", "5"])
    #expect(answer.status == 1)
    #expect(answer.output.contains("plugin.answers is broken"))
    #expect(answer.output.contains("40 documents of each kind, seed 1") && answer.output.contains("    solver 1\n"))
  }

  @Test("A library that cannot be loaded is a mistake")
  func missingLibrary() throws {
    let answer = try Tool.run(["plugins", "check", "./no-such-library.so"])
    #expect(answer.status == 65 && answer.errors.contains("no-such-library.so"))
  }
}
