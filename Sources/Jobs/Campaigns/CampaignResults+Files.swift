import Foundation
import SceneFuzzing
import SceneModel

extension CampaignResults {
  /// Reads results files. For a folder, it reads all files below it whose names end in `.jsonl`, but no files of times (`.times.jsonl`).
  ///
  /// - Throws: `TextError` with file and line if a line is no record, `UserMistake` if a file does not exist.
  public init(files: [String]) throws {
    self.init()
    for path in files {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw UserMistake(
          .fileMissing, "\(path): no such file or folder. Name a file or folder that `layoutlab campaign run` wrote.")
      }
      guard isFolder.boolValue else {
        try read(path)
        continue
      }
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() where name.hasSuffix(".jsonl") && !name.hasSuffix(".times.jsonl") {
        try read("\(path)/\(name)")
      }
    }
  }

  private mutating func read(_ path: String) throws {
    for record in try Self.records(in: path) { add(record) }
  }

  /// Returns the records of one file in its order.
  static func records(in path: String) throws -> [CampaignRecord] {
    let data = Data(try DurableFile.read(URL(filePath: path)))
    let decoder = JSONDecoder()
    return try data.split(separator: UInt8(ascii: "\n")).enumerated().map { at, line in
      do { return try decoder.decode(CampaignRecord.self, from: Data(line)) } catch {
        throw TextError(
          file: path, line: at + 1, code: .wrongFormat, problem: "no record of a campaign",
          hint: "Run the shard again, which writes the file anew, or remove the line.")
      }
    }
  }

  /// The bytes of a results file.
  public var text: String { records.map { $0.line + "\n" }.joined() }

  public func write(to path: String) throws(UserMistake) {
    try DurableFile.write(Array(text.utf8), to: URL(filePath: path))
  }
}

extension CampaignResults {
  /// Merges the records into a night's folder, which has one file for each machine. Returns the machines, in order.
  public func file(into folder: URL) throws -> [String] {
    let machines = Dictionary(grouping: records, by: \.machine)
    for (machine, records) in machines.sorted(by: { $0.key < $1.key }) {
      let file = folder.appending(path: "\(machine).jsonl")
      var results = CampaignResults(records)
      if FileManager.default.fileExists(atPath: file.path) { results.merge(try CampaignResults(files: [file.path])) }
      try results.write(to: file.path)
    }
    return machines.keys.sorted()
  }
}

extension CampaignRecord {
  /// The machine that made the record.
  public var machine: String {
    switch self {
    case .unit(let unit): unit.machine
    case .finding(let finding): finding.machine
    }
  }
}

extension UnitTimes {
  /// Merges the files with the units' times into a night's folder. If a unit has two times, the shorter one is kept.
  public static func file(_ paths: [String], into folder: URL) throws {
    var best: [String: UnitTimes] = [:]
    func add(_ path: String) throws {
      let decoder = JSONDecoder()
      for line in Data(try DurableFile.read(URL(filePath: path))).split(separator: UInt8(ascii: "\n")) {
        guard let times = try? decoder.decode(UnitTimes.self, from: Data(line)) else { continue }
        let key = "\(times.machine) \(times.unit) \(times.revision)"
        if let present = best[key], present.seconds <= times.seconds { continue }
        best[key] = times
      }
    }
    for path in paths {
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      for name in names.sorted() where name.hasSuffix(".times.jsonl") { try add("\(path)/\(name)") }
    }
    let machines = Set(best.values.map(\.machine)).sorted()
    for machine in machines {
      let file = folder.appending(path: "\(machine).times.jsonl")
      if FileManager.default.fileExists(atPath: file.path) { try add(file.path) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      var text = Data()
      for (_, times) in best.sorted(by: { $0.key < $1.key }) where times.machine == machine {
        text += try encoder.encode(times) + Data("\n".utf8)
      }
      try DurableFile.write(Array(text), to: file)
    }
  }
}
