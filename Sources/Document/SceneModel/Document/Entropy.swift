/// The only source of randomness: a generator that a printed seed determines (SplitMix64, Steele et al. 2014).
public struct Entropy: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the generator of a seed; the same seed always gives the same numbers.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number, uniform over 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns an integer in `0 ..< bound`; 0 when the bound is 0.
  public mutating func below(_ bound: Int) -> Int {
    bound <= 0 ? 0 : Int(next() % UInt64(bound))
  }

  /// Returns true with a chance of `numerator` in `denominator`.
  public mutating func chance(_ numerator: Int, in denominator: Int) -> Bool { below(denominator) < numerator }

  /// Returns one of the choices, each as likely.
  ///
  /// - Precondition: there is at least one.
  public mutating func pick<T>(_ choices: [T]) -> T {
    precondition(!choices.isEmpty, "pick from an empty list")
    return choices[below(choices.count)]
  }
}
