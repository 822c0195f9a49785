import Foundation
import SceneImport

/// The objects of a `.xib` file, made anew at each call.
///
/// A file is looked for in the bundle; for the main bundle, the default, also in the resources that SwiftPM puts beside the program
/// (`.copy("Card.xib")` in the manifest: here SwiftPM cannot compile a nib).
open class UINib: UIObject {
  /// The keys of options for loading a nib.
  nonisolated public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  private let name: String
  private let bundle: Bundle?
  private var known: NibDocument?

  /// Makes a nib of a file's name, without `.xib`; the file is looked for when objects are made.
  public init(nibName name: String, bundle: Bundle?) { (self.name, self.bundle) = (name, bundle) }
  /// Makes a nib of a file's content.
  public init(data: Data, bundle: Bundle?) {
    (name, self.bundle) = ("data", bundle)
    super.init()
    do { known = try NibDocument(data, name: "nib data", modules: []) } catch { raise("\(error)") }
  }

  /// Returns the views and objects at the top of the file, in its order; outlets and actions are connected.
  @discardableResult
  open func instantiate(withOwner owner: Any?, options: [OptionsKey: Any]? = nil) -> [Any] {
    let owner = owner.map { $0 as AnyObject }
    let document =
      known ?? NibFiles.find(name, endings: ["xib"], in: bundle, modules: NibFiles.module(of: owner))
    guard let document else { raise("NSInternalInconsistencyException: Could not load NIB in bundle: '\(name)'") }
    known = document
    let loader = NibLoader(document, owner: owner)
    var made: [Any] = []
    for element in document.content.child("objects")?.children ?? [] {
      if element.tag == "placeholder" {
        if element["placeholderIdentifier"] == "IBFilesOwner", let owner { loader.register(owner, element) }
      } else if let part = document.parts.first(where: { $0.outline.views.first?.element["id"] == element["id"] }) {
        made.append(loader.makeViews(part))
      } else if let recognizer = UIGestureRecognizer.made(of: element) {
        loader.register(recognizer, element)
        made.append(recognizer)
      }
    }
    loader.connect()
    return made
  }
}

extension UIGestureRecognizer {
  static func made(of element: MarkupElement) -> UIGestureRecognizer? {
    switch element.tag {
    case "tapGestureRecognizer": UITapGestureRecognizer()
    case "pongPressGestureRecognizer", "longPressGestureRecognizer": UILongPressGestureRecognizer()
    case "panGestureRecognizer": UIPanGestureRecognizer()
    case "swipeGestureRecognizer": UISwipeGestureRecognizer()
    case "pinchGestureRecognizer": UIPinchGestureRecognizer()
    case "rotationGestureRecognizer": UIRotationGestureRecognizer()
    case "screenEdgePanGestureRecognizer": UIScreenEdgePanGestureRecognizer()
    default: nil
    }
  }
}

extension Bundle {
  /// Returns the objects of a nib of this bundle, connected. Never nil: if there is no such nib, the process ends.
  @MainActor
  public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
    UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
  }
}
