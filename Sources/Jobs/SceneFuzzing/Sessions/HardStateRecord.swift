import Foundation
import LayoutPlugin

/// The hard states that were reached, with the number of times and the first time.
public struct HardStateRecord: Codable, Hashable, Sendable {
  public struct Reached: Codable, Hashable, Sendable {
    public var state: String
    public var count: Int
    /// The number of executions, and the seconds, before the state was first reached.
    public var firstExecution: Int
    public var firstSeconds: Double
  }

  /// The reached states, in the order of the registry.
  public private(set) var reached: [Reached] = []
  public var neverReached: [String] {
    let known = Set(reached.map(\.state))
    return HardState.allCases.map(\.name).filter { !known.contains($0) }
  }

  public init() {}

  private enum CodingKeys: CodingKey {
    case reached, neverReached
  }

  public init(from decoder: any Decoder) throws {
    reached = try decoder.container(keyedBy: CodingKeys.self).decode([Reached].self, forKey: .reached)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reached, forKey: .reached)
    try container.encode(neverReached, forKey: .neverReached)
  }

  fileprivate mutating func set(_ state: HardState, count: Int, execution: Int, seconds: Double) -> Bool {
    if let at = reached.firstIndex(where: { $0.state == state.name }) {
      reached[at].count = count
      return false
    }
    reached.append(Reached(state: state.name, count: count, firstExecution: execution, firstSeconds: seconds))
    sort()
    return true
  }

  /// Adds the states that another process of the same run has reached.
  public mutating func add(_ other: HardStateRecord) {
    for one in other.reached {
      guard let at = reached.firstIndex(where: { $0.state == one.state }) else {
        reached.append(one)
        continue
      }
      reached[at].count += one.count
      if one.firstSeconds < reached[at].firstSeconds {
        (reached[at].firstSeconds, reached[at].firstExecution) = (one.firstSeconds, one.firstExecution)
      }
    }
    sort()
  }

  private mutating func sort() {
    let order = Dictionary(uniqueKeysWithValues: HardState.allCases.map { ($0.name, $0.rawValue) })
    reached.sort { (order[$0.state] ?? .max, $0.state) < (order[$1.state] ?? .max, $1.state) }
  }

  /// A summary of one line.
  public var text: String {
    let never = neverReached
    return "\(reached.count) of \(HardState.allCases.count) hard states reached"
      + (never.isEmpty ? "" : "; never: \(never.joined(separator: ", "))")
  }
}

/// Watches the hard state counters of this process while a fuzzer runs.
public struct HardStateWatch {
  private let before = HardState.allCases.map(\.count)
  private let start = ContinuousClock.now
  private var isKnown = HardState.allCases.map { _ in false }
  public private(set) var record = HardStateRecord()

  public init() {}

  /// Reads the counters. Returns true if a state was reached for the first time. It costs little if none was.
  public mutating func look(executions: Int) -> Bool {
    var isNews = false
    for (at, state) in HardState.allCases.enumerated() where !isKnown[at] && state.count != before[at] {
      isKnown[at] = true
      isNews =
        record.set(
          state, count: state.count - before[at], execution: executions,
          seconds: (ContinuousClock.now - start) / .seconds(1)) || isNews
    }
    return isNews
  }

  /// Records the present counts.
  public mutating func finish(executions: Int) {
    _ = look(executions: executions)
    for (at, state) in HardState.allCases.enumerated() where isKnown[at] {
      _ = record.set(state, count: state.count - before[at], execution: executions, seconds: 0)
    }
  }
}

extension FindingStore {
  private func statesFolder(of target: String) -> URL { folder.appending(path: "\(target)/states") }

  /// Writes the states to the file of this process, replaced as a whole.
  public func record(_ states: HardStateRecord, target: String) throws {
    let states = (states, statesFolder(of: target))
    try FileManager.default.createDirectory(at: states.1, withIntermediateDirectories: true)
    let file = states.1.appending(path: "\(ProcessInfo.processInfo.processIdentifier).json")
    try JSONEncoder().encode(states.0).write(to: file, options: .atomic)
  }

  /// Returns the states that all processes of the campaign have reached; files that cannot be read are ignored.
  public func states(of target: String) -> HardStateRecord {
    let folder = statesFolder(of: target)
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    var all = HardStateRecord()
    for file in files where file.pathExtension == "json" {
      guard let data = try? Data(contentsOf: file),
        let one = try? JSONDecoder().decode(HardStateRecord.self, from: data)
      else { continue }
      all.add(one)
    }
    return all
  }

  /// Removes the files of an earlier campaign.
  public func forgetStates(of target: String) { try? FileManager.default.removeItem(at: statesFolder(of: target)) }
}
