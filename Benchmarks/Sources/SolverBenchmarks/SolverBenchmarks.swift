import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import Glibc
import LayoutPlugin

/// Every family and operation, for our engine, for the peers named with --plugin, and for the limit.
@main
struct SolverBenchmarks {
  static func main() {
    let driver = Driver(arguments: CommandLine.arguments)
    var cases: [Case]
    do {
      cases = engineCases(
        .layoutlab, named: "solver", within: driver.mostConstraints, screens: try driver.screens(.layoutlab))
      for path in driver.plugins {
        cases += peerCases(try TableLibrary(path: path), within: driver.mostConstraints)
      }
    } catch {
      exit(driver.refuse("\(error)"))
    }
    if !driver.isOwnOnly { cases += limitCases(within: driver.mostConstraints) }
    exit(driver.run(cases))
  }
}
