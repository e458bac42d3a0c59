import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveRuleSets } from '../../../core/rule-sets/rule-sets.ts';
import { wholePageRules } from '../../../scanner/page/selection.ts';
import { page, type Site, scan, serve } from './harness.ts';

/** A picture without an alternative, told from others by its id. */
const fault = (id: string) =>
  `<img id="${id}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">`;

let site: Site;
beforeAll(async () => {
  site = await serve({
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
    '/nested': page(`${fault('one')}<aside id="widget"><div id="part">${fault('two')}</div></aside>`),
    '/slotted': page(
      `<x-card id="card">${fault('given')}<b slot="none" id="lost">${fault('lost')}</b></x-card>
       <script>card.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>';</script>`,
    ),
    '/hidden': page(
      `${fault('one')}<dialog id="dialog">${fault('two')}</dialog><div id="faint" style="visibility: hidden">text
       ${fault('three')}</div><div id="around" style="display: contents">${fault('four')}</div>
       <div hidden><span id="nowhere" style="display: contents">text</span></div><details id="closed"><summary>More</summary><div id="within">${fault('five')}</div></details>`,
    ),
    '/deep': page(`<p>Text</p>${'<div>'.repeat(400)}${'<div></div>'.repeat(15_000)}${'</div>'.repeat(400)}`),
    '/only': `<!doctype html><html lang="en"><head><title>A page</title></head><body class="loaded">
       <div id="app"><main><h1>Heading</h1>${fault('one')}</main></div><div id="portal"></div>
       <div hidden>Menu</div><script>void 0;</script></body></html>`,
  });
});
afterAll(() => site.close());

/** The outcome of a page, then the ids of the faults that were found on it. */
async function judged(path: string, includeSelectors: string[], excludeSelectors: string[] = []) {
  const { results } = await scan([site.url(path)], {
    ruleIds: ['image-alt'],
    settings: { includeSelectors, excludeSelectors },
  });
  const nodes = results[0]?.findings.flatMap((finding) => finding.nodes) ?? [];
  return [results[0]?.outcome, ...nodes.map(({ html }) => /id="([^"]*)"/.exec(html)?.[1]).sort()];
}

describe('excludeSelectors', () => {
  it.each([
    ['/plain', ['one', 'two']],
    ['/framed', ['inner', 'inner', 'one', 'two']],
    ['/shadow', ['one', 'shaded']],
  ])('leave the whole of %s to be judged where they match nothing', async (path, all) => {
    expect(await judged(path, [], ['#nothere'])).toEqual(['scanned', ...all]);
    expect(await judged(path, [], ['#nothere', '.nor-this'])).toEqual(['scanned', ...all]);
  });

  it('hold on the pages of a scan where they match, and the others are judged whole', async () => {
    const { results } = await scan(
      ['/plain', '/shadow', '/framed'].map((path) => site.url(path)),
      { ruleIds: ['image-alt'], settings: { excludeSelectors: ['#widget', '#nothere'] } },
    );
    expect(results.map(({ outcome, findings }) => [outcome, findings[0]?.nodeCount])).toEqual([
      ['scanned', 1],
      ['scanned', 2],
      ['scanned', 2],
    ]);
  });

  it('are matched in the top document: a frame or shadow root goes with the element that holds it', async () => {
    expect(await judged('/framed', [], ['.inside'])).toEqual(['scanned', 'inner', 'inner', 'one', 'two']);
    expect(await judged('/framed', [], ['iframe'])).toEqual(['scanned', 'one', 'two']);
    expect(await judged('/shadow', [], ['.inside'])).toEqual(['scanned', 'one', 'shaded']);
    expect(await judged('/shadow', [], ['#host'])).toEqual(['scanned', 'one']);
  });

  it('win over includeSelectors, whichever is within the other', async () => {
    for (const include of [['main'], ['main', '#part'], ['#part', '#one'], ['img']]) {
      expect(await judged('/nested', include, ['#widget'])).toEqual(['scanned', 'one']);
    }
    expect(await judged('/nested', ['#one', '#widget'], ['#widget'])).toEqual(['scanned', 'one']);
  });

  it('that the browser does not understand are named, and the others hold', async () => {
    expect(await judged('/plain', [], ['main:nonsense()'])).toEqual(['partially-scanned', 'one', 'two']);
    expect(await judged('/framed', [], ['main:nonsense()'])).toEqual([
      'partially-scanned',
      ...['inner', 'inner', 'one', 'two'],
    ]);
    expect(await judged('/plain', [], ['main:nonsense()', '#widget'])).toEqual(['partially-scanned', 'one']);
  });
});

