import BenchmarkDriver
import Benchmarking
import ConstraintSolver
import LibC
import LayoutPlugin

/// What a re-layout costs with the kernel on top: families as scenes, and screens.
@main
struct LayoutBenchmarks {
  static func main() {
    let driver = Driver(arguments: CommandLine.arguments)
    if driver.isEnginesAlone { exit(driver.run([])) }
    var cases: [Case] = []
    do {
      let screens = try driver.screens(.layoutlab)
      for form in driver.forms {
        cases += familyCases(.layoutlab, form, within: driver.mostConstraints) + listCases(.layoutlab, form)
        cases += screenCases(.layoutlab, form, screens)
      }
    } catch {
      exit(driver.refuse("\(error)"))
    }
    cases += importCases() + handWrittenCases()
    exit(driver.run(cases))
  }
}
