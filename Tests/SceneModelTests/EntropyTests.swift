import SceneModel
import Testing

@Test("The same seed gives the same numbers")
func entropyIsReproducible() {
  var a = Entropy(seed: 7)
  var b = Entropy(seed: 7)
  #expect((0..<100).map { _ in a.next() } == (0..<100).map { _ in b.next() })
}
