import { type Appearance, buildFaultAttribute, faultMarkup, type PlantedFault } from './faults.ts';
import type { PageSpec } from './pages.ts';
import { createRandom, pick, type Random } from './random.ts';

/** A page as it is served, and its faults. */
export interface RenderedPage {
  html: string;
  /** Content of `<path>/content`, which its script fetches: pieces of HTML to render. */
  content: string[];
  /** Content of `<path>/frame`, which its frame shows. */
  frame: string;
  faults: PlantedFault[];
}

/** Elements per planted fault, and the maximum number of faults on a page. */
const ELEMENTS_PER_FAULT = 25;
const FAULTS_MAX = 120;
/** Milliseconds after load, virtual or real, at which late content is added. */
const lateMs = [100, 800, 2_000];

const words =
  'amber basin cedar delta ember field grove harbor island juniper kettle lantern meadow north orchard pebble quarry river stone timber upland valley willow yarrow'.split(
    ' ',
  );

/** Appearances of the faults on a page of each kind, in order. */
const appearancesOf: Record<PageSpec['kind'], readonly Appearance[]> = {
  static: ['static', 'static', 'static', 'shadow', 'static', 'frame'],
  script: ['script', 'static', 'script'],
  busy: ['static', 'timer', 'static', 'lazy'],
};

