// The C library of the system under one name. A file of this project imports `LibC`, and never Glibc, Musl or Darwin
// (Scripts/check-systems.py).
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
