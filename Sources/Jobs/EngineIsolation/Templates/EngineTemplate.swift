import Foundation
import SceneFuzzing
import SceneModel

/// A template for an engine behind the engine protocol: an adapter for a toy engine, a build file, and the commands to run.
public struct EngineTemplate: Encodable, Sendable {
  /// A language in which there is a template.
  public enum Language: String, CaseIterable, Encodable, Sendable {
    case python, c
    case cPlusPlus = "c++"
    case rust, swift

    fileprivate var source: (name: String, text: String) {
      switch self {
      case .python: ("toy.py", EngineTemplate.pythonSource)
      case .c: ("toy.c", EngineTemplate.cSource)
      case .cPlusPlus: ("toy.cpp", EngineTemplate.cppSource)
      case .rust: ("toy.rs", EngineTemplate.rustSource)
      case .swift: ("toy.swift", EngineTemplate.swiftSource)
      }
    }

    /// The lines of a Makefile that build `toy` from the source.
    fileprivate var recipe: [String] {
      switch self {
      case .python:
        ["printf '#!/bin/sh\\nexec python3 \"%s\"\\n' \"$(CURDIR)/$<\" >$@", "chmod +x $@"]
      case .c: ["$(CC) -std=gnu11 -O2 -g -Wall -Wextra $< -o $@ -lm"]
      case .cPlusPlus: ["$(CXX) -std=c++17 -O2 -g -Wall -Wextra $< -o $@"]
      case .rust: ["rustc --edition=2021 -O -g $< -o $@"]
      case .swift: ["swiftc -O -g $< -o $@"]
      }
    }

    /// The compiler's name on the command line.
    public var compiler: String {
      switch self {
      case .python: "python3"
      case .c: "cc"
      case .cPlusPlus: "c++"
      case .rust: "rustc"
      case .swift: "swiftc"
      }
    }
  }

  public var language: Language
  /// The files that were written.
  public var files: [String]
  /// The commands that build the engine, judge it by every law and fuzz it.
  public var commands: [String]

  /// Writes the template to a folder, and makes the folder.
  ///
  /// - Throws: `UserMistake` if one of the files exists already, or cannot be written. No file is overwritten.
  public init(_ language: Language, in folder: String) throws(UserMistake) {
    self.language = language
    let (name, text) = language.source
    let makefile = (["toy: \(name)"] + language.recipe.map { "\t" + $0 }).joined(separator: "\n") + "\n"
    let contents = [(name, text), ("Makefile", makefile)].map { (URL(filePath: folder).appending(path: $0), $1) }
    for (file, _) in contents where FileManager.default.fileExists(atPath: file.path) {
      throw UserMistake(.existsAlready, "\(file.relativePath): exists already. Name a new folder.")
    }
    for (file, content) in contents { try DurableFile.write(Array(content.utf8), to: file) }
    files = contents.map { $0.0.relativePath }
    let plain = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let engine = "cmd:" + (plain.contains("/") ? plain : "./" + plain) + "/toy"
    commands = [
      "make -C \(folder.shellQuoted)",
      "layoutlab plugins check \(engine.shellQuoted)",
      "layoutlab fuzz --engine \(engine.shellQuoted) --time 1m --work \((plain + "/found").shellQuoted)",
    ]
  }

  public var text: String {
    (files + ["Build it, judge it, fuzz it:"] + commands.map { "  " + $0 }).joined(separator: "\n")
  }
}
