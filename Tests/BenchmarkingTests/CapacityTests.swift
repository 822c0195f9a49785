import AnimationSampler
import ConstraintSolver
import Foundation
import LayoutPlugin
import SceneModel
import Testing

@testable import Benchmarking

/// Takes a microsecond a unit, and now and then half as much again.
private let linear = CapacityProbe(workload: "feed", unit: "cells", operation: "tick", greatest: 1_000_000) { size in
  (0..<20).map { Double(size) * 1e-6 * ($0 % 4 == 3 ? 1.5 : 1) }
}

@Test("What fits is found within a fiftieth, with an interval around it")
func capacityOfALinearProbe() throws {
  let found = try capacities(of: linear, within: [0.00833, 0.01667])
  #expect(found.map(\.budget) == [8.33, 16.67])
  for (one, exact) in zip(found, [8330, 16670]) {
    #expect(one.size <= exact && Double(one.size) >= 0.96 * Double(exact))
    #expect(one.low <= one.size && (one.high ?? .max) > one.size)
    #expect(abs(one.median - Double(one.size) / 1000) < 1e-9 && one.percentile90 == one.percentile99)
    // Nine times out of ten only two thirds fit.
    #expect(Double(one.low) <= Double(exact) / 1.5)
  }
}

@Test("Where nothing fits there is no capacity, and where all does it is the greatest size")
func capacityAtTheEnds() throws {
  #expect(try capacities(of: linear, within: [1e-9]).isEmpty)
  var probe = linear
  probe.greatest = 100
  let found = try #require(try capacities(of: probe, within: [1]).first)
  #expect(found.size == 100 && found.high == nil)
}

@Test("Each probe of a layout and of animations measures what it says")
func probesMeasure() throws {
  let probes =
    CapacityProbe.layouts(makeSolver: { ConstraintSolver() }, seconds: { 0 })
    + CapacityProbe.animatedLayout(
      makeSolver: { ConstraintSolver() }, makeSampler: { AnimationSampler() }, seconds: { 0 })
  #expect(
    probes.map { "\($0.workload)/\($0.operation)" } == [
      "feed/tick", "feed/rotation", "feed/first", "list/tick", "list/rotation", "list/first", "table/tick",
      "table/rotation", "table/first", "feed/animated",
    ])
  for probe in probes { #expect(try probe.measure(3).allSatisfy { $0 == 0 }) }
}

@Test("A capacity is kept in a record and read from it")
func recordedCapacity() throws {
  for one in try capacities(of: linear, within: [0.00833]) {
    let recording = Recording(machine: "m", revision: "r", cases: [one.path: one.recorded])
    let read = try Recording(text: recording.text, file: "record")
    let again = try #require(read.cases[one.path].flatMap { Capacity(path: one.path, $0) })
    #expect(again.size == one.size && again.low == one.low && again.high == one.high && again.unit == "cells")
    #expect(SummaryTable(read).markdown.contains("\(one.size) cells"))
  }
}

@Test("Every figure of the README's table is in the record beside it")
func readmeTable() throws {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let file = root.appendingPathComponent("Benchmarks/Records/table.txt")
  let recording = try Recording(text: String(contentsOf: file, encoding: .utf8), file: "table.txt")
  let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
  let parts = readme.components(separatedBy: "<!-- bench-table -->")
  try #require(parts.count == 3)
  #expect(parts[1] == "\n" + SummaryTable(recording).markdown, "make bench-table writes both")
  var other = recording
  let path = try #require(recording.cases.keys.filter { $0.hasPrefix("solver/tick/chain") }.min())
  other.cases[path]?.runs = [1e12]
  #expect(parts[1] != "\n" + SummaryTable(other).markdown, "a table that is not the record's must not pass")
}
