import LayoutPlugin
import Testing

@Suite struct CertificateEntryTests {
  @Test("Only a price of one is handed out as one")
  func nextToOne() {
    #expect(CertificateEntry.multiplier(nearest: 1, order: 0) == 1)
    #expect(CertificateEntry.multiplier(nearest: 1, order: -1) == 1.0.nextDown)
    #expect(CertificateEntry.multiplier(nearest: -1, order: -1) == -1.0.nextDown)
    #expect(CertificateEntry.multiplier(nearest: -1, order: 1) == -1.0.nextUp)
    #expect(CertificateEntry.multiplier(nearest: 0.5, order: -1) == 0.5)
  }
}
