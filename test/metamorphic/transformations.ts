import { formatPage, formatXhtml, type PageParts, parsePage } from './page-parts.ts';

/** A change of what surrounds the content of a page, which changes no verdict about the content. */
export interface Transformation {
  name: string;
  /**
   * Changes a page.
   * @param path where the page is served; its other documents are served below it
   */
  apply(page: PageParts, path: string): TransformedPage;
}

export interface TransformedPage {
  html: string;
  /** Other documents, by path. */
  files?: Readonly<Record<string, string>>;
}

/** Attribute of elements that a transformation adds: findings about them say nothing about the content. */
export const ADDED = 'data-added';

/** Puts the whole content into an element. */
function wrap(name: string, before: string, after: string, style = ''): Transformation {
  return {
    name,
    apply: (page) => ({
      html: formatPage({
        ...page,
        head: page.head + (style === '' ? '' : `<style>${style}</style>`),
        body: before + page.body + after,
      }),
    }),
  };
}

const div = (name: string, attributes: string, style = ''): Transformation =>
  wrap(name, `<div ${ADDED} ${attributes}>`, '</div>', style);

/** Changes the style sheet only. */
const styled = (name: string, style: string): Transformation => wrap(name, '', '', style);

/** Adds something before the content. */
const below = (name: string, added: string, style = ''): Transformation => wrap(name, added, '', style);

/** Adds something after the content, which stays where it is. */
const beside = (name: string, added: string, style = ''): Transformation => wrap(name, '', added, style);

const paragraphs = Array.from(
  { length: 200 },
  (_, index) => `<p ${ADDED}>The shop in Station Street has ${index + 300} bicycles.</p>`,
).join('');

const PANE = 'html, body { height: 100%; margin: 0; overflow: hidden }';
const SPACE = `<div ${ADDED} style="height: 3000px"></div>`;

const panes: Transformation[] = [
  div('in a scroll pane', 'class="pane"', `${PANE} .pane { height: 100%; overflow: auto }`),
  wrap(
    'below the fold of a scroll pane',
    `<div ${ADDED} class="pane">${SPACE}`,
    '</div>',
    `${PANE} .pane { height: 100%; overflow: auto }`,
  ),
  wrap(
    'below the fold of a flex shell',
    `<div ${ADDED} class="shell"><div ${ADDED} class="bar"><p ${ADDED}>Bicycles</p></div><div ${ADDED} class="pane">${SPACE}`,
    '</div></div>',
    `${PANE} .shell { display: flex; flex-direction: column; height: 100vh } .pane { flex: 1; min-height: 0; overflow-y: auto }`,
  ),
  wrap(
    'below the fold of a fixed shell',
    `<div ${ADDED} class="pane">${SPACE}`,
    '</div>',
    '.pane { position: fixed; inset: 0; overflow-y: auto }',
  ),
];

const inDialog: Transformation[] = [
  wrap('in an open dialog', `<dialog ${ADDED} open aria-label="Offer">`, '</dialog>'),
  wrap(
    'in a modal dialog',
    `<dialog ${ADDED} aria-label="Offer">`,
    `</dialog><script>document.querySelector('dialog[${ADDED}]').showModal()</script>`,
  ),
  div('in an element with the role dialog', 'role="dialog" aria-label="Offer" tabindex="-1"'),
];

const focusable: Transformation[] = [
  {
    name: 'in main with tabindex -1',
    apply: (page) => ({
      html: formatPage({
        ...page,
        body: /<main[\s>]/.test(page.body)
          ? page.body.replace(/<main(?=[\s>])/, '<main tabindex="-1"')
          : `<main ${ADDED} tabindex="-1">${page.body}</main>`,
      }),
    }),
  },
  div('in a focus wrapper', 'tabindex="-1" style="outline: none"'),
];

