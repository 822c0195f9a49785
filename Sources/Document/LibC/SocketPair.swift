/// A pair of connected sockets: each reads what is written to the other. Executables that are started later do not inherit them.
public struct SocketPair {
  public let one: Int32
  public let other: Int32

  /// Makes a pair; nil if the system refuses.
  public init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }
    (one, other) = (ends[0], ends[1])
  }

  /// Sends bytes as `send` does, but causes no SIGPIPE signal if the other end is closed.
  public static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { LibC.send(socket, $0.baseAddress, $0.count, flags) }
  }
}
