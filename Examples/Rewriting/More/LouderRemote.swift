import UIKit

// A class in a folder below, which inherits connections from the first.
public final class LouderRemote: Remote {
  @IBOutlet var horn: Remote?
  @IBAction func louder() { honk() }
  public private(set) var honks = 0
  private func honk() { honks += 1 }
  public var hasHorn: Bool { horn != nil }
}

public final class SilentDelegate: RemoteDelegate {
  public init() {}
  public func remoteClosed() {}
}