const motion: Transformation[] = [
  beside(
    'beside a clock',
    `<p ${ADDED}><span ${ADDED} id="clock-of-page">00:00</span></p><script>setInterval(() => { document.getElementById('clock-of-page').textContent = new Date().toISOString().slice(14, 19) }, 1000)</script>`,
  ),
  beside(
    'beside an animated canvas',
    `<canvas ${ADDED} id="canvas-of-page" width="40" height="40" aria-hidden="true"></canvas><script>{ const context = document.getElementById('canvas-of-page').getContext('2d'); let turn = 0; const draw = () => { turn += 1; context.fillStyle = turn % 2 ? '#456' : '#457'; context.fillRect(0, 0, 40, 40); requestAnimationFrame(draw) }; draw() }</script>`,
  ),
  beside(
    'beside a CSS animation',
    `<div ${ADDED} class="spinner-of-page" aria-hidden="true"></div>`,
    '@keyframes turn-of-page { to { transform: rotate(1turn) } } .spinner-of-page { width: 20px; height: 20px; border: 2px solid #456; animation: turn-of-page 1s linear infinite }',
  ),
  div(
    'below an ancestor with a filled animation',
    'class="appearing"',
    '@keyframes appear { from { opacity: 0.5 } to { opacity: 1 } } .appearing { animation: appear 0.3s forwards }',
  ),
  styled('with transitions of everything', '* { transition: all 0.3s }'),
  styled(
    'fading in for 4 seconds',
    '@keyframes fade-in-page { from { opacity: 0 } to { opacity: 1 } } body { animation: fade-in-page 4s }',
  ),
];

const hiding: Transformation[] = [
  below(
    'hidden by a script for 4 seconds',
    `<script>document.documentElement.classList.add('hidden-page'); setTimeout(() => document.documentElement.classList.remove('hidden-page'), 4000)</script>`,
    '.hidden-page { opacity: 0 }',
  ),
  below(
    'with an invisible body for 4 seconds',
    `<script>document.body.style.visibility = 'hidden'; setTimeout(() => { document.body.style.visibility = '' }, 4000)</script>`,
  ),
];

const styles: Transformation[] = [
  styled(
    'with a reset of styles',
    '*, *::before, *::after { box-sizing: border-box } html { line-height: 1.5; -webkit-text-size-adjust: 100% } body { margin: 0; min-height: 100vh } img, svg, video, canvas { max-width: 100% } button, input, select, textarea { font: inherit }',
  ),
  div('with transform scale(1)', 'style="transform: scale(1)"'),
  div('with filter none', 'style="filter: none"'),
  div('in an element with display contents', 'style="display: contents"'),
];

const structure: Transformation[] = [
  below('below 3000 pixels', SPACE),
  wrap('in a table cell', `<table ${ADDED} role="presentation"><tr><td ${ADDED}>`, '</td></tr></table>'),
  wrap(
    'in open details',
    `<details ${ADDED} open><summary ${ADDED}>Our offer of today</summary>`,
    '</details>',
  ),
  below('with 200 siblings', paragraphs),
  wrap(
    'with a banner for consent',
    '',
    `<section ${ADDED} aria-label="Cookies" style="position: fixed; bottom: 0; left: 0; right: 0; background: #fff; color: #000"><p ${ADDED}>We use cookies to count visits.</p><button ${ADDED} type="button">Accept cookies</button> <button ${ADDED} type="button">Refuse cookies</button></section>`,
  ),
  {
    name: 'from right to left',
    apply: (page) => ({ html: formatPage({ ...page, htmlAttributes: `${page.htmlAttributes} dir="rtl"` }) }),
  },
];

/**
 * Returns a script with which the scripts of a page find their elements as before: in shadow roots, as those of a
 * component do, and by their ids as variables, which only HTML documents have.
 */
function findElements(body: string): string {
  const ids = [...new Set(Array.from(body.matchAll(/\sid="([a-z]\w*)"/gi), ([, id]) => id))];
  return `<script>{
    const listRoots = () => [document, ...[...document.getElementsByTagName('*')].flatMap((each) => each.shadowRoot || [])];
    const { querySelector, querySelectorAll } = Document.prototype;
    const findAll = (selector) => listRoots().flatMap((root) => [...(root === document ? querySelectorAll.call(document, selector) : root.querySelectorAll(selector))]);
    document.querySelector = (selector) => querySelector.call(document, selector) || findAll(selector)[0] || null;
    document.querySelectorAll = findAll;
    document.getElementById = (id) => findAll('#' + CSS.escape(id))[0] || null;
    for (const id of ${JSON.stringify(ids)}) if (!(id in window)) Object.defineProperty(window, id, { configurable: true, get: () => document.getElementById(id) || undefined, set: (value) => Object.defineProperty(window, id, { value, writable: true, configurable: true }) });
  }</script>`;
}

