extension NightPage {
  static let template = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
    <style>
    \(NightStyle.css)
    </style></head><body>
    <header><h1>{{title}}</h1>
    <p class="verdict {{verdictClass}}">{{verdictText}}</p>
    {{#hasTasks}}<p>What to do first:</p><ol>{{#tasks}}<li>{{text}}{{#command}}: <code>{{command}}</code>{{/command}}</li>{{/tasks}}</ol>{{/hasTasks}}
    </header>
    <nav aria-label="Sections">{{#sections}}<a href="#{{id}}">{{name}}</a>{{/sections}}</nav>
    <main>
    {{#hasChanges}}<h2 id="changes">Compared with the baseline: <span class="{{changeClass}}">{{verdict}}</span></h2>
    {{#hasChangeRows}}<div class="scroll" tabindex="0" role="region" aria-label="Changes"><table><tr><th scope="col">benchmark</th><th scope="col">verdict</th><th scope="col">why</th></tr>
    {{#changes}}<tr><td>{{name}}</td><td class="{{class}}">{{verdict}}</td><td>{{detail}}</td></tr>{{/changes}}</table></div>{{/hasChangeRows}}
    {{#reasons}}<article><h3>Why {{name}} is slower</h3><p>{{detail}}</p><ul>{{#grown}}<li>grew: {{.}}</li>{{/grown}}</ul>
    {{#svg}}<figure>{{{svg}}}<figcaption>Instructions of each function with what it calls, the outermost on top: red grew, blue shrank.</figcaption></figure>{{/svg}}</article>{{/reasons}}{{/hasChanges}}
    {{#hasRegressions}}<h2 id="regressions">Regressions over the nights</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Regressions"><table><tr><th scope="col">id</th><th scope="col">figure</th><th scope="col">how</th><th scope="col" class="number">levels</th><th scope="col" class="number">change</th><th scope="col">since</th><th scope="col" class="number">nights</th><th scope="col">state</th><th scope="col">owner</th><th scope="col">reason</th></tr>
    {{#regressions}}<tr><td><code>{{id}}</code></td><td>{{figure}}</td><td>{{how}}</td><td class="number">{{levels}}</td><td class="number">{{share}}</td><td>{{since}}</td><td class="number">{{age}}</td><td class="{{class}}">{{state}}</td><td>{{owner}}</td><td>{{reason}}</td></tr>{{/regressions}}</table></div>{{/hasRegressions}}
    {{#hasFindings}}<h2 id="findings">Findings</h2>
    {{#buckets}}<h3 class="{{class}}">{{law}}: {{count}} {{status}}</h3>
    {{#findings}}<article id="{{id}}"><p>{{sentence}}</p>
    {{#hasDetail}}<p class="soft">{{detail}}</p>{{/hasDetail}}
    {{#picture}}<figure><img alt="the scene of this finding" src="{{picture}}"></figure>{{/picture}}
    <details><summary>The document</summary><pre tabindex="0">{{document}}</pre></details>
    {{#file}}<p>Record: <a href="{{file}}">{{file}}</a></p>{{/file}}
    {{#reproduce}}<p>Reproduce: <code>{{reproduce}}</code></p>{{/reproduce}}</article>{{/findings}}{{/buckets}}{{/hasFindings}}
    {{#hasCampaigns}}<h2 id="fuzzing">Fuzzing</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Fuzzing"><table><tr><th scope="col">target</th><th scope="col" class="number">executions</th><th scope="col" class="number">time</th>
    <th scope="col" class="number">a second</th><th scope="col" class="number">coverage</th><th scope="col" class="number">hard states</th><th scope="col" class="number">findings</th></tr>
    {{#campaigns}}<tr><td>{{target}}</td><td class="number">{{executions}}</td><td class="number">{{seconds}}</td>
    <td class="number">{{rate}}</td><td class="number">{{coverage}}</td><td class="number">{{stateCount}}</td><td class="number">{{findingCount}}</td></tr>{{/campaigns}}</table></div>
    {{#states}}<p>Hard states: {{.}}</p>{{/states}}{{/hasCampaigns}}
    {{#hasEngines}}<h2 id="engines">Engines</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Engines"><table><tr><th scope="col">engine</th><th scope="col">version</th><th scope="col" class="number">documents</th>
    <th scope="col" class="number">laws kept</th><th scope="col" class="number">broken</th><th scope="col">findings</th></tr>
    {{#engines}}<tr><td>{{name}}</td><td>{{version}}</td><td class="number">{{documents}}</td><td class="number">{{kept}}</td>
    <td class="number" title="{{laws}}">{{broken}}</td><td>{{findings}}</td></tr>{{/engines}}</table></div>{{/hasEngines}}
    {{#hasChecks}}<h2 id="screens">Screens and laws</h2>
    {{#checks}}<h3><a href="{{file}}">{{file}}</a></h3>
    <dl class="figures">{{#figures}}<div><dt class="soft">{{name}}</dt><dd>{{value}}</dd></div>{{/figures}}</dl>
    {{#hasTroubles}}<details open><summary>{{troubleCount}}</summary><ul>{{#troubles}}<li>{{.}}</li>{{/troubles}}</ul></details>{{/hasTroubles}}
    {{/checks}}{{/hasChecks}}
    {{#hasDrawings}}<div class="grid">{{#drawings}}<figure><img loading="lazy" alt="{{name}} as it is laid out" src="{{source}}"><figcaption>{{name}}</figcaption></figure>{{/drawings}}</div>{{/hasDrawings}}
    {{#hasBenchmarks}}<h2 id="benchmarks">What a re-layout costs</h2>
    <p class="soft">Time over size, both in powers of ten; n^1 grows with the size. Dashed: with everything remembered. Dotted: by hand, and what a plain sweep takes.</p>
    <div class="grid">{{#charts}}<figure>{{{svg}}}<figcaption>{{title}}</figcaption></figure>{{/charts}}</div>
    <details><summary>All {{benchmarkCount}} measurements</summary><div class="scroll" tabindex="0" role="region" aria-label="Measurements"><table><tr><th scope="col">benchmark</th><th scope="col" class="number">time</th><th scope="col">counters</th></tr>
    {{#benchmarks}}<tr><td>{{name}}</td><td class="number">{{time}}</td><td>{{counters}}</td></tr>{{/benchmarks}}</table></div></details>{{/hasBenchmarks}}
    {{#hasCapacities}}<h2 id="capacity">What fits into a frame</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Capacity"><table><tr><th scope="col">what</th><th scope="col" class="number">frame</th><th scope="col" class="number">fits</th><th scope="col" class="number">between</th></tr>
    {{#capacities}}<tr><td>{{what}}</td><td class="number">{{budget}}</td><td class="number">{{size}}</td><td class="number">{{interval}}</td></tr>{{/capacities}}</table></div>{{/hasCapacities}}
    {{#hasTrends}}<h2 id="trends">Over {{nightCount}} nights</h2>
    {{#hasNoSteps}}<p class="soft">No figure has come to another level.</p>{{/hasNoSteps}}
    {{#unstable}}<p class="soft">These differ by more than 3 % from night to night; they inform and tell no regression: {{.}}.</p>{{/unstable}}
    <div class="grid">{{#steps}}<figure>{{{svg}}}<figcaption><strong>{{name}}</strong><ul>{{#changes}}<li>{{.}}</li>{{/changes}}</ul></figcaption></figure>{{/steps}}</div>
    <details><summary>All {{trendCount}} figures</summary><div class="scroll" tabindex="0" role="region" aria-label="Figures over the nights"><table><tr><th scope="col">figure</th><th scope="col" class="number">nights</th><th scope="col" class="number">first</th><th scope="col" class="number">last</th><th scope="col">between</th></tr>
    {{#trends}}<tr><td>{{name}}</td><td class="number">{{nights}}</td><td class="number">{{first}}</td><td class="number">{{last}}</td><td>{{{svg}}}</td></tr>{{/trends}}</table></div></details>{{/hasTrends}}
    {{#hasUnreadable}}<h2 id="unreadable" class="bad">Could not be read</h2><ul>{{#unreadable}}<li>{{.}}</li>{{/unreadable}}</ul>{{/hasUnreadable}}
    <h2 id="facts">This night</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Facts"><table>{{#facts}}<tr><th scope="row">{{name}}</th><td>{{value}}</td></tr>{{/facts}}</table></div>
    </main></body></html>

    """
}
