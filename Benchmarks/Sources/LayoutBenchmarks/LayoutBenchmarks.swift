import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import Glibc
import LayoutPlugin

/// What a re-layout costs with the kernel on top: families as scenes, and screens.
@main
struct LayoutBenchmarks {
  static func main() {
    let driver = Driver(arguments: CommandLine.arguments)
    var cases = familyCases(.layoutlab, within: driver.mostConstraints)
    cases += listCases(.layoutlab) + handWrittenCases()
    do {
      cases += screenCases(.layoutlab, try driver.screens(.layoutlab))
    } catch {
      exit(driver.refuse("\(error)"))
    }
    exit(driver.run(cases))
  }
}
