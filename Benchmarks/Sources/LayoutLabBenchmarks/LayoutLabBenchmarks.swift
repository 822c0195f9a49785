import BenchmarkDriver
import Benchmarking
import CCoverageCallbacks
import ConstraintSolver
import LibC
import LayoutPlugin

/// Solver, layouts and animations: every family and operation for our engine, for the peers named with --plugin, and for the limit.
@main
struct LayoutLabBenchmarks {
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
    let (most, screens) = (driver.mostConstraints, try driver.screens(.layoutlab))
    var cases = driver.forms.flatMap { form in
      familyCases(.layoutlab, form, within: most) + listCases(.layoutlab, form)
        + screenCases(.layoutlab, form, screens)
    }
    cases += importCases() + handWrittenCases()
    cases += sampleCases(isOwnOnly: driver.isOwnOnly) + shapeCases() + commitCases() + relayoutCases(within: most)
    cases += codedScreenCases()
    cases += driver.forms.flatMap {
      engineCases(.layoutlab, named: "solver", $0, within: most, screens: screens)
    }
    for path in driver.plugins {
      let library = try TableLibrary(path: path)
      cases += driver.forms.flatMap { peerCases(library, named: library.name, $0, within: most) }
    }
    return driver.isOwnOnly ? cases : cases + limitCases(within: most)
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
