/** The whole style sheet of the HTML report. It must not contain `</style`, a URL or an import. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f5f1; --paper: #ffffff; --ink: #1c2126; --soft: #444c55; --line: #d8d6cf; --code: #f3f2ee;
  --link: #0b5568; --focus: #0b5568; --notice: #fff4d6; --notice-line: #9a6b00;
  --critical: #9b1c2e; --serious: #a84300; --moderate: #7a5b00; --minor: #35608c;
  --critical-tint: #fbe6e8; --serious-tint: #fdeadb; --moderate-tint: #f8efcf; --minor-tint: #e4eef8;
  --good: #1e6b3a; --good-tint: #e2f2e6; --bad-tint: #fbe6e8; --edge: #767c83;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --paper: #1c2024; --ink: #e7e8e6; --soft: #adb5bd; --line: #3a4148; --code: #14171a;
    --link: #7fd0e4; --focus: #7fd0e4; --notice: #332a10; --notice-line: #d9a83c;
    --critical: #ff9aa6; --serious: #ffac75; --moderate: #e6c65c; --minor: #94c0ee;
    --critical-tint: #43181f; --serious-tint: #40230f; --moderate-tint: #362c0c; --minor-tint: #172b40;
    --good: #86d6a0; --good-tint: #14301e; --bad-tint: #43181f; --edge: #858d95;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif; background: var(--ground); color: var(--ink); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 3rem; max-width: 62rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; letter-spacing: -0.01em; }
h1 { font-size: clamp(1.8rem, 1.3rem + 2.5vw, 2.75rem); margin: 0 0 0.5rem; font-weight: 700; }
h2 { font-size: 1.6rem; margin: 0 0 0.75rem; }
h3 { font-size: 1.2rem; margin: 0 0 0.5rem; }
p { margin: 0 0 0.75rem; max-width: 44rem; }
a { color: var(--link); text-underline-offset: 0.18em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.14em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 2px; }
h2:focus, main:focus { outline: none; }
[hidden] { display: none !important; }
code, .url { unicode-bidi: isolate; }
code, pre { font: 0.875em/1.5 ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace; }
ul, ol { margin: 0 0 0.75rem; padding-left: 1.25rem; }
ul.plain { list-style: none; margin: 0; padding: 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100rem; top: 0.5rem; padding: 0.5rem 1rem; background: var(--paper); z-index: 1; }
.skip:focus { left: 1rem; }

header { padding: clamp(2rem, 6vw, 4rem) 0 1.25rem; }
.kind { margin: 0 0 0.5rem; color: var(--soft); font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.35rem 1.25rem; color: var(--soft); margin: 0 0 1rem; max-width: none; }
.facts a { padding: 0.15rem 0; }
nav { border-block: 1px solid var(--line); margin-bottom: 2rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; list-style: none; margin: 0; padding: 0.5rem 0; }
nav a { display: inline-block; padding: 0.35rem 0; }
section { border-top: 1px solid var(--line); }
nav + main > section:first-child { border: 0; }
footer { border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); font-size: 0.9rem; }

.headline { font-size: clamp(1.25rem, 1.1rem + 0.9vw, 1.6rem); line-height: 1.35; font-weight: 600; max-width: 36rem; text-wrap: balance; }
.notice { background: var(--notice); border-left: 0.3rem solid var(--notice-line); padding: 0.75rem 1rem; max-width: none; }
.note { color: var(--soft); margin-top: 1rem; }
.bar { display: block; width: 100%; height: 0.75rem; border-radius: 0.375rem; margin: 1.5rem 0 1rem; background: var(--line); }
rect.critical { fill: var(--critical); } rect.serious { fill: var(--serious); }
rect.moderate { fill: var(--moderate); } rect.minor { fill: var(--minor); }

.badge { display: inline-block; padding: 0.1rem 0.55rem; border-radius: 0.3rem; border: 1px solid currentColor; font-size: 0.85rem; font-weight: 600; line-height: 1.4; white-space: nowrap; }
.badge.critical { color: var(--critical); background: var(--critical-tint); }
.badge.serious { color: var(--serious); background: var(--serious-tint); }
.badge.moderate { color: var(--moderate); background: var(--moderate-tint); }
.badge.minor { color: var(--minor); background: var(--minor-tint); }

.state { display: inline-block; padding: 0.1rem 0.55rem; border-radius: 0.3rem; border: 1px solid var(--edge); font-size: 0.85rem; font-weight: 600; line-height: 1.4; white-space: nowrap; color: var(--soft); }
.state.new, .state.regressed { color: var(--ground); background: var(--ink); border-color: var(--ink); }

.gate { border: 1px solid var(--line); border-left: 0.4rem solid var(--notice-line); background: var(--notice); border-radius: 0.35rem; padding: 1rem 1.25rem; margin-bottom: 1.5rem; }
.gate.passed { background: var(--good-tint); border-left-color: var(--good); }
.gate.failed { background: var(--bad-tint); border-left-color: var(--critical); }
.gate h3 { margin-bottom: 0.4rem; }
.gate p:last-child, .gate .note { margin: 0; max-width: none; }
.gate .note { color: var(--ink); font-size: 0.9rem; }
.gate ul { margin-bottom: 0.5rem; }
.gate .note + .note { margin-top: 0.3rem; }

.filters { display: block; background: var(--paper); border: 1px solid var(--line); border-radius: 0.35rem; padding: 0.9rem 1rem; margin: 0 0 1.25rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr)); gap: 0.6rem 0.9rem; }
.field { display: flex; flex-direction: column; min-width: 0; }
.field .label { font-size: 0.85rem; }
input, select, button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--edge); border-radius: 0.3rem; min-height: 2.25rem; padding: 0.2rem 0.5rem; max-width: 100%; }
select, input { width: 100%; }
button { cursor: pointer; padding-inline: 0.8rem; }
button:hover { border-color: var(--ink); }
button[aria-pressed="true"] { background: var(--ink); color: var(--ground); border-color: var(--ink); }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.8rem 0 0.6rem; }
#expand { margin: 0 0 1.25rem; }
#filter-count { margin: 0; font-weight: 600; }
button.copy { min-height: 1.6rem; padding: 0 0.5rem; font-size: 0.85rem; vertical-align: baseline; }
button.copy[data-done]::after { content: " ✓"; }

table { width: 100%; border-collapse: collapse; margin: 0 0 1.5rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); font-size: 0.9rem; padding-bottom: 0.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0.55rem 1rem 0.55rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-size: 0.875rem; font-weight: 600; vertical-align: bottom; overflow-wrap: normal; }
.number { text-align: right; width: 6.5rem; }
button.count { min-height: 1.6rem; padding: 0 0.4rem; margin: 0 -0.4rem 0 0; border-color: transparent; background: none; color: var(--link); text-decoration: underline; font-variant-numeric: inherit; }
button.count:hover { border-color: currentColor; }
.changes thead th:first-child { width: 13rem; }

.issue { background: var(--paper); border: 1px solid var(--line); border-left: 0.3rem solid var(--line); border-radius: 0.35rem; padding: clamp(0.9rem, 2.5vw, 1.4rem); margin: 0 0 1.1rem; }
.issue.critical { border-left-color: var(--critical); } .issue.serious { border-left-color: var(--serious); }
.issue.moderate { border-left-color: var(--moderate); } .issue.minor { border-left-color: var(--minor); }
.issue h3 { margin-bottom: 0.35rem; text-wrap: pretty; }
.issue h3 .which { color: var(--soft); font-weight: 400; font-size: 0.8em; letter-spacing: 0; }
.issue > .facts { margin-bottom: 0.6rem; gap: 0.35rem 0.75rem; }
.brief .issue .body { display: none; }
.brief .issue { margin-bottom: 0.5rem; padding-block: 0.6rem; }
.brief .issue > .facts { margin: 0; }
.suppression { border-top: 1px solid var(--line); padding-top: 0.9rem; margin-bottom: 1rem; }
.suppression h3 { font-size: 1.05rem; }

.about, .where { margin: 0 0 0.75rem; }
.about > div, .where > div { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: 0 1rem; padding: 0.2rem 0; }
.where > div { padding: 0.05rem 0; }
dt, .label { color: var(--soft); font-weight: 600; }
dd { margin: 0; max-width: 44rem; }
dd a, th a, .plain a, .out a { display: inline-block; padding-block: 0.1rem; }
.url { color: var(--soft); font-size: 0.9em; }
.lines > li { padding: 0.3rem 0; border-bottom: 1px solid var(--line); }
.on-page { border-top: 1px solid var(--line); padding: 0.35rem 0; }
.on-page > p { margin: 0; max-width: none; }
.elements { margin: 0; padding: 0; list-style: none; }
.elements > li { border-top: 1px solid var(--line); padding-top: 0.9rem; margin-top: 0.9rem; }
pre { margin: 0 0 0.6rem; padding: 0.65rem 0.9rem; background: var(--code); border: 1px solid var(--line); border-radius: 0.3rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; unicode-bidi: isolate; direction: ltr; }
.fix { margin: 0 0 0.5rem; max-width: none; }
.fix .label { color: var(--ink); }
.where { font-size: 0.925rem; }
.step { color: var(--soft); font-style: italic; }
.fingerprint { user-select: all; }
.shot { position: relative; display: inline-block; max-width: 100%; margin: 0 0 0.6rem; border: 1px solid var(--line); line-height: 0; background: #fff; }
.shot img { display: block; max-width: 100%; height: auto; }
.shot svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.shot rect { fill: none; vector-effect: non-scaling-stroke; }
.halo { stroke: #fff; stroke-width: 6; } .outline { stroke: #c4122f; stroke-width: 3; }

details { margin-top: 0.4rem; }
.section { margin: 0; }
.section > summary { width: auto; padding: 0.9rem 0; }
.section > summary:hover { text-decoration: none; background: var(--paper); }
summary h2, summary h3 { display: inline; }
summary h2 { color: var(--ink); font-size: 1.35rem; }
summary h3 { color: var(--link); font-size: 1.05rem; }
.count { color: var(--soft); font-size: 1rem; font-weight: 400; letter-spacing: 0; }
.content { padding: 0.25rem 0 2rem; scroll-margin-top: 4.5rem; }
.content > h3 { margin-top: 1.75rem; }
section.flat { padding: 0.9rem 0 0.25rem; }
.flat > h2 { font-size: 1.35rem; margin-bottom: 0.4rem; }
summary { cursor: pointer; padding: 0.3rem 0; color: var(--link); font-weight: 600; width: fit-content; }
summary:hover { text-decoration: underline; text-underline-offset: 0.18em; }
.pages .url { display: block; }
.missed { color: var(--critical); font-weight: 600; }
.page-details { border-bottom: 1px solid var(--line); margin: 0; padding: 0.1rem 0; }
.page-details .about { padding: 0.5rem 0; }
.level { color: var(--soft); font-size: 0.85em; font-weight: 600; }

@media (max-width: 40rem) {
  .about > div, .where > div { grid-template-columns: minmax(0, 1fr); padding: 0.3rem 0; }
  .number { width: auto; }
  th, td { padding-right: 0.6rem; }
  .stacks, .stacks tbody, .stacks caption { display: block; }
  .stacks thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacks tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3rem 1.25rem; padding: 0.7rem 0; border-bottom: 1px solid var(--line); }
  .stacks th, .stacks td { padding: 0; border: 0; text-align: left; }
  .stacks th, .pages td:not(.number), .stacks .meaning { flex: 1 0 100%; }
  .stacks [data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media (forced-colors: active) {
  .outline { stroke: Highlight; }
  .bar rect, .bar { forced-color-adjust: none; }
  .state.new, .state.regressed, button[aria-pressed="true"] { forced-color-adjust: none; background: CanvasText; color: Canvas; border-color: CanvasText; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --paper: #fff; }
  @page { margin: 18mm 16mm; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  header { padding-top: 0; }
  nav, .skip { display: none; }
  section { margin-bottom: 1.5rem; }
  h1, h2, h3, .page, caption { break-after: avoid; }
  .elements > li, tr, .badge, .about > div, .shot { break-inside: avoid; }
  .fields, .actions, .copy { display: none; }
  button.count { border: 0; padding: 0; margin: 0; color: inherit; text-decoration: none; }
  .filters { border: 0; padding: 0; }
  body:not(.filtered) .filters { display: none; }
  .brief .issue .body { display: block; }
  .state.new, .state.regressed { color: var(--ink); background: none; border-width: 2px; }
  .issue { border-right: 0; border-top: 0; border-bottom: 0; border-radius: 0; padding: 0 0 0 1rem; }
  a { color: inherit; }
  .out a::after { content: " (" attr(href) ")"; color: var(--soft); }
  summary { list-style: none; color: inherit; }
  details::details-content { content-visibility: visible; display: block; block-size: auto; }
}
`;
