import LayoutPlugin

extension Plugin {
  /// The plugin with this project's sampler instead of its own.
  public var withAnimationSampler: Plugin {
    var plugin = self
    plugin.makeSampler = { AnimationSampler() }
    return plugin
  }
}
