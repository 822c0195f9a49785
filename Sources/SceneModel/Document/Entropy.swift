/// The only source of randomness: a generator made from a printed seed (SplitMix64, Steele et al. 2014).
public struct Entropy: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A stream of numbers that this seed makes, always the same.
  public init(seed: UInt64) { state = seed }

  /// The next number of the stream; each of 2^64 is as likely.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// An integer in `0 ..< bound`; 0 when the bound is 0.
  public mutating func below(_ bound: Int) -> Int {
    bound <= 0 ? 0 : Int(next() % UInt64(bound))
  }

  /// True `numerator` times out of `denominator`.
  public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool { below(denominator) < numerator }

  /// One of the choices, each as likely; there must be one.
  public mutating func pick<T>(_ choices: [T]) -> T {
    precondition(!choices.isEmpty, "pick from an empty list")
    return choices[below(choices.count)]
  }
}
