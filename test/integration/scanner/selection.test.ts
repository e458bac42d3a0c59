import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { wholePageRules } from '../../../scanner/page/selection.ts';
import { page, type Site, scan, serve } from './harness.ts';

/** An image without alternative text, identified by its id. */
const fault = (id: string) =>
  `<img id="${id}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">`;

/** Adds a class to the elements of some HTML whose start tags contain these words. */
const addClass = (html: string, name: string, ...words: string[]) =>
  words.reduce((text, word) => text.replace(word, `${word} class="${name}"`), html);

const nested = page(`${fault('one')}<aside id="widget"><div id="part">${fault('two')}</div></aside>`);
const slotted = page(
  `<x-card id="card">${fault('given')}<b slot="none" id="lost">${fault('lost')}</b></x-card>
   <script>card.attachShadow({ mode: 'open' }).innerHTML = '<slot class="inside chosen"></slot>';</script>`,
);
const hidden = page(
  `${fault('one')}<dialog id="dialog">${fault('two')}</dialog><div id="faint" style="visibility: hidden">text
   ${fault('three')}</div><div id="around" style="display: contents">${fault('four')}</div>
   <div hidden><span id="nowhere" style="display: contents">text</span></div><details id="closed"><summary>More</summary><div id="within">${fault('five')}</div></details>`,
);
const app = `<!doctype html><html lang="en"><head><title>A page</title></head><body>
  <div id="app"><main><h1>Heading</h1>${fault('one')}</main></div><div id="portal"></div>
  <div hidden>Menu</div><script>void 0;</script></body></html>`;
/** Returns the content of `body`. */
const children = ['<div id="app"', '<div id="portal"', '<div hidden', '<script'];

const pages = {
  '/plain': page(`${fault('one')}<aside id="widget">${fault('two')}</aside>`),
  '/framed': page(
    `${fault('one')}<aside id="widget">${fault('two')}<iframe title="w" src="/inner"></iframe></aside>
     <iframe title="inner" src="/inner"></iframe>`,
  ),
  '/inner': page(`<div class="inside chosen">${fault('inner')}</div>`),
  '/framed-out': page(`${fault('one')}${fault('two')}<iframe title="w" src="/inner" class="out"></iframe>`),
  '/shadow': page(
    `${fault('one')}<div id="host"></div>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '<div class="inside chosen">${fault('shaded')}</div>';</script>`,
  ),
  '/shadow-out': page(
    `${fault('one')}<div id="host" class="out"></div>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '${fault('shaded')}';</script>`,
  ),
  '/nested-main': addClass(nested, 'first second', '<main'),
  '/nested-images': addClass(nested, 'first second', 'id="one"', 'id="two"'),
  '/nested-main-part': addClass(addClass(nested, 'first', '<main'), 'second', 'id="part"'),
  '/nested-part-one': addClass(addClass(nested, 'first', 'id="part"'), 'second', 'id="one"'),
  '/nested-one-widget': addClass(addClass(nested, 'first', 'id="one"'), 'second', 'id="widget"'),
  '/slotted': slotted,
  '/slotted-card': addClass(slotted, 'chosen', 'id="card"'),
  '/slotted-given': addClass(slotted, 'chosen', 'id="given"'),
  '/slotted-lost': addClass(slotted, 'chosen', 'id="lost"'),
  '/hidden': hidden,
  '/hidden-dialog': addClass(hidden, 'chosen', 'id="dialog"'),
  '/hidden-faint': addClass(hidden, 'chosen', 'id="faint"'),
  '/hidden-within': addClass(hidden, 'chosen', 'id="within"'),
  '/hidden-nowhere': addClass(hidden, 'chosen', 'id="nowhere"'),
  '/app-root': addClass(app, 'loaded', '<html'),
  '/app-body': addClass(app, 'loaded', '<body'),
  '/app-children': addClass(app, 'loaded', ...children),
  '/app-app': addClass(app, 'loaded', 'id="app"'),
  '/app-main': addClass(app, 'loaded', '<main'),
  '/app-image': addClass(app, 'loaded', 'id="one"'),
};
type Path = keyof typeof pages;
const startingWith = (start: string) =>
  (Object.keys(pages) as Path[]).filter((path) => path.startsWith(start));

let site: Site;

/** Returns the outcome of each page, then the ids of the faults on it. */
type Judged = Partial<Record<string, (string | undefined)[]>>;

/** Scans pages in one browser. */
async function scanAll(
  paths: Path[],
  includeSelectors: string[],
  excludeSelectors: string[] = [],
): Promise<Judged> {
  const { results } = await scan(paths.map(site.url), {
    ruleIds: ['image-alt'],
    settings: { includeSelectors, excludeSelectors },
  });
  return Object.fromEntries(
    results.map(({ requestedUrl, outcome, findings }) => {
      const nodes = findings.flatMap((finding) => finding.nodes);
      const ids = nodes.map(({ html }) => /id="([^"]*)"/.exec(html)?.[1]).sort();
      return [new URL(requestedUrl).pathname, [outcome, ...ids]];
    }),
  );
}

