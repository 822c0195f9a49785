import SceneModel

/// An input of a fuzzer, decoded. Decoding often costs more than an execution, so it is done once.
///
/// libFuzzer keeps the compact form of documents, so that seeds, corpora and findings have the same format.
public struct FuzzInput: Sendable {
  public enum Meaning: Sendable {
    case document(Document)
    /// A file from outside.
    case file(FileKind)
  }

  public var bytes: [UInt8]
  public var meaning: Meaning

  /// The size of the input's document in bytes of its compact form, even if the input is a seed in text form.
  public var size: Int {
    guard case .document(let document) = meaning, bytes.starts(with: document.fileExtension.utf8) else {
      return bytes.count
    }
    return document.compact.count
  }
}

extension FuzzTarget {
  /// Decodes an input. Bytes that are neither a document nor a file from outside choose a generated document, so no input is wasted.
  public func input(_ bytes: [UInt8]) -> FuzzInput {
    // Documents of another kind, such as a scene among scripts, would be judged by no law.
    if let document = writtenDocument(bytes), document.fileExtension == fileExtension {
      return FuzzInput(bytes: bytes, meaning: .document(document))
    }
    if let kind = files.first(where: { $0.claims(bytes) }) { return FuzzInput(bytes: bytes, meaning: .file(kind)) }
    var entropy = Entropy(seed: hash(of: bytes))
    return FuzzInput(bytes: bytes, meaning: .document(generate(&entropy)))
  }

  /// Returns the document that bytes hold, in compact form or, as in seeds, in text; nil if they hold none.
  public func writtenDocument(_ bytes: [UInt8]) -> Document? {
    if bytes.starts(with: "\(fileExtension) 1\n".utf8) {
      return try? Document(text: String(decoding: bytes, as: UTF8.self), file: "seed")
    }
    return try? Document(compact: bytes)
  }

  /// Returns the same input with a remark that makes its hash select it for all laws; nil if this kind of input cannot have a remark.
  public func judgedByAll(_ bytes: [UInt8]) -> [UInt8]? {
    let isText = bytes.starts(with: "\(fileExtension) 1\n".utf8)
    guard let remark = isText ? FileKind.lineRemark : files.first(where: { $0.claims(bytes) })?.remark else {
      return nil
    }
    let start = bytes + (bytes.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
    let begun = hash(of: start)
    for number in 0..<(64 * exactSample) {
      let line = remark(number).utf8
      if hash(of: line, after: begun) % exactSample == 0 { return start + line }
    }
    return nil
  }

  /// Returns a changed input of at most `room` bytes. It always decodes, except for damaged files. An input larger than usual, such as a seed, does
  /// not grow.
  public func mutated(_ input: FuzzInput, room: Int, seed: UInt64) -> FuzzInput {
    var entropy = Entropy(seed: seed)
    switch input.meaning {
    case .file(let kind):
      if entropy.chance(1, in: 8) { return freshFile(&entropy, room: room) }
      return file(
        damaged(input.bytes, as: kind, &entropy), room: min(room, max(input.bytes.count, kind.usualSize)))
    case .document(var document):
      if !files.isEmpty, entropy.chance(1, in: 16) {
        let kind = entropy.pick(files)
        guard let written = kind.write?(document) else { return freshFile(&entropy, room: room) }
        return file(damaged(written, as: kind, &entropy), room: min(room, kind.usualSize))
      }
      // A large document, such as a seed, is mostly replaced by a new one, because it takes as long as many small ones.
      if input.size > usualSize ? entropy.chance(15, in: 16) : entropy.chance(1, in: 32) {
        document = generate(&entropy)
      }
      for _ in 0..<entropy.count(1...4) { mutate(&document, &entropy) }
      return fitting(document, room: room, otherwise: input, &entropy)
    }
  }

  /// Returns the first input with parts of the second, of at most `room` bytes. If one of the two is a file, the first is only changed, as by
  /// `mutated`.
  public func crossed(_ input: FuzzInput, with other: FuzzInput, room: Int, seed: UInt64) -> FuzzInput {
    var entropy = Entropy(seed: seed)
    guard case .document(var document) = input.meaning, case .document(let second) = other.meaning else {
      return mutated(input, room: room, seed: seed)
    }
    cross(&document, second, &entropy)
    return fitting(document, room: room, otherwise: input, &entropy)
  }

  private func freshFile(_ entropy: inout Entropy, room: Int) -> FuzzInput {
    let kind = entropy.pick(files)
    return file(kind.generate(&entropy), room: min(room, kind.usualSize))
  }

  private func file(_ bytes: [UInt8], room: Int) -> FuzzInput { input(Array(bytes.prefix(room))) }

  /// Returns the changed document, or a new one if it has grown too large or cannot be read back. Keeping the old document would waste the
  /// execution.
  private func fitting(
    _ document: Document, room: Int, otherwise input: FuzzInput, _ entropy: inout Entropy
  ) -> FuzzInput {
    var document = document
    // Inputs are kept small, so that many can be executed.
    let room = min(room, max(input.size, usualSize))
    if tidy(&document) {
      let compact = document.compact
      if compact.count <= room { return FuzzInput(bytes: compact, meaning: .document(document)) }
    }
    let fresh = generate(&entropy)
    let compact = fresh.compact
    if compact.count <= room { return FuzzInput(bytes: compact, meaning: .document(fresh)) }
    return input.bytes.count <= room ? input : self.input(Array(input.bytes.prefix(room)))
  }
}

/// Returns the FNV-1a hash of bytes (Fowler, Noll, Vo): the same on every machine and in every process.
public func hash(of bytes: some Sequence<UInt8>) -> UInt64 { hash(of: bytes, after: 0xCBF2_9CE4_8422_2325) }

/// Returns the hash of bytes, continuing the hash of the bytes before.
private func hash(of bytes: some Sequence<UInt8>, after begun: UInt64) -> UInt64 {
  bytes.reduce(begun) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
