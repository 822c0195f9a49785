import LayoutPlugin

extension Plugin {
  /// A copy of the plugin that offers this project's sampler instead of its own.
  public var withAnimationSampler: Plugin {
    var plugin = self
    plugin.makeSampler = { AnimationSampler() }
    return plugin
  }
}
