import SceneModel

// The bytes that libFuzzer keeps are the compact form of documents, so that seeds, corpora and findings are one thing.
extension FuzzTarget {
  /// What an input means.
  enum Meaning {
    case document(Document)
    case file
  }

  /// Bytes that are neither a document nor the start of a file choose a generated document: no input is wasted.
  func meaning(of bytes: [UInt8]) -> Meaning {
    if let document = document(compact: bytes) { return .document(document) }
    if readFile != nil, bytes.first == UInt8(ascii: "<") { return .file }
    var entropy = Entropy(seed: hash(of: bytes))
    return .document(generate(&entropy))
  }

  private func document(compact bytes: [UInt8]) -> Document? {
    // A scene among scripts would be judged by no law.
    guard let document = try? Document(compact: bytes), document.fileExtension == fileExtension else { return nil }
    return document
  }

  /// A changed input of at most `room` bytes; always one that decodes, except for damaged files.
  public func mutated(_ bytes: [UInt8], room: Int, seed: UInt64) -> [UInt8] {
    var entropy = Entropy(seed: seed)
    switch meaning(of: bytes) {
    case .file: return Array(damaged(bytes, &entropy).prefix(room))
    case .document(var document):
      if let writeFile, entropy.chance(1, in: 8), let file = writeFile(document) {
        return Array(damaged(file, &entropy).prefix(room))
      }
      if entropy.chance(1, in: 32) { document = generate(&entropy) }
      for _ in 0..<(1 + entropy.below(4)) { mutate(&document, &entropy) }
      return fitting(document, room: room, otherwise: bytes, &entropy)
    }
  }

  public func crossed(_ bytes: [UInt8], with other: [UInt8], room: Int, seed: UInt64) -> [UInt8] {
    var entropy = Entropy(seed: seed)
    guard case .document(var document) = meaning(of: bytes), case .document(let second) = meaning(of: other) else {
      return bytes
    }
    cross(&document, second, &entropy)
    return fitting(document, room: room, otherwise: bytes, &entropy)
  }

  /// A document that has grown too large gives way to a fresh one: keeping the old input would waste the execution.
  private func fitting(_ document: Document, room: Int, otherwise bytes: [UInt8], _ entropy: inout Entropy) -> [UInt8] {
    let compact = document.compact
    if compact.count <= room { return compact }
    let fresh = generate(&entropy).compact
    return fresh.count <= room ? fresh : Array(bytes.prefix(room))
  }
}

/// FNV-1a over bytes (Fowler, Noll, Vo): the same on every machine and in every process.
func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
