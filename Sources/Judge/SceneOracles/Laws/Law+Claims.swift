import LayoutPlugin

extension Law {
  /// Returns whether a plugin claims and has what the law needs. `solver` is a solver of the plugin; nil if it offers none.
  package func isClaimed(by plugin: Plugin, _ solver: (any ConstraintSolving)?) -> Bool {
    claims.isSubset(of: plugin.manifest.capabilities)
      && (solver?.workDone != nil || !isAboutCountedWork)
      && (solver is any CapacityLimiting || !isAboutTheTable)
      && features.allSatisfy(plugin.manifest.promise.claims)
      && (plugin.manifest.isBitwise || !isAboutBits)
  }
}
