import ConflictLogs
import Foundation
import SceneImport
import SceneModel

/// The parts of a file that could be read, for `check`, `show` and `import`.
package struct SceneFile: Sendable {
  package enum Content: Sendable {
    /// Interface Builder's screens, or the one scene of a text file.
    case scenes([ImportedScene])
    case script(SolverScript)
    case timeline(Timeline)
  }

  /// The name in the output, relative to the folder that was given.
  package var name: String
  package var content: Content
  /// The mistakes in a file that could be read despite them.
  package var mistakes: [TextError]

  package static let interfaceBuilderEndings: Set<String> = ["storyboard", "xib"]
  package static let textEndings: Set<String> = ["scene", "solver", "timeline"]
  /// The endings of pasted conflict logs, in which each conflict is a scene.
  package static let logEndings: Set<String> = ["log", "txt"]

  /// Whether the file is an Interface Builder file, which can be laid out on other devices.
  package let isInterfaceBuilders: Bool
  /// The kind of device that an Interface Builder file is for; nil: phones and tablets.
  package private(set) var target: Device.Idiom?

  package init(path: String, name: String, options: ImportOptions = ImportOptions()) throws(TextError) {
    try self.init(SceneContent(path: path, name: name), options: options)
  }

  package init(_ source: SceneContent, options: ImportOptions = ImportOptions()) throws(TextError) {
    let (name, bytes, ending) = (source.name, source.bytes, source.ending)
    self.name = name
    isInterfaceBuilders = SceneFile.interfaceBuilderEndings.contains(ending)
    mistakes = []
    if SceneFile.interfaceBuilderEndings.contains(ending) {
      let document = try InterfaceBuilderDocument(bytes, file: name)
      target = document.target
      let scenes = document.scenes(options)
      content = .scenes(scenes)
      mistakes = document.mistakes + scenes.flatMap(\.mistakes)
    } else if SceneFile.textEndings.contains(ending) {
      guard let text = String(data: bytes, encoding: .utf8) else {
        throw TextError(
          file: name, line: 0, code: .wrongFormat, problem: "the file is not UTF-8 text",
          hint: "Give a scene in text form.")
      }
      var lines: SceneLines? = SceneLines()
      switch try Document(text: text, file: name, lines: &lines) {
      case .scene(let scene): content = .scenes([ImportedScene(scene: scene, lines: lines ?? SceneLines())])
      case .solver(let script): content = .script(script)
      case .timeline(let timeline): content = .timeline(timeline)
      }
    } else if SceneFile.logEndings.contains(ending) {
      let all = RepeatedConflict.all(in: try ConflictLog.all(in: [UInt8](bytes), file: name)).map(\.log)
      let logs = all.filter { !$0.constraints.isEmpty }
      // Conflicts have the same numbers as in `explain`, such as conflict-2.
      let numbers = all.indices.filter { !all[$0].constraints.isEmpty }.map { $0 + 1 }
      for log in all where log.constraints.isEmpty {
        let mistake = TextError(
          file: name, line: log.line,
          code: .endsEarly,
          problem: "this message has no list that could be read, so there is nothing to make a scene of",
          hint: "`layoutlab explain \(name)` says what it is about.")
        if logs.isEmpty { throw mistake }
        mistakes.append(mistake)
      }
      let made = logs.map(LogScene.init)
      content = .scenes(
        made.enumerated().map { index, made in
          var imported = ImportedScene(scene: made.scene)
          imported.root = "conflict-\(numbers[index])"
          return imported
        })
      for (log, made) in zip(logs, made) {
        mistakes += made.leftOut.map { line, reason in
          TextError(
            file: name, line: log.line, code: .wrongFormat,
            problem: "line \(line + 1) of this list is left out: \(reason)",
            hint: "`layoutlab explain \(name)` shows it.")
        }
      }
    } else {
      throw TextError(
        file: name, line: 0, code: .wrongKind, problem: "unknown kind of file",
        hint: "Give a .storyboard, .xib, .scene, .solver or .timeline file, or a .log or .txt with conflict logs."
      )
    }
  }

  /// Returns the files that the arguments name, and all files with one of the endings in the folders that they name, as `(path, name)`, in order.
  package static func list(
    _ arguments: [String], endings: Set<String> = interfaceBuilderEndings.union(textEndings)
  ) throws -> [(path: String, name: String)] {
    var files: [(String, String)] = []
    for argument in arguments {
      if argument == "-" {
        files.append((argument, "standard input"))
        continue
      }
      guard FileManager.default.fileExists(atPath: argument) else {
        throw UserMistake(.fileMissing, "\(argument): no such file or folder. Check the path.")
      }
      guard isFolder(argument) else {
        files.append((argument, argument))
        continue
      }
      let all = FileManager.default.enumerator(atPath: argument)?.compactMap { $0 as? String } ?? []
      // Files in an unreadable folder would be left out silently.
      for name in [""] + all {
        let path = (argument as NSString).appendingPathComponent(name)
        if !FileManager.default.isReadableFile(atPath: path), isFolder(path) {
          throw UserMistake(
            .fileUnreadable,
            "\(path): no permission to read this folder. Change its permissions, or name the files to read.")
        }
      }
      let names = all.filter { endings.contains(($0 as NSString).pathExtension) }.sorted()
      guard !names.isEmpty else {
        let kinds = endings.sorted().map { ".\($0)" }.joined(separator: ", ")
        throw UserMistake(.noneMatch, "\(argument): no file in this folder ends with \(kinds).")
      }
      files += names.map { ((argument as NSString).appendingPathComponent($0), $0) }
    }
    return files
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// Returns the requested scene: the only one, or the one with this root.
  package func scene(root: String?) throws -> ImportedScene {
    guard case .scenes(let scenes) = content else {
      throw UserMistake(.notAScene, "\(name): this document has no views. Give a scene.")
    }
    if let root {
      if let scene = scenes.first(where: { $0.root == root }) { return scene }
      let called = scenes.filter { $0.screen == root }
      guard called.count == 1 else {
        let trouble = called.isEmpty ? "no scene has the root" : "\(called.count) scenes are called"
        throw UserMistake(
          called.isEmpty ? .unknownName : .severalMatch,
          "\(name): \(trouble) \"\(root)\". \(SceneFile.roots(called.isEmpty ? scenes : called))")
      }
      return called[0]
    }
    guard let only = scenes.first, scenes.count == 1 else {
      throw UserMistake(
        .severalMatch,
        "\(name): the file has \(scenes.count) scenes. Choose one with --root. \(SceneFile.roots(scenes))")
    }
    return only
  }

  /// Returns the scene with this root, or all scenes if no root is given; the list may be empty.
  package func scenes(root: String?) throws -> [ImportedScene] {
    if root == nil, case .scenes(let scenes) = content { return scenes }
    return [try scene(root: root)]
  }

  private static func roots(_ scenes: [ImportedScene]) -> String {
    let names = scenes.map { scene in scene.root + (scene.screen.map { " (\($0))" } ?? "") }
    return names.isEmpty ? "" : "Its roots: \(names.joined(separator: ", "))."
  }
}

/// Reads one file named by the user; errors in it are mistakes of the user.
package func readUserFile(_ content: SceneContent, options: ImportOptions = ImportOptions()) throws -> SceneFile {
  do {
    return try SceneFile(content, options: options)
  } catch {
    throw UserMistake(error)
  }
}

package func readUserFile(_ path: String) throws -> SceneFile { try readUserFile(SceneContent(path: path)) }
