import importlib.util
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("check_documentation", ROOT / "Scripts/check-documentation.py")
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)


class DocumentationTest(unittest.TestCase):
    def missing(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "File.swift"
            path.write_text(text, encoding="utf-8")
            return [line for line, _ in check.undocumented(path)]

    def test_what_says_nothing_of_itself_is_found(self):
        self.assertEqual(self.missing("public func f() {}\n"), [1])
        self.assertEqual(self.missing("/// Says it.\npublic func f() {}\npublic let x = 1\n"), [3])
        self.assertEqual(self.missing("/// S.\n@frozen\npublic struct S {\n  public var a = 1\n  var b = 2\n}\n"), [4])

    def test_pointers_in_public_declarations_are_found(self):
        text = (
            "public protocol P {\n  func f(_ a: UnsafeBufferPointer<Int>)\n  func g(\n    _ a: Int,\n    _ b: UnsafeRawPointer?\n  )\n}\n"
            "public struct S {\n  public var a = 1\n  let b: UnsafeRawPointer\n  public func h() { x(UnsafeRawPointer(y)) }\n}\n"
            "package func f(_ a: UnsafeRawPointer) {}\n")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "File.swift"
            path.write_text(text, encoding="utf-8")
            pointers = []
            check.undocumented(path, None, pointers)
            self.assertEqual([line for line, _ in pointers], [2, 3])

    def test_members_that_are_public_without_the_word(self):
        self.assertEqual(self.missing("/// E.\npublic enum E {\n  case a\n  /// B.\n  case b\n}\n"), [3])
        self.assertEqual(self.missing("/// P.\npublic protocol P {\n  func f()\n}\n"), [3])
        self.assertEqual(self.missing("public extension S {\n  func f() {}\n}\n"), [2])
        self.assertEqual(self.missing("/// E.\npublic enum E {\n  /// A.\n  case a\n  var inner: Int { switch self { case .a: 1 } }\n}\n"), [])

    def test_what_nobody_else_sees_is_left_alone(self):
        self.assertEqual(self.missing("struct S {\n  public var a = 1\n}\npackage func f() {}\nfunc g() {}\n"), [])
        self.assertEqual(self.missing("/// S.\npublic struct S {\n  public func f() {\n    let x = 1\n  }\n}\n"), [3])
        self.assertEqual(self.missing("/// S.\npublic struct S: Hashable {\n  public func hash(into hasher: inout Hasher) {}\n}\n"), [])

    def test_what_is_marked_to_have_no_effect_is_left_alone(self):
        self.assertEqual(self.missing("/// S.\npublic struct S {\n  public var a = 1  // inert\n  public var b = 1\n}\n"), [4])
        self.assertEqual(self.missing('/// S.\npublic class S {\n  public var a = 1 {\n    didSet { noEffect("S.a", .menus) }\n  }\n'
                                      "  public var b = 1\n}\n"), [6])

    def test_what_inherits_its_words_is_left_alone(self):
        self.assertEqual(self.missing("/// S.\npublic class S: T {\n  override public func f() {}\n  public func g() {}\n}\n"), [4])
        self.assertEqual(self.missing("/// S.\npublic struct S: OptionSet {\n  public var rawValue: Int\n}\n"), [])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "File.swift"
            path.write_text("/// P.\npublic protocol P {\n  /// F.\n  func f()\n}\nextension P {\n  public func f() {}\n  public func g() {}\n}\n")
            self.assertEqual([line for line, _ in check.undocumented(path, check.requirements([path]))], [8])
            path.write_text("/// P.\npublic protocol P {\n  /// F.\n  func f()\n}\n/// Q.\npublic protocol Q: P {\n}\n/// C.\nopen class C: D, Q {\n"
                            "  open func f() {}\n  open func g() {}\n}\n")
            self.assertEqual([line for line, _ in check.undocumented(path, check.requirements([path]))], [12])

    def test_a_comment_belongs_to_the_next_declaration_only(self):
        self.assertEqual(self.missing("/// Of nothing.\n\npublic func f() {}\n"), [3])
        self.assertEqual(self.missing('let text = """\n  public func notCode() {}\n  """\n'), [])

    def test_a_brace_may_stand_on_a_later_line(self):
        self.assertEqual(self.missing("/// S.\npublic struct S<A>:\n  P<A>, Q\n{\n  public var a = 1\n}\n"), [5])
        self.assertEqual(self.missing("/// F.\npublic func f()\n  -> Int\n{\n  let x = 1\n}\n"), [])

    def test_a_type_that_no_guide_names_is_found(self):
        source = "struct Seen {\n  enum Inner {}\n  private struct Own {}\n}\nfinal class Missing {}\n"
        self.assertEqual(check.unexplained([source], ["`Seen` holds an `Inner`."]), ["Missing"])

    def test_a_field_or_function_that_no_guide_names_is_found(self):
        source = ("struct Main: ~Copyable {\n  var seen = 1\n  private var own = 1\n  var missing: Int32 = 0\n  var computed: Int { 1 }\n}\n"
                  "extension Main {\n  mutating func run() {\n    let local = 1\n  }\n}\nstruct Other {\n  var small = 1\n}\n")
        guides = ["The field `seen` is there, and missing is only a word."]
        self.assertEqual(check.unexplained_members([source], ["Main"], guides), ["Main.missing", "Main.run"])
        self.assertEqual(check.unexplained_members([source], ["Main"], guides + ["`missing`, `run(_:)`"]), [])

    def test_a_name_in_a_guide_that_the_code_does_not_have_is_found(self):
        source = "struct Main {\n  var seen = 1  // and gone\n  func run(at place: Int) {}\n}\n"
        guide = "`Main.seen`, `run(at:)` and `Folder`, but `gone`; `Main.lost` and `swift test`.\n```\n`drawn`\n```\nand gone"
        self.assertEqual(check.superfluous([source], {"Folder"}, guide), ["Main.lost", "gone"])

    def test_the_targets_that_have_reached_zero_are_there(self):
        for target in check.DOCUMENTED:
            self.assertTrue(any(check.SOURCES.glob(f"*/{target}")), target)


if __name__ == "__main__":
    unittest.main()
