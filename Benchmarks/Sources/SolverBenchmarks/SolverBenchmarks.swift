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
    var cases = engineCases(.layoutlab, named: "solver", within: driver.mostConstraints)
    for path in driver.plugins {
      do {
        let library = try TableLibrary(path: path)
        cases += peerCases(library, within: driver.mostConstraints)
      } catch {
        exit(driver.refuse("\(error)"))
      }
    }
    cases += limitCases(within: driver.mostConstraints)
    exit(driver.run(cases))
  }
}
