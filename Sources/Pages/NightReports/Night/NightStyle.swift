/// The style sheet of the pages of nights and campaigns.
enum NightStyle {
  static let css = """
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
    td.number, time { white-space: nowrap }
    pre, code { background: var(--panel); overflow-wrap: anywhere } code { padding: .1rem .25rem }
    pre { padding: .6rem; overflow-x: auto; overflow-wrap: normal } details { margin: .4rem 0 } summary { cursor: pointer }
    article { border: 1px solid var(--line); border-radius: 6px; padding: .2rem 1rem .8rem; margin: .8rem 0 }
    .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1rem }
    figure { margin: 0 } figure img { width: 100%; height: auto; max-height: 36rem; object-fit: contain; background: #fff; border: 1px solid var(--line) }
    svg.trend { width: 15rem; max-width: 100%; height: auto; color: var(--link) } figcaption ul { margin: .2rem 0; padding-left: 1.2rem }
    svg.calls { width: 100%; height: auto } svg.chart { width: 100%; height: auto } svg.chart text { font-size: 10px; fill: var(--soft) } svg.chart .grid { stroke: var(--line) }
    """
}
