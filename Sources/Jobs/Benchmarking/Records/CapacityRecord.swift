/// The results of `bench capacity`, with machine and revision.
public struct CapacityRecord: Hashable, Sendable, Codable {
  public var machine: String
  public var revision: String
  public var capacities: [Capacity]

  public init(machine: String, revision: String, capacities: [Capacity]) {
    (self.machine, self.revision, self.capacities) = (machine, revision, capacities)
  }
}