/** Renders a page. The result is always the same for the same specification. */
export function renderPage(spec: PageSpec): RenderedPage {
  const random = createRandom(spec.path);
  const faults = plantFaults(spec);
  const of = (appearance: Appearance) => faults.filter((fault) => fault.appearance === appearance);
  const markup = ({ id, rule }: PlantedFault) => faultMarkup[rule]?.(buildFaultAttribute(id)) ?? '';

  const blocks = renderContent(random, spec.elements - 25 - 3 * faults.length);
  const inDocument = spec.kind === 'script' ? blocks.slice(0, 1) : blocks;
  const rendered = spec.kind === 'script' ? blocks.slice(1) : [];
  const late = of('timer').map((fault, index) => ({
    after: lateMs[index % lateMs.length],
    html: markup(fault),
  }));
  const lazy = of('lazy').map(markup);
  const frame = of('frame').map(markup).join('');
  const shadow = of('shadow').map(markup).join('');
  const script = scripts[spec.kind]
    .replace('PATH', JSON.stringify(spec.path))
    .replace('LATE', JSON.stringify(late))
    .replace('LAZY', JSON.stringify(lazy));

  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${spec.kind} page ${spec.variant} of ${spec.elements} elements</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css"></head>
<body><header><nav aria-label="Main"><ul>${links(random, 5)}</ul></nav></header>
<main id="main"><h1>${sentence(random, 4)}</h1>
<section><h2>Faults</h2>${of('static').map(markup).join('\n')}</section>
<div id="content">${inDocument.join('\n')}</div>
${shadow && `<div><template shadowrootmode="open"><div>${shadow}</div></template></div>`}
${frame && `<iframe title="Inset" src="${spec.path}/frame" width="300" height="150"></iframe>`}
<div id="late"></div>
</main><footer><p>Footer</p><p id="clock">0</p></footer>
<script>${script}</script></body></html>`,
    content: [...rendered, `<section><h2>Rendered</h2>${of('script').map(markup).join('\n')}</section>`],
    frame: `<!doctype html><html lang="en"><head><title>Inset</title></head><body><main aria-label="Inset"><h1>Inset</h1>${frame}</main></body></html>`,
    faults,
  };
}

/** Rules and appearances alternate, so that every page of a size has the same mix. */
function plantFaults({ kind, elements, variant }: PageSpec): PlantedFault[] {
  const rules = Object.keys(faultMarkup);
  const turns = appearancesOf[kind];
  const count = Math.min(FAULTS_MAX, Math.max(4, Math.round(elements / ELEMENTS_PER_FAULT)));
  return Array.from({ length: count }, (_, index) => ({
    id: `f${index}`,
    rule: rules[(index + variant) % rules.length] as string,
    appearance: turns[index % turns.length] as Appearance,
  }));
}

/** Returns blocks of content without faults, with about `elements` elements in total. */
function renderContent(random: Random, elements: number): string[] {
  const blocks: string[] = [];
  for (let remaining = elements, index = 0; remaining > 5; index += 1) {
    const block = pick(random, blockMakers)(random, index);
    blocks.push(block);
    remaining -= block.match(/<[a-z]/g)?.length ?? 0;
  }
  return blocks;
}

const blockMakers: readonly ((random: Random, index: number) => string)[] = [
  (random) =>
    `<section><h2>${sentence(random, 3)}</h2><p>${sentence(random, 30)}</p><p>${sentence(random, 9)} <a href="/target?${word(random)}">${sentence(random, 2)}</a> <em>${word(random)}</em></p></section>`,
  (random) => `<section><h2>${sentence(random, 3)}</h2><ul>${links(random, 6)}</ul></section>`,
  (random) =>
    `<section class="cards"><h2>${sentence(random, 2)}</h2>${times(4, () => `<div class="card"><div><img src="/picture.svg" alt="${word(random)}" width="40" height="30" loading="lazy"><h3>${sentence(random, 2)}</h3></div><p><span>${word(random)}</span> <strong>${sentence(random, 5)}</strong></p></div>`)}</section>`,
  (random, index) =>
    `<section><h2>${sentence(random, 2)}</h2><form action="/target">${times(3, (row) => `<p><label for="i${index}-${row}">${sentence(random, 2)}</label> <input id="i${index}-${row}" type="text"></p>`)}<button type="button">${sentence(random, 2)}</button></form></section>`,
  (random) =>
    `<section><h2>${sentence(random, 2)}</h2><table><thead><tr>${times(4, () => `<th scope="col">${word(random)}</th>`)}</tr></thead><tbody>${times(4, () => `<tr>${times(4, () => `<td>${word(random)}</td>`)}</tr>`)}</tbody></table></section>`,
];

const scripts: Record<PageSpec['kind'], string> = {
  static: `for (const link of document.querySelectorAll('nav a')) link.addEventListener('focus', () => {});`,
  script: `
const target = document.getElementById('content');
fetch(PATH + '/content').then((answer) => answer.json()).then((pieces) => {
  const next = () => {
    for (const piece of pieces.splice(0, 20)) target.insertAdjacentHTML('beforeend', piece);
    if (pieces.length > 0) setTimeout(next, 10);
  };
  next();
});`,
  busy: `
const late = document.getElementById('late');
for (const { after, html } of LATE) setTimeout(() => late.insertAdjacentHTML('beforeend', html), after);
let ticks = 0;
setInterval(() => { document.getElementById('clock').textContent = String(++ticks); }, 50);
const turn = () => { late.style.setProperty('--turn', String(ticks)); requestAnimationFrame(turn); };
requestAnimationFrame(turn);
for (const html of LAZY) {
  const section = document.createElement('div');
  section.className = 'lazy';
  document.getElementById('main').append(section);
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    section.innerHTML = html;
  }).observe(section);
}`,
};

/** The stylesheet of all pages. */
export const STYLE = `body{font:16px/1.5 sans-serif;margin:0;color:#222;background:#fff}
main{max-width:70rem;margin:auto;padding:1rem}a{color:#0b4f8a;text-decoration:underline}
.cards{display:flex;flex-wrap:wrap;gap:1rem}.card{border:1px solid #555;border-radius:6px;padding:.5rem;width:14rem}
table{border-collapse:collapse}td,th{border:1px solid #777;padding:.25rem}.lazy{min-height:400px}
#clock{animation:pulse 1s infinite alternate}@keyframes pulse{from{margin-left:0}to{margin-left:9px}}`;

/** The picture of all pages. */
export const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#357"/></svg>`;

function links(random: Random, count: number): string {
  return times(count, () => `<li><a href="/target?${word(random)}">${sentence(random, 2)}</a></li>`);
}

function sentence(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ');
}

function word(random: Random): string {
  return pick(random, words);
}

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}
