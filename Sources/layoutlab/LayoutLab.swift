import ArgumentParser

@main
struct LayoutLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutlab",
    abstract: "Checks, fuzzes and measures Auto Layout scenes and the engines that solve them.")
}
