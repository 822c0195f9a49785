import Foundation
import Testing

/// Where the tests begin. Swift Testing finds them at run time; a file of this name spares SwiftPM the search for XCTest's in an
/// index of the sources, and the build that index.
@main struct TestMain {
  static func main() async {
    guard CommandLine.arguments.contains("--testing-library") else {
      // A run of XCTest's would be green without a single test.
      FileHandle.standardError.write(
        Data("These are tests of Swift Testing: swift test --enable-swift-testing --disable-xctest\n".utf8))
      exit(64)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
