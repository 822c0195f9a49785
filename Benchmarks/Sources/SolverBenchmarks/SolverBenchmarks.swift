import BenchmarkDriver
import Benchmarking
import CCoverageCallbacks
import ConstraintSolver
import LibC
import LayoutPlugin

/// Every family and operation, for our engine, for the peers named with --plugin, and for the limit.
@main
struct SolverBenchmarks {
  static func main() {
    var driver = Driver(arguments: CommandLine.arguments)
    do {
      let cases = try driver.isEnginesAlone ? enginesAlone(&driver) : allCases(driver)
      exit(driver.run(cases))
    } catch {
      exit(driver.refuse("\(error)"))
    }
  }

  private static func allCases(_ driver: Driver) throws -> [Case] {
    let screens = try driver.screens(.layoutlab)
    var cases = driver.forms.flatMap {
      engineCases(.layoutlab, named: "solver", $0, within: driver.mostConstraints, screens: screens)
    }
    for path in driver.plugins {
      let library = try TableLibrary(path: path)
      cases += driver.forms.flatMap { peerCases(library, named: library.name, $0, within: driver.mostConstraints) }
    }
    return driver.isOwnOnly ? cases : cases + limitCases(within: driver.mostConstraints)
  }

  /// One engine, whichever it is, in one column: another build, or another engine, has the same paths.
  private static func enginesAlone(_ driver: inout Driver) throws -> [Case] {
    let most = driver.mostConstraints
    return try driver.plugins.flatMap { path in
      guard path != Plugin.layoutlab.manifest.name else {
        driver.engineName = path
        return engineCases(
          .layoutlab, named: "solver", .fresh, within: most, screens: [], sizes: \.peerSizes)
      }
      let library = try TableLibrary(path: path)
      driver.engineName = library.name
      return peerCases(library, named: "solver", .fresh, within: most)
    }
  }
}
