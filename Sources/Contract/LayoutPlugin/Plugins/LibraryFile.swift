import LibC

/// A check of a library's file for damage that the dynamic loader does not notice. The loader maps the segments that the headers list. If the file
/// is truncated, reading a missing segment ends the process with SIGBUS.
enum LibraryFile {
  static func check(_ path: String) throws(PluginFault) {
    if let reason = problem(path) { throw .cannotLoad(path: path, reason: reason) }
  }

  /// Returns the reason why the file at `path` is not a shared library for this machine, as far as its headers show; nil if it is one.
  private static func problem(_ path: String) -> String? {
    // C would read the path up to the first zero byte.
    if path.utf8.contains(0) { return "the path holds a zero byte" }
    // A named pipe would otherwise wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return String(cString: strerror(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return String(cString: strerror(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
    #if canImport(Darwin)
      // Mach-O libraries; their loader looks at the headers itself.
      return nil
    #else
      return problem(file, size: UInt64(status.st_size))
    #endif
  }

  /// Returns the reason why an open file's ELF headers are not those of a shared library for this machine; nil if they are.
  private static func problem(_ file: Int32, size: UInt64) -> String? {
    guard let header = read(file, at: 0, count: 64) else {
      return "it is not a shared library: \(size) bytes hold no ELF header"
    }
    guard header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return "it is not a shared library: no ELF header" }
    guard header[4] == 2, header[5] == 1 else { return "it is built for another machine: not 64-bit little-endian" }
    guard header.integer(at: 16, as: UInt16.self) == 3 else { return "it is an ELF file, but not a shared library" }

    // e_shoff, e_shentsize and e_shnum: the sections stand last, so a file without them has lost its end.
    let sectionBytes = UInt64(header.integer(at: 58, as: UInt16.self)) * UInt64(header.integer(at: 60, as: UInt16.self))
    let (sectionEnd, isAbsurd) = header.integer(at: 40, as: UInt64.self).addingReportingOverflow(sectionBytes)
    if isAbsurd || sectionEnd > size {
      return "it is truncated: its section headers end at byte \(sectionEnd) of \(size)"
    }

    // e_phoff, e_phentsize, e_phnum; in an entry p_type, p_offset and p_filesz.
    let tableOffset = header.integer(at: 32, as: UInt64.self)
    let entrySize = Int(header.integer(at: 54, as: UInt16.self))
    let entryCount = Int(header.integer(at: 56, as: UInt16.self))
    guard entrySize == 56, entryCount > 0, tableOffset <= size,
      let table = read(file, at: tableOffset, count: entrySize * entryCount)
    else { return "it is truncated or damaged: its program headers are not there" }
    for entry in stride(from: 0, to: table.count, by: entrySize) {
      let type = table.integer(at: entry, as: UInt32.self)
      let loadable: UInt32 = 1
      guard type == loadable else { continue }
      let (end, overflow) = table.integer(at: entry + 8, as: UInt64.self)
        .addingReportingOverflow(table.integer(at: entry + 32, as: UInt64.self))
      if overflow || end > size { return "it is truncated: a segment ends at byte \(end) of \(size)" }
    }
    return nil
  }

  /// Reads exactly `count` bytes; nil if there are fewer.
  private static func read(_ file: Int32, at offset: UInt64, count: Int) -> [UInt8]? {
    guard let offset = off_t(exactly: offset) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, offset) == count ? bytes : nil
  }
}

extension [UInt8] {
  /// Returns a little-endian integer. There must be enough bytes after `offset`.
  fileprivate func integer<T: FixedWidthInteger>(at offset: Int, as type: T.Type) -> T {
    T(littleEndian: withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) })
  }
}
