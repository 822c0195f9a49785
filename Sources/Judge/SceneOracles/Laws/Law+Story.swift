import LayoutPlugin
import ScenePlayer
import SceneModel

extension Law {
  /// Returns the laws about a player that plays a `TimelineStory`: laws about transactions, interruptions, callbacks and films (rule A20.2). `events`
  /// returns the events that a player reported; to show that the laws can fail, tests pass a function that falsifies them.
  package static func storyLaws(
    events: @escaping @Sendable (LayerPlayer) -> [PlayerEvent] = { $0.events }
  ) -> [Law] {
    [
      story("timeline.film-order-changes-no-bit", "A film is the same whatever the order of its times.") {
        story throws(PluginFault) in
        let times = (0...8).map { Double($0) * story.player.now / 9 }
        let forward = try story.player.film(at: times)
        var backward = try story.player.film(at: times.reversed())
        backward.times.reverse()
        for index in backward.tracks.indices { backward.tracks[index].values.reverse() }
        // Tracks stand in the order in which they first appear.
        backward.tracks.sort { ($0.layer, $0.property) < ($1.layer, $1.property) }
        let sorted = forward.tracks.sorted { ($0.layer, $0.property) < ($1.layer, $1.property) }
        return zip(sorted, backward.tracks).allSatisfy { $0.isSame(as: $1) } && sorted.count == backward.tracks.count
          ? nil : "filmed backward, the tracks differ"
      },
      story("timeline.past-is-never-rewritten", "What was shown at a time is shown of that time ever after.") { story in
        for seen in story.witnessed.reversed() {
          let now = story.player.presentation(seen.layer, seen.property, at: seen.time)?.lanes ?? []
          guard now.map(\.bitPattern) == seen.lanes.map(\.bitPattern) else {
            return "\(seen.property) at \(seen.time) s was \(seen.lanes), and is now said to have been \(now)"
          }
        }
        return nil
      },
      story(
        "timeline.rest-of-a-story-is-the-model", "With every animation gone, what is shown is the model, bit for bit."
      ) { story in
        for (layer, property) in story.properties {
          let (shown, model) = (story.player.presentation(layer, property), story.player.model(layer, property))
          if shown != model { return "\(property) shows \(shown.map { "\($0)" } ?? "nothing"), not the model" }
        }
        // A player asks an engine only for values that an animation moves. The other values are asked for here.
        for (output, lanes) in story.endingLanes ?? [] {
          let model = story.player.model(LayerID(output.layer), output.property)?.lanes ?? []
          guard lanes.starts(with: model) else { return "an engine shows \(output.property) at \(lanes), not \(model)" }
        }
        return nil
      },
      story(
        "timeline.explanation-ends-with-what-is-shown",
        "A shown value explained animation by animation comes to what is shown."
      ) { story in
        for seen in story.witnessed where story.isPlain(seen.property) {
          let told = story.player.explain(seen.layer, seen.property, at: seen.time).last?.value
          // A difference of only the sign of a zero is not explained, so it is permitted.
          if let told, told != seen.lanes {
            return "\(seen.property) at \(seen.time) s was \(seen.lanes), and is explained as \(told)"
          }
        }
        return nil
      },
      story(
        "timeline.interruptions-go-on-from-what-is-shown",
        "The record of an interruption has the values that are shown."
      ) {
        story in
        for one in story.player.retargetings where story.hasPlainClock(one.layer) && story.isPlain(one.property) {
          let shown = story.player.presentation(one.layer, one.property, at: one.time)?.lanes
          if let shown, shown.map(\.bitPattern) != one.valueAfter.map(\.bitPattern) {
            return "\(one.property) at \(one.time) s is told to go on at \(one.valueAfter), and is shown at \(shown)"
          }
        }
        return nil
      },
      story("timeline.each-completion-comes-once", "Every completion that was asked for comes, and comes once.") {
        story in
        var counts: [String: Int] = [:]
        for event in events(story.player) {
          switch event.what {
          case .transaction(let name), .block(let name, _): counts[name, default: 0] += 1
          default: break
          }
        }
        for name in story.completions where counts[name] != 1 { return "\(name) completed \(counts[name] ?? 0) times" }
        return nil
      },
      story(
        "timeline.finished-unless-taken-away",
        "A delegate hears of one stop: finished when the animation's time was over, and not before."
      ) { story in
        for one in story.attached {
          let stops = events(story.player).filter { event in
            if case .didStop(one.delegate, _) = event.what { true } else { false }
          }
          guard stops.count == 1, case .didStop(_, let finished) = stops[0].what else {
            return "\(one.delegate) heard of \(stops.count) stops"
          }
          let local = story.player.localTime(of: one.layer, at: stops[0].time)
          // Converting the layer's time to the clock's time and back causes rounding errors.
          let rounding = 1e-9 * max(1, local.magnitude)
          // An animation that was over before it was added may be removed at once.
          if finished ? local < one.end - rounding : local > max(one.end, one.added) + rounding {
            return "\(one.delegate) heard finished = \(finished) at \(local) s of its layer, its end is \(one.end)"
          }
        }
        return nil
      },
      sampling(
        "timeline.pause-and-resume-is-continuous", "A layer that was stopped goes on from where it stood.",
        cost: .comparing
      ) { trial throws(TimelineTrial.Obstacle) in try trial.pausedAndResumed() },
    ]
  }

