import Foundation
import SceneModel

/// The input that is judged, in a file that outlives the process: when an engine crashes or hangs, it was the last one.
///
/// Writing costs two calls of the system, which is little beside playing.
final class BlackBox {
  private let handle: FileHandle
  private var count: UInt64 = 0

  /// The file is there already.
  init(writing file: URL) throws { handle = try FileHandle(forWritingTo: file) }

  func note(_ document: Document) throws { try note(document.compact) }

  /// A document in its compact form, or a file from outside.
  func note(_ bytes: [UInt8]) throws {
    count += 1
    var record = Data(capacity: BlackBox.headSize + bytes.count)
    for number in [count, UInt64(bytes.count)] {
      withUnsafeBytes(of: number.littleEndian) { record.append(contentsOf: $0) }
    }
    record.append(contentsOf: bytes)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: record)
  }

  private static let headSize = 16

  /// How many inputs were noted; 0 when there is no such file.
  static func count(in file: URL) -> UInt64 { head(of: (try? Data(contentsOf: file)) ?? Data())?.count ?? 0 }

  /// The last input; nil when there was none.
  static func bytes(in file: URL) -> [UInt8]? {
    guard let data = try? Data(contentsOf: file), let (_, size) = head(of: data),
      size <= UInt64(data.count - headSize)
    else { return nil }
    return [UInt8](data.dropFirst(headSize).prefix(Int(size)))
  }

  private static func head(of data: Data) -> (count: UInt64, size: UInt64)? {
    guard data.count >= headSize else { return nil }
    func number(at offset: Int) -> UInt64 {
      data.dropFirst(offset).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    return (number(at: 0), number(at: 8))
  }
}
