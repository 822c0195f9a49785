extension NightPage {
  static let template = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>{{title}}</title>
    <style>
    :root { color-scheme: light dark; --ink: #1d2733; --soft: #566374; --line: #d8dee6; --paper: #ffffff; --panel: #f5f7fa;
      --bad: #a32a1f; --good: #1c6b36; --doubt: #7d5700; --link: #1f5fae; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #a9b4c2; --line: #3a4450; --paper: #14191f;
      --panel: #1e252d; --bad: #ff9d92; --good: #7fd6a0; --doubt: #f0c36a; --link: #8ab8f5; } }
    * { box-sizing: border-box } body { font: 15px/1.5 system-ui, "Liberation Sans", "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 76rem;
      padding: 0 1rem 4rem; color: var(--ink); background: var(--paper) }
    a { color: var(--link) } a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
    h1 { font-size: 1.6rem; margin: 1.2rem 0 .3rem } h2 { font-size: 1.25rem; margin: 2.4rem 0 .6rem; border-bottom: 1px solid var(--line) }
    h3 { font-size: 1.02rem; margin: 1.2rem 0 .3rem } nav { position: sticky; top: 0; background: var(--paper); padding: .5rem 0;
      border-bottom: 1px solid var(--line); z-index: 1; display: flex; flex-wrap: wrap; gap: .2rem 1rem }
    .verdict { font-size: 1.15rem; font-weight: 600 } .bad { color: var(--bad) } .good { color: var(--good) } .doubt { color: var(--doubt) }
    li, p, dd { overflow-wrap: anywhere } .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .4rem } dd { margin: 0 }
    .soft { color: var(--soft) } .scroll { overflow-x: auto } table { border-collapse: collapse; min-width: 100% }
    th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top }
    th { color: var(--soft); font-weight: 600 } .number { text-align: right; font-variant-numeric: tabular-nums }
    pre, code { background: var(--panel); overflow-wrap: anywhere } code { padding: .1rem .25rem }
    pre { padding: .6rem; overflow-x: auto; overflow-wrap: normal } details { margin: .4rem 0 } summary { cursor: pointer }
    article { border: 1px solid var(--line); border-radius: 6px; padding: .2rem 1rem .8rem; margin: .8rem 0 }
    .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1rem }
    figure { margin: 0 } figure img { width: 100%; height: auto; max-height: 36rem; object-fit: contain; background: #fff; border: 1px solid var(--line) }
    svg.trend { width: 15rem; max-width: 100%; height: auto; color: var(--link) } figcaption ul { margin: .2rem 0; padding-left: 1.2rem }
    svg.chart { width: 100%; height: auto } svg.chart text { font-size: 10px; fill: var(--soft) } svg.chart .grid { stroke: var(--line) }
    </style></head><body>
    <header><h1>{{title}}</h1>
    <p class="verdict {{verdictClass}}">{{verdictText}}</p>
    {{#hasTasks}}<p>What to do first:</p><ol>{{#tasks}}<li>{{text}}{{#command}}: <code>{{command}}</code>{{/command}}</li>{{/tasks}}</ol>{{/hasTasks}}
    </header>
    <nav aria-label="Sections">{{#sections}}<a href="#{{id}}">{{name}}</a>{{/sections}}</nav>
    <main>
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
    {{#hasChecks}}<h2 id="screens">Screens and laws</h2>
    {{#checks}}<h3><a href="{{file}}">{{file}}</a></h3>
    <dl class="figures">{{#figures}}<div><dt class="soft">{{name}}</dt><dd>{{value}}</dd></div>{{/figures}}</dl>
    {{#hasTroubles}}<details open><summary>{{troubleCount}}</summary><ul>{{#troubles}}<li>{{.}}</li>{{/troubles}}</ul></details>{{/hasTroubles}}
    {{/checks}}{{/hasChecks}}
    {{#hasDrawings}}<div class="grid">{{#drawings}}<figure><img loading="lazy" alt="{{name}} as it is laid out" src="{{source}}"><figcaption>{{name}}</figcaption></figure>{{/drawings}}</div>{{/hasDrawings}}
    {{#hasChanges}}<h2 id="changes">Compared with the baseline: <span class="{{changeClass}}">{{verdict}}</span></h2>
    {{#hasChangeRows}}<div class="scroll" tabindex="0" role="region" aria-label="Changes"><table><tr><th scope="col">benchmark</th><th scope="col">verdict</th><th scope="col">why</th></tr>
    {{#changes}}<tr><td>{{name}}</td><td class="{{class}}">{{verdict}}</td><td>{{detail}}</td></tr>{{/changes}}</table></div>{{/hasChangeRows}}{{/hasChanges}}
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
    <div class="grid">{{#steps}}<figure>{{{svg}}}<figcaption><strong>{{name}}</strong><ul>{{#changes}}<li>{{.}}</li>{{/changes}}</ul></figcaption></figure>{{/steps}}</div>
    <details><summary>All {{trendCount}} figures</summary><div class="scroll" tabindex="0" role="region" aria-label="Figures over the nights"><table><tr><th scope="col">figure</th><th scope="col" class="number">nights</th><th scope="col" class="number">first</th><th scope="col" class="number">last</th><th scope="col">between</th></tr>
    {{#trends}}<tr><td>{{name}}</td><td class="number">{{nights}}</td><td class="number">{{first}}</td><td class="number">{{last}}</td><td>{{{svg}}}</td></tr>{{/trends}}</table></div></details>{{/hasTrends}}
    {{#hasUnreadable}}<h2 id="unreadable" class="bad">Could not be read</h2><ul>{{#unreadable}}<li>{{.}}</li>{{/unreadable}}</ul>{{/hasUnreadable}}
    <h2 id="facts">This night</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Facts"><table>{{#facts}}<tr><th scope="row">{{name}}</th><td>{{value}}</td></tr>{{/facts}}</table></div>
    </main></body></html>

    """
}
