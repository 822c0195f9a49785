import Foundation
import ScreenRewriting

// uikit-rewriter SOURCE RESULT [SOURCE RESULT]...: what the build-tool plugin UIKitOnLinux calls.
let words = Array(CommandLine.arguments.dropFirst())
let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (source: words[$0], result: words[$0 + 1]) }

func fail(_ path: String, _ error: any Error) -> Never {
  FileHandle.standardError.write(Data("\(path): error: \(error.localizedDescription)\n".utf8))
  exit(65)
}

let files = pairs.map { source, _ in
  do { return ScreenRewriter.File(path: source, text: try String(contentsOfFile: source, encoding: .utf8)) } catch {
    fail(source, error)
  }
}
for (text, (_, result)) in zip(ScreenRewriter(files).rewritten(), pairs) {
  // A file that stays as it is keeps its date, and is not compiled again.
  if (try? String(contentsOfFile: result, encoding: .utf8)) == text { continue }
  do { try text.write(toFile: result, atomically: true, encoding: .utf8) } catch { fail(result, error) }
}