describe('includeSelectors', () => {
  it('select nothing on the pages where they match nothing, which are not scanned', async () => {
    const { results } = await scan(
      ['/plain', '/shadow'].map((path) => site.url(path)),
      { ruleIds: ['image-alt'], settings: { includeSelectors: ['#widget'] } },
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['scanned', 'nothing-selected']);
  });

  it('select nothing in frames and shadow roots', async () => {
    expect(await judged('/framed', ['.inside'])).toEqual(['nothing-selected']);
    expect(await judged('/shadow', ['.inside'])).toEqual(['nothing-selected']);
  });

  it('find what a slot shows, and do not fail for what no slot shows', async () => {
    expect(await judged('/slotted', ['#card'])).toEqual(['scanned', 'given']);
    expect(await judged('/slotted', ['#given'])).toEqual(['scanned', 'given']);
    expect(await judged('/slotted', ['#lost'])).toEqual(['nothing-selected']);
    expect(await judged('/slotted', ['slot'])).toEqual(['nothing-selected']);
  });

  it('leave rules about whole pages without anything to apply to, as those about the document', async () => {
    const { results } = await scan([site.url('/plain')], {
      ruleIds: ['bypass', 'document-title', 'image-alt'],
      settings: { includeSelectors: ['#widget'] },
    });
    expect(results[0]?.rules.map(({ result }) => result)).toEqual(['inapplicable', 'inapplicable', 'failed']);
  });
});

describe('a page of which nothing that is shown is selected', () => {
  it.each(['#dialog', '#faint', '#within', '#nowhere'])('is not scanned: %s', async (selector) => {
    expect(await judged('/hidden', [selector])).toEqual(['nothing-selected']);
  });

  it('says which of the selectors that is about where others show something', async () => {
    const { results } = await scan([site.url('/hidden')], {
      ruleIds: ['image-alt'],
      settings: { includeSelectors: ['#around', '#dialog', '#faint'] },
    });
    expect(results[0]?.outcome).toBe('partially-scanned');
    expect(results[0]?.detail).toBe(
      'Nothing is shown of what #dialog and #faint of includeSelectors matches.',
    );
    expect(results[0]?.findings[0]?.nodeCount).toBe(1);
  });

  it.each(['[class*="ad"]', 'body > *', '#app', 'main', 'html'])(
    'is not scanned, though its document is left: without %s',
    async (selector) => {
      expect(await judged('/only', [], [selector])).toEqual(['nothing-selected']);
    },
  );

  it('is decided with bounded work on deeply nested pages', async () => {
    const { results } = await scan([site.url('/deep')], {
      ruleIds: ['image-alt'],
      settings: { includeSelectors: ['div'], excludeSelectors: ['.nothere'] },
    });
    expect(results[0]?.outcome).toBe('nothing-selected');
  });

  it('is scanned where a heading is left', async () => {
    expect(await judged('/only', [], ['img'])).toEqual(['scanned']);
  });
});

it('knows the rules that axe runs on whole pages only', () => {
  const { rules } = (axe as unknown as { _audit: { rules: { id: string; pageLevel: boolean }[] } })._audit;
  const all = resolveRuleSets(['wcag-aaa', 'best-practice']).ruleIds;
  const pageLevel = rules.filter(({ id, pageLevel }) => pageLevel && all.includes(id)).map(({ id }) => id);
  expect(pageLevel).toEqual(wholePageRules);
});
