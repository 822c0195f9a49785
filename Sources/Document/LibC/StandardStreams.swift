#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// The C library's stream of the standard output. In C it is a variable, which Swift's concurrency checks refuse to read directly.
package var standardOutputStream: UnsafeMutablePointer<FILE> { stdout }
