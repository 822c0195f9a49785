import Foundation

// Controllers of the system that pick something: they can be presented, and pick nothing.

@MainActor public protocol UIImagePickerControllerDelegate: AnyObject {
  /// Never called here.
  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  /// Never called here.
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}
extension UIImagePickerControllerDelegate {
  public func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
}
/// An image picker that shows an empty screen; nothing can be picked.
open class UIImagePickerController: UINavigationController {
  /// The sources of an image picker.
  nonisolated public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
  /// The keys of a picked image's description.
  nonisolated public struct InfoKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// UIKit's `UIImagePickerController.InfoKey.originalImage`.
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    /// UIKit's `UIImagePickerController.InfoKey.editedImage`.
    public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
    /// UIKit's `UIImagePickerController.InfoKey.mediaType`.
    public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
    /// UIKit's `UIImagePickerController.InfoKey.mediaURL`.
    public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
    /// UIKit's `UIImagePickerController.InfoKey.imageURL`.
    public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
  }
  /// The source type; kept, without effect on layout or motion.
  open var sourceType = SourceType.photoLibrary
  /// The media types; kept, without effect on layout or motion.
  open var mediaTypes = ["public.image"]
  /// Whether it allows editing; kept, without effect on layout or motion.
  open var allowsEditing = false
  /// There is no camera and no library.
  open class func isSourceTypeAvailable(_ type: SourceType) -> Bool { false }
  /// Returns `nil` here.
  open class func availableMediaTypes(for type: SourceType) -> [String]? { nil }
}

@MainActor public protocol UIDocumentPickerDelegate: AnyObject {
  /// Never called here.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  /// Never called here.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}
extension UIDocumentPickerDelegate {
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}
/// A document picker that shows an empty screen; nothing can be picked.
open class UIDocumentPickerViewController: UIViewController {
  /// The delegate.
  public weak var delegate: (any UIDocumentPickerDelegate)?
  /// Whether it allows multiple selection; kept, without effect on layout or motion.
  open var allowsMultipleSelection = false
  /// Makes one as UIKit does.
  public convenience init(forExporting urls: [URL], asCopy: Bool = false) { self.init(nibName: nil, bundle: nil) }
}

/// A service of an activity controller; none is performed here.
open class UIActivity: UIObject {
  /// The categories of activities.
  nonisolated public enum Category: Int, Sendable { case action, share }
  /// The names of the system's activities.
  nonisolated public struct ActivityType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes one as UIKit does.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// UIKit's `UIActivity.ActivityType.mail`.
    public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
    /// UIKit's `UIActivity.ActivityType.message`.
    public static let message = ActivityType("com.apple.UIKit.activity.Message")
    /// UIKit's `UIActivity.ActivityType.print`.
    public static let print = ActivityType("com.apple.UIKit.activity.Print")
    /// UIKit's `UIActivity.ActivityType.copyToPasteboard`.
    public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
    /// UIKit's `UIActivity.ActivityType.saveToCameraRoll`.
    public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
    /// UIKit's `UIActivity.ActivityType.airDrop`.
    public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
    /// UIKit's `UIActivity.ActivityType.addToReadingList`.
    public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
    /// UIKit's `UIActivity.ActivityType.assignToContact`.
    public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
  }
  public override init() { super.init() }
  /// The activity category, as in UIKit.
  open class var activityCategory: Category { .action }
  /// The activity type; `nil` unless a subclass overrides it.
  open var activityType: ActivityType? { nil }
  /// The activity title; `nil` unless a subclass overrides it.
  open var activityTitle: String? { nil }
  /// The activity image; `nil` unless a subclass overrides it.
  open var activityImage: UIImage? { nil }
  /// The activity view controller; `nil` unless a subclass overrides it.
  open var activityViewController: UIViewController? { nil }
  /// Returns `false` here.
  open func canPerform(withActivityItems items: [Any]) -> Bool { false }
  /// Accepted, and does nothing here.
  open func prepare(withActivityItems items: [Any]) {}
  /// Called as by UIKit; does nothing by itself.
  open func perform() {}
  /// A hook for subclasses; nothing here calls it.
  open func activityDidFinish(_ completed: Bool) {}
}

/// A quick action of the home screen.
open class UIApplicationShortcutItem: UIObject {
  /// The type, as in UIKit.
  public let type, localizedTitle: String
  /// The localized subtitle, as in UIKit.
  public let localizedSubtitle: String?
  /// Makes one as UIKit does.
  public init(type: String, localizedTitle: String, localizedSubtitle: String? = nil) {
    (self.type, self.localizedTitle, self.localizedSubtitle) = (type, localizedTitle, localizedSubtitle)
  }
}
/// An activity of the user, as it is handed from device to device; nobody hands it on here.
open class NSUserActivity: UIObject {
  /// The activity type, as in UIKit.
  public let activityType: String
  /// The title.
  public var title: String?
  /// The user info; kept, without effect on layout or motion.
  public var userInfo: [AnyHashable: Any]?
  /// The webpage URL; kept, without effect on layout or motion.
  public var webpageURL: URL?
  /// Whether it is eligible for search; kept, without effect on layout or motion.
  public var isEligibleForSearch = false, isEligibleForHandoff = true, isEligibleForPrediction = false
  /// Makes one as UIKit does.
  public init(activityType: String) { self.activityType = activityType }
  /// Accepted, and does nothing here.
  public func becomeCurrent() {}
  /// Accepted, and does nothing here.
  public func resignCurrent() {}
  /// Called as by UIKit; does nothing by itself.
  public func invalidate() {}
}
