import UIKit

@objc public protocol RemoteDelegate: AnyObject {
  @objc optional func remotePressed(_ remote: Remote)
  @objc optional func remoteName(_ remote: Remote) -> String?
  func remoteClosed()
}

@objcMembers public class Remote: NSObject {
  @IBOutlet private weak var screen: Remote?
  @IBOutlet var buttons: [Remote]!
  public weak var delegate: RemoteDelegate?
  public private(set) var log: [String] = []
  @objc(isLoud) dynamic var loud = false

  public var selectors: [Selector] {
    [
      #selector(close), #selector(self.closed(_:)), #selector(Remote.pressed(by:event:)),
      #selector(
        noted(_:)
      ), #selector(getter: loud),
    ]
  }
  public var lineAfterTheLongSelector: Int { return #line }
  public var keyPaths: [String] { [#keyPath(Remote.delegate), #keyPath(loud)] }
  public var connected: [Bool] { [screen != nil, buttons?.isEmpty == false] }

  public func ask() -> String {
    delegate?.remotePressed?(self)
    return delegate?.remoteName?(self) ?? "nobody"
  }

  @objc private func close() { log.append("close") }
  @objc func closed(_ sender: Any?) { log.append("closed by \(sender ?? "nobody")") }
  @objc func pressed(by sender: String, event: UIEvent?) -> Bool {
    log.append("pressed by \(sender)")
    return true
  }
  func noted(_ note: Notification) { log.append(note.name.rawValue) }
  @IBAction func save(_ sender: Any) { log.append("saved") }
}
