#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// The C library's stream of the standard output: a variable in C, which Swift takes for state that threads share.
public var standardOutputStream: UnsafeMutablePointer<FILE> { stdout }
