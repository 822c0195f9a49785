/// Starts a program in a new process.
///
/// - Parameters:
///   - arguments: all arguments, first the name by which the program is called.
///   - environment: the variables, as `NAME=value`.
///   - socket: a descriptor of this process, and its number in the new process. The three standard streams are `/dev/null`.
/// - Returns: the process; nil if it cannot be started.
public func startProcess(
  _ program: String, arguments: [String], environment: [String], socket: (own: Int32, there: Int32)
) -> pid_t? {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  // The socket comes first, because its descriptor may be one of those that are opened below.
  posix_spawn_file_actions_adddup2(&actions, socket.own, socket.there)
  for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
  }
  let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
  defer { for text in words + variables { free(text) } }
  var id: pid_t = 0
  return posix_spawn(&id, program, &actions, nil, words, variables) == 0 ? id : nil
}
