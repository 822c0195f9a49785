import LayoutPlugin

extension Law {
  /// Whether the law is about a plugin: the plugin claims and has what the law needs. `solver` is an engine of the plugin.
  package func isClaimed(by plugin: Plugin, _ solver: (any ConstraintSolving)?) -> Bool {
    claims.isSubset(of: plugin.manifest.capabilities)
      && (solver?.workDone != nil || !isAboutCountedWork)
      && (solver is any CapacityLimiting || !isAboutTheTable)
      && features.allSatisfy(plugin.manifest.promise.claims)
      && (plugin.manifest.isBitwise || !isAboutBits)
  }
}
