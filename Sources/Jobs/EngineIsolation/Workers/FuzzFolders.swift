import Foundation
import SceneFuzzing
import SceneModel

/// The folders in which the run of one target keeps its working files. Its findings are in the `FindingStore`.
struct FuzzFolders {
  let folder: URL

  init(of target: FuzzTarget, in store: FindingStore) { folder = store.folder.appending(path: target.name) }

  /// The folder of inputs that reached something new. File names are libFuzzer's: the SHA-1 of the content.
  var corpus: URL { folder.appending(path: "corpus") }
  /// The folder for files of libFuzzer that are not needed.
  var scratch: URL { folder.appending(path: "scratch") }
  /// Digests of inputs that no worker executes again in this run, one a line.
  var excluded: URL { folder.appending(path: "excluded.txt") }

  /// Makes the folders for a new run, and removes incompletely written inputs from the corpus.
  func prepare() throws(UserMistake) {
    for needed in [corpus, scratch] { try DurableFile.makeFolder(needed) }
    try DurableFile.write([], to: excluded)
    for name in try DurableFile.names(in: corpus) where name.count == 40 && name.allSatisfy(\.isHexDigit) {
      let file = corpus.appending(path: name)
      if sha1(try DurableFile.read(file)) != name { try DurableFile.remove(file) }
    }
  }

  func removeScratch() { try? FileManager.default.removeItem(at: scratch) }

  /// Removes an input from the corpus and lists it as excluded, so that workers started from now on do not execute it.
  func exclude(_ bytes: [UInt8], among all: [UInt64]) throws(UserMistake) {
    try DurableFile.remove(corpus.appending(path: sha1(bytes)))
    let lines = all.map { String($0, radix: 16) + "\n" }.joined()
    try DurableFile.write(Array(lines.utf8), to: excluded)
  }

  func corpusSize() -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? []).count
  }
}

/// Returns the SHA-1 of some bytes (FIPS 180-4) in lower-case hexadecimal digits.
func sha1(_ bytes: [UInt8]) -> String {
  var message = bytes + [0x80]
  while message.count % 64 != 56 { message.append(0) }
  message += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (UInt64(bytes.count) * 8) >> UInt64(8 * $0)) }
  func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
  var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  for block in stride(from: 0, to: message.count, by: 64) {
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(message[block + index * 4 + $1]) }
    }
    for index in 16..<80 {
      words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ choice &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }
  return state.map { word in
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }.joined()
}
