import CBuildStamp
import CLayoutPlugin
import ConstraintSolver
import EngineConversation
import LayoutPlugin

/// The version of the tool: the version numbers of the project and of its contracts with engines, and the revision of the sources.
struct ToolVersion: Encodable {
  var version = Plugin.layoutlab.manifest.version
  /// The commit, followed by a plus if files differed from it; empty if the build did not have this information.
  var revision = String(cString: build_revision())
  /// The date of the commit.
  var date = String(cString: build_date())
  var pluginABI = Int(LAYOUT_PLUGIN_ABI)
  var engineProtocol = EngineRequest.protocolVersion

  var text: String {
    let source = revision.isEmpty ? "unknown (built without make)" : "\(revision), \(date)"
    return "layoutlab \(version)\nrevision \(source)\nplugin ABI \(pluginABI)\nengine protocol \(engineProtocol)"
  }
}
