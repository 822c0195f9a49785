import LayoutPlugin
import SceneModel

/// The reason why work with an engine could not be done, sent by the process that should have done it.
public struct EngineRefusal: Error, Codable, CustomStringConvertible {
  public var description: String
  /// Whether the user's input was wrong; otherwise it is a fault of the engine or of this program.
  public var isMistake: Bool

  init(fault description: String) { self.init(description, isMistake: false) }

  private init(_ description: String, isMistake: Bool) {
    (self.description, self.isMistake) = (description, isMistake)
  }

  public init(_ error: any Error) {
    switch error {
    case let refusal as EngineRefusal: self = refusal
    case let fault as PluginFault: self.init("\(fault)", isMistake: fault.isBadInput)
    case is UserMistake, is TextError: self.init("\(error)", isMistake: true)
    default: self.init(fault: "\(error)")
    }
  }
}

extension PluginFault {
  /// Whether the user named something that is no plugin; the other cases are an engine's own faults.
  public var isBadInput: Bool {
    switch self {
    case .cannotLoad, .notAPlugin, .wrongABI, .incompleteTable, .notOffered: true
    case .rejected, .cancelled, .broken: false
    }
  }
}
