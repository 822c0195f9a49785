import Synchronization

/// Signatures of delicate blocks whose active rows exact numbers have confirmed.
///
/// What is confirmed follows from the coefficients and the sides of the rows, so it holds in every system of this
/// process: cells, screens and test cases repeat the same few shapes. At most `capacity` are remembered.
enum ConfirmedShapes {
  private static let capacity = 4096
  private static let shapes = Mutex<Set<[UInt64]>>([])

  static func contains(_ signature: [UInt64]) -> Bool { shapes.withLock { $0.contains(signature) } }

  static func insert(_ signature: [UInt64]) {
    shapes.withLock { shapes in
      if shapes.count >= capacity { shapes.removeAll() }
      shapes.insert(signature)
    }
  }
}
