import SceneModel

/// The common part of all pages. Each page is one file, has a light and a dark mode, fits narrow and wide windows, and can be read without scripts.
enum PageStyle {
  static func page(title: String, body: String, script: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title.escapedForXML)</title>
    <style>
    \(css)
    </style></head><body>
    <main>
    \(body)
    </main>
    <script>
    \(script)
    </script></body></html>

    """
  }

  private static let css = """
    :root { color-scheme: light dark; --ink: #1d2733; --soft: #566374; --line: #d8dee6; --paper: #ffffff; --panel: #f5f7fa;
      --bad: #a32a1f; --link: #1f5fae; --pick: #e8a200; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #a9b4c2; --line: #3a4450; --paper: #14191f;
      --panel: #1e252d; --bad: #ff9d92; --link: #8ab8f5; } }
    * { box-sizing: border-box } body { font: 15px/1.5 system-ui, "Liberation Sans", "DejaVu Sans", sans-serif; margin: 0 auto;
      max-width: 90rem; padding: 0 1rem 3rem; color: var(--ink); background: var(--paper) }
    h1 { font-size: 1.4rem; overflow-wrap: anywhere } .wide { overflow-x: auto } .wide svg { min-width: 64rem; max-height: none } h2 { font-size: 1.1rem; margin: 1rem 0 .3rem } .soft { color: var(--soft) } .bad { color: var(--bad) }
    .columns { display: flex; flex-wrap: wrap; gap: 1.2rem; align-items: flex-start }
    .picture { flex: 1 1 22rem; max-width: 40rem; min-width: 0; position: sticky; top: .5rem } .facts { flex: 1 1 24rem; min-width: 0 }
    @media (max-width: 60rem) { .picture { position: static } }
    svg { width: 100%; height: auto; max-height: 85vh; background: #fff; border: 1px solid var(--line) }
    .hit { fill: transparent; cursor: pointer } .hit.picked { stroke: var(--pick); stroke-width: 3; fill: #e8a20022 }
    details { border-left: 2px solid var(--line); padding-left: .6rem; margin: .2rem 0 } details[open] > summary { font-weight: 600 }
    summary { cursor: pointer } summary:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid var(--link) }
    code { background: var(--panel); padding: .05rem .25rem; overflow-wrap: anywhere } ul { padding-left: 1.1rem; margin: .2rem 0 }
    input[type=range] { width: 100% } table { border-collapse: collapse } td, th { padding: .1rem .5rem; text-align: left; vertical-align: top }
    """
}