/** Results of the scans that several tests read. */
let ofWidget: PageResult[];
let ofChosen: Judged;
let excluding: Judged;
let ofNested: Judged;

beforeAll(async () => {
  site = await serve(pages);
  ({ results: ofWidget } = await scan(['/plain', '/shadow'].map(site.url), {
    ruleIds: ['bypass', 'document-title', 'image-alt'],
    settings: { includeSelectors: ['#widget'] },
  }));
  ofChosen = await scanAll(
    ['/framed', '/shadow', ...startingWith('/slotted'), ...startingWith('/hidden-')],
    ['.chosen'],
    ['.nothere'],
  );
  excluding = await scanAll(
    ['/plain', '/framed', '/shadow', '/framed-out', '/shadow-out', ...startingWith('/app-')],
    [],
    // Text that is only in frames and shadow roots matches nothing, and so does #nothere.
    ['#widget', '#nothere', '.inside', '.out', '[class*="ad"]'],
  );
  ofNested = await scanAll(startingWith('/nested-'), ['.first', '.second'], ['#widget']);
});
afterAll(() => site.close());

describe('excludeSelectors', () => {
  it('apply to the pages of a scan on which they match, and not in frames and shadow roots', () => {
    expect(excluding['/plain']).toEqual(['scanned', 'one']);
    expect(excluding['/framed']).toEqual(['scanned', 'inner', 'one']);
  });

  it('test pages completely on which they match nothing', () => {
    expect(excluding['/shadow']).toEqual(['scanned', 'one', 'shaded']);
  });

  it('exclude a frame or shadow root with its host element', () => {
    expect(excluding['/framed-out']).toEqual(['scanned', 'one', 'two']);
    expect(excluding['/shadow-out']).toEqual(['scanned', 'one']);
  });

  it.each(startingWith('/nested-'))(
    'take precedence over includeSelectors, in either nesting: %s',
    (path) => {
      expect(ofNested[path]).toEqual(['scanned', 'one']);
    },
  );

  it('are named if the browser does not support them, and the others apply', async () => {
    expect(await scanAll(['/plain', '/shadow'], [], ['main:nonsense()', '#widget'])).toEqual({
      '/plain': ['partially-scanned', 'one'],
      '/shadow': ['partially-scanned', 'one', 'shaded'],
    });
  });
});

describe('includeSelectors', () => {
  it('select nothing on the pages where they match nothing, which are not scanned', () => {
    expect(ofWidget.map(({ outcome }) => outcome)).toEqual(['scanned', 'nothing-selected']);
  });

  it.each(['/framed', '/shadow', '/slotted'])('select nothing in frames and shadow roots: %s', (path) => {
    expect(ofChosen[path]).toEqual(['nothing-selected']);
  });

  it('find the content of a slot, and ignore content without a slot', () => {
    expect(ofChosen['/slotted-card']).toEqual(['scanned', 'given']);
    expect(ofChosen['/slotted-given']).toEqual(['scanned', 'given']);
    expect(ofChosen['/slotted-lost']).toEqual(['nothing-selected']);
  });

  it('leave rules about whole pages inapplicable, like rules about the document', () => {
    expect(ofWidget[0]?.rules.map(({ result }) => result)).toEqual([
      'inapplicable',
      'inapplicable',
      'failed',
    ]);
  });
});

describe('a page without any visible selected element', () => {
  it.each(startingWith('/hidden-'))('is not scanned: %s', (path) => {
    expect(ofChosen[path]).toEqual(['nothing-selected']);
  });

  it('is reported with the selectors that cause it, if other selectors show elements', async () => {
    const { results } = await scan([site.url('/hidden')], {
      ruleIds: ['image-alt'],
      settings: { includeSelectors: ['#around', '#dialog', '#faint'] },
    });
    expect(results[0]?.outcome).toBe('partially-scanned');
    expect(results[0]?.detail).toBe(
      'All elements that match #dialog and #faint of includeSelectors are hidden.',
    );
    expect(results[0]?.findings[0]?.nodeCount).toBe(1);
  });

  it.each(startingWith('/app-').filter((path) => path !== '/app-image'))(
    'is not scanned, although its document remains: %s',
    (path) => {
      expect(excluding[path]).toEqual(['nothing-selected']);
    },
  );

  it('is scanned if a heading remains', () => {
    expect(excluding['/app-image']).toEqual(['scanned']);
  });
});

it('has no result of the rules that axe runs on whole pages only', () => {
  const { rules } = (axe as unknown as { _audit: { rules: { id: string; pageLevel: boolean }[] } })._audit;
  const all = resolveRuleSets(['wcag-aaa', 'best-practice']).ruleIds;
  const pageLevel = rules.filter(({ id, pageLevel }) => pageLevel && all.includes(id)).map(({ id }) => id);
  expect(pageLevel).toEqual(wholePageRules);
});