  private static func story(
    _ name: String, _ summary: String,
    _ remark: @escaping @Sendable (TimelineStory) throws(PluginFault) -> VerdictMessage?
  ) -> Law {
    // A story costs many times as much as a sample. These laws share one story.
    Law(name, summary, cost: .exact) { (trial: TimelineTrial) in
      do throws(TimelineTrial.Obstacle) {
        let story = try trial.story()
        do throws(PluginFault) {
          return try remark(story).map { .broken($0) } ?? .holds
        } catch {
          return TimelineTrial.Obstacle.fault(error).verdict
        }
      } catch {
        return error.verdict
      }
    }
  }
}

extension Film.Track {
  fileprivate func isSame(as other: Film.Track) -> Bool {
    layer == other.layer && property == other.property && values.count == other.values.count
      && zip(values, other.values).allSatisfy { $0.map(\.bitPattern) == $1.map(\.bitPattern) }
  }
}

extension TimelineTrial {
  /// Checks a pause, and returns what is wrong; nil: nothing. The first simple animation is stopped at 0.3 s for one second. At 1.7 s it must show
  /// the same value as at 0.7 s without the pause.
  fileprivate func pausedAndResumed() throws(Obstacle) -> VerdictMessage? {
    guard let part = timeline.parts.first(where: { $0.plainEnds != nil }), let ends = part.plainEnds,
      let property = part.animation.property
    else { throw .notAbout }
    let animation = part.straight(.basic(ends))
    let duration = animation.timing.duration
    let make = try newMaker()
    func told(pausing: Bool) -> [[Double]] {
      let player = LayerPlayer(makeSampler: make)
      let layer = player.addLayer()
      for value in part.layer.model { player.set(layer, value.name, value.value) }
      player.advance(by: 0)
      player.add(animation, to: layer, key: "a")
      player.advance(by: 0.3 * duration)
      var seen = [shown(player, layer)]
      if pausing {
        player.pause(layer)
        player.advance(by: 1)
        seen.append(shown(player, layer))
        player.resume(layer)
        player.advance(by: 0)
        seen.append(shown(player, layer))
      } else {
        seen += [seen[0], seen[0]]
      }
      player.advance(by: 0.4 * duration)
      return seen + [shown(player, layer)]
    }
    func shown(_ player: LayerPlayer, _ layer: LayerID) -> [Double] {
      player.presentation(layer, property.keyPath.property)?.lanes ?? []
    }
    for (paused, plain) in zip(told(pausing: true), told(pausing: false)) {
      for (a, b) in zip(paused, plain) where !((a - b).magnitude <= 1e3 * part.tolerance) {
        return "stopped and restarted it shows \(paused), without \(plain)"
      }
    }
    return nil
  }
}
