import HeadlessUIKit
import SnapKit
import Testing

@Suite("SnapKit's grammar")
struct SnapKitTests {
  @Test("A chain goes on with every attribute that it may begin with") func chains() {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 80))
    let inner = UIView()
    outer.addSubview(inner)
    inner.snp.makeConstraints { make in
      make.size.equalTo(20)
      make.centerX.centerYWithinMargins.equalToSuperview()
    }
    outer.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 40, y: 30, width: 20, height: 20))
  }

  @Test("Edges with an inset leave it on each side; an update changes the constant alone") func insets() {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 80))
    let inner = UIView()
    outer.addSubview(inner)
    inner.snp.makeConstraints { $0.edges.equalToSuperview().inset(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)) }
    outer.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 2, y: 1, width: 94, height: 76))
    inner.snp.updateConstraints { $0.edges.equalToSuperview().inset(10) }
    outer.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 10, y: 10, width: 80, height: 60))
    inner.snp.remakeConstraints { make in
      make.width.height.equalTo(30)
      make.top.left.equalToSuperview()
    }
    outer.layoutIfNeeded()
    #expect(inner.frame == CGRect(x: 0, y: 0, width: 30, height: 30))
  }
}
