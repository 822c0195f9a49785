import BenchmarkDriver
import LibC

/// What animations cost: samples by kind and by number, keyframes, films, commits, a re-layout inside an animation, and a
/// screen written in code.
@main
struct SamplerBenchmarks {
  static func main() {
    let driver = Driver(arguments: CommandLine.arguments)
    if driver.isEnginesAlone { exit(driver.run([])) }
    exit(
      driver.run(
        sampleCases(isOwnOnly: driver.isOwnOnly) + shapeCases() + commitCases()
          + relayoutCases(within: driver.mostConstraints) + screenCases()))
  }
}