const documents: Transformation[] = [
  below('behind a frame', `<iframe ${ADDED} title="News of the day" srcdoc="<p>It rained.</p>"></iframe>`),
  {
    name: 'in a frame',
    apply: (page, path) => ({
      html: `<!doctype html><html lang="en"><head><title>A page</title></head><body><iframe ${ADDED} title="Content of the page" src="${path}/inner" style="width: 100%; height: 900px; border: 0"></iframe></body></html>`,
      files: { [`${path}/inner`]: formatPage(page) },
    }),
  },
  {
    name: 'as XHTML',
    apply: (page) => ({ html: formatXhtml({ ...page, head: findElements(page.body) + page.head }) }),
  },
  {
    name: 'in an open shadow root',
    apply: (page) => {
      const sheets = page.head.match(/<style[\s\S]*?<\/style>/g)?.join('') ?? '';
      const body = `<div ${ADDED}><template shadowrootmode="open">${sheets}${page.body}</template></div>`;
      return { html: formatPage({ ...page, head: findElements(page.body) + page.head, body }) };
    },
  },
  {
    name: 'rendered late by a script',
    apply: (page) => {
      const content = JSON.stringify(page.body).replaceAll('<', '\\u003c');
      const body = `<script>setTimeout(() => { const range = document.createRange(); range.selectNodeContents(document.body); document.body.append(range.createContextualFragment(${content})) }, 500)</script>`;
      return { html: formatPage({ ...page, body }) };
    },
  },
];

/** Listeners of frameworks, which handle the events of all elements at the root. */
const listeners: Transformation[] = [
  wrap(
    'below the root of React',
    `<div ${ADDED} id="root-of-page">`,
    `</div><script>{ const root = document.getElementById('root-of-page'); for (const type of 'click dblclick auxclick keydown keyup keypress focusin focusout change input beforeinput submit reset invalid copy cut paste drag dragend dragenter dragover drop mousedown mouseup pointerdown pointerup touchstart touchend wheel toggle'.split(' ')) for (const capture of [false, true]) root.addEventListener(type, function dispatchDiscreteEvent(event) { root.lastEvent = event.type }, capture) }</script>`,
  ),
  wrap(
    'below the root of Vue',
    `<div ${ADDED} id="app-of-page" data-v-app="">`,
    `</div><script>{ const root = document.getElementById('app-of-page'); for (const type of ['click', 'keydown']) { const invoker = (event) => invoker.value(event); invoker.value = (event) => { root.lastEvent = event.type }; root.addEventListener(type, invoker) } }</script>`,
  ),
  wrap(
    'with delegated listeners of jQuery',
    '',
    `<script>{ const handle = (element, selector) => function (event) { for (let at = event.target; at && at !== element; at = at.parentNode) if (at.matches(selector)) element.lastEvent = event.type }; for (const type of ['click', 'mouseover', 'mouseout', 'focusin', 'focusout', 'keydown']) document.addEventListener(type, handle(document, '.no-such-class')); document.body.addEventListener('click', handle(document.body, 'a[data-no-such-method]')) }</script>`,
  ),
  wrap(
    'with the listeners of Solid',
    '',
    `<script>for (const type of ['click', 'keydown', 'input']) document.addEventListener(type, function handleEvent(event) { const handler = event.target['$$' + type]; if (handler) handler.call(event.target, event) })</script>`,
  ),
];

export const transformations: readonly Transformation[] = [
  ...focusable,
  ...inDialog,
  ...panes,
  ...motion,
  ...hiding,
  ...styles,
  ...structure,
  ...documents,
  ...listeners,
];

/** Applies a transformation to a whole document. */
export function transform({ apply }: Transformation, html: string, path: string): TransformedPage {
  return apply(parsePage(html), path);
}
