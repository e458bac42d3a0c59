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
   <script>card.attachShadow({ mode: 'open' }).innerHTML = '<slot class="inside"></slot>';</script>`,
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
  '/inner': page(`<div class="inside">${fault('inner')}</div>`),
  '/shadow': page(
    `${fault('one')}<div id="host"></div>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '<div class="inside">${fault('shaded')}</div>';</script>`,
  ),
  '/nested-main': addClass(nested, 'first', '<main'),
  '/nested-images': addClass(nested, 'first', 'id="one"', 'id="two"'),
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
  '/deep': page(`<p>Text</p>${'<div>'.repeat(400)}${'<div></div>'.repeat(15_000)}${'</div>'.repeat(400)}`),
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
let withoutAds: Judged;

beforeAll(async () => {
  site = await serve(pages);
  ({ results: ofWidget } = await scan(['/plain', '/shadow'].map(site.url), {
    ruleIds: ['bypass', 'document-title', 'image-alt'],
    settings: { includeSelectors: ['#widget'] },
  }));
  ofChosen = await scanAll([...startingWith('/slotted-'), ...startingWith('/hidden-')], ['.chosen']);
  withoutAds = await scanAll(startingWith('/app-'), [], ['[class*="ad"]']);
});
afterAll(() => site.close());

describe('excludeSelectors', () => {
  /** Results of pages that are tested completely. */
  const whole = {
    '/plain': ['scanned', 'one', 'two'],
    '/framed': ['scanned', 'inner', 'inner', 'one', 'two'],
    '/shadow': ['scanned', 'one', 'shaded'],
  };
  const paths = Object.keys(whole) as Path[];

  it('test pages completely if they match nothing', async () => {
    expect(await scanAll(paths, [], ['#nothere', '.nor-this'])).toEqual(whole);
  });

  it('apply to the pages of a scan on which they match, and the other pages are tested completely', async () => {
    expect(await scanAll(paths, [], ['#widget', '#nothere'])).toEqual({
      '/plain': ['scanned', 'one'],
      '/framed': ['scanned', 'inner', 'one'],
      '/shadow': whole['/shadow'],
    });
  });

  it('match nothing in frames and shadow roots', async () => {
    expect(await scanAll(paths, [], ['.inside'])).toEqual(whole);
  });

  it('exclude a frame or shadow root with its host element', async () => {
    expect(await scanAll(['/framed', '/shadow'], [], ['iframe', '#host'])).toEqual({
      '/framed': ['scanned', 'one', 'two'],
      '/shadow': ['scanned', 'one'],
    });
  });

  it.each([
    [['/nested-main', '/nested-images'], ['.first']],
    [
      ['/nested-main-part', '/nested-part-one', '/nested-one-widget'],
      ['.first', '.second'],
    ],
  ] as [Path[], string[]][])(
    'take precedence over includeSelectors, in either nesting: %s',
    async (nestedPaths, include) => {
      expect(await scanAll(nestedPaths, include, ['#widget'])).toEqual(
        Object.fromEntries(nestedPaths.map((path) => [path, ['scanned', 'one']])),
      );
    },
  );

  it('are named if the browser does not support them, and the others apply', async () => {
    expect(await scanAll(['/plain', '/framed'], [], ['main:nonsense()'])).toEqual({
      '/plain': ['partially-scanned', 'one', 'two'],
      '/framed': ['partially-scanned', 'inner', 'inner', 'one', 'two'],
    });
    expect(await scanAll(['/plain'], [], ['main:nonsense()', '#widget'])).toEqual({
      '/plain': ['partially-scanned', 'one'],
    });
  });
});

describe('includeSelectors', () => {
  it('select nothing on the pages where they match nothing, which are not scanned', () => {
    expect(ofWidget.map(({ outcome }) => outcome)).toEqual(['scanned', 'nothing-selected']);
  });

  it('select nothing in frames and shadow roots', async () => {
    expect(await scanAll(['/framed', '/shadow', '/slotted'], ['.inside'])).toEqual({
      '/framed': ['nothing-selected'],
      '/shadow': ['nothing-selected'],
      '/slotted': ['nothing-selected'],
    });
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
      expect(withoutAds[path]).toEqual(['nothing-selected']);
    },
  );

  it('is detected with bounded work on deeply nested pages', async () => {
    expect(await scanAll(['/deep'], ['div'], ['.nothere'])).toEqual({ '/deep': ['nothing-selected'] });
  });

  it('is scanned if a heading remains', () => {
    expect(withoutAds['/app-image']).toEqual(['scanned']);
  });
});

it('has no result of the rules that axe runs on whole pages only', () => {
  const { rules } = (axe as unknown as { _audit: { rules: { id: string; pageLevel: boolean }[] } })._audit;
  const all = resolveRuleSets(['wcag-aaa', 'best-practice']).ruleIds;
  const pageLevel = rules.filter(({ id, pageLevel }) => pageLevel && all.includes(id)).map(({ id }) => id);
  expect(pageLevel).toEqual(wholePageRules);
});
