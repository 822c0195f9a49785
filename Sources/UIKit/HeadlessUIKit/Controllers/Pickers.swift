import Foundation

// Controllers of the system that pick something: they can be presented, and pick nothing.

/// The delegate of an image picker; nothing calls it, as nothing can be picked.
@MainActor public protocol UIImagePickerControllerDelegate: AnyObject {
  /// Called in UIKit when something was picked; never called here.
  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  /// Called in UIKit when the picker was left without picking; never called here.
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
    /// The key of the picture that was picked.
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    /// The key of the picture as it was cropped.
    public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
    /// The key of the type of the picked medium.
    public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
    /// The key of the address of a film.
    public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
    /// The key of the address of a picture.
    public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
  }
  open var sourceType = SourceType.photoLibrary  // inert
  open var mediaTypes = ["public.image"]  // inert
  open var allowsEditing = false  // inert
  /// Returns false: there is no camera and no library.
  open class func isSourceTypeAvailable(_ type: SourceType) -> Bool { false }
  /// Returns nil: no source has anything to pick.
  open class func availableMediaTypes(for type: SourceType) -> [String]? { nil }
}

/// The delegate of a document picker; nothing calls it, as nothing can be picked.
@MainActor public protocol UIDocumentPickerDelegate: AnyObject {
  /// Called in UIKit when documents were picked; never called here.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  /// Called in UIKit when the picker was left without picking; never called here.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}
extension UIDocumentPickerDelegate {
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}
/// A document picker that shows an empty screen; nothing can be picked.
open class UIDocumentPickerViewController: UIViewController {
  public weak var delegate: (any UIDocumentPickerDelegate)?  // inert
  open var allowsMultipleSelection = false  // inert
  /// Makes a picker that would export files.
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
    /// Makes a name of an activity.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// The activity of sending a mail.
    public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
    /// The activity of sending a message.
    public static let message = ActivityType("com.apple.UIKit.activity.Message")
    /// The activity of printing.
    public static let print = ActivityType("com.apple.UIKit.activity.Print")
    /// The activity of copying.
    public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
    /// The activity of saving a picture.
    public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
    /// The activity of sending to a device nearby.
    public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
    /// The activity of adding to the reading list.
    public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
    /// The activity of assigning a picture to a contact.
    public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
  }
  public override init() { super.init() }
  /// The category of the activity: `action`, unless a subclass overrides it.
  open class var activityCategory: Category { .action }
  /// The activity type; `nil` unless a subclass overrides it.
  open var activityType: ActivityType? { nil }
  /// The activity title; `nil` unless a subclass overrides it.
  open var activityTitle: String? { nil }
  /// The activity image; `nil` unless a subclass overrides it.
  open var activityImage: UIImage? { nil }
  /// The activity view controller; `nil` unless a subclass overrides it.
  open var activityViewController: UIViewController? { nil }
  /// Returns whether the activity can handle the items; false, unless a subclass overrides it. Never called here.
  open func canPerform(withActivityItems items: [Any]) -> Bool { false }
  /// Called in UIKit before the activity is performed; never called here.
  open func prepare(withActivityItems items: [Any]) {}
  /// Performs the activity in UIKit; never called here.
  open func perform() {}
  /// Called in UIKit when the activity is over; never called here.
  open func activityDidFinish(_ completed: Bool) {}
}

/// A quick action of the home screen.
open class UIApplicationShortcutItem: UIObject {
  /// The name by which the program identifies the action, and its text for the user.
  public let type, localizedTitle: String
  /// A second line for the user; nil if there is none.
  public let localizedSubtitle: String?
  /// Makes a quick action.
  public init(type: String, localizedTitle: String, localizedSubtitle: String? = nil) {
    (self.type, self.localizedTitle, self.localizedSubtitle) = (type, localizedTitle, localizedSubtitle)
  }
}
/// An activity of the user for another device; it is never sent here.
open class NSUserActivity: UIObject {
  /// The name by which the program identifies the activity.
  public let activityType: String
  /// The title.
  public var title: String?
  /// The user info; kept, without effect on layout or motion.
  public var userInfo: [AnyHashable: Any]?
  public var webpageURL: URL?  // inert
  public var isEligibleForSearch = false, isEligibleForHandoff = true, isEligibleForPrediction = false  // inert
  /// Makes an activity of a type.
  public init(activityType: String) { self.activityType = activityType }
  public func becomeCurrent() {}  // inert
  public func resignCurrent() {}  // inert
  public func invalidate() {}  // inert
}
