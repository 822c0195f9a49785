import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import LibC
import LayoutPlugin

/// Every family and operation, for our engine, for the peers named with --plugin, and for the limit.
@main
struct SolverBenchmarks {
  static func main() {
    let driver = Driver(arguments: CommandLine.arguments)
    var cases: [Case]
    do {
      let screens = try driver.screens(.layoutlab)
      cases = driver.forms.flatMap {
        engineCases(.layoutlab, named: "solver", $0, within: driver.mostConstraints, screens: screens)
      }
      for path in driver.plugins {
        let library = try TableLibrary(path: path)
        cases += driver.forms.flatMap { peerCases(library, $0, within: driver.mostConstraints) }
      }
    } catch {
      exit(driver.refuse("\(error)"))
    }
    if !driver.isOwnOnly { cases += limitCases(within: driver.mostConstraints) }
    exit(driver.run(cases))
  }
}
