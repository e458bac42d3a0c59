import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import {
  buildHidingFields,
  buildJudged,
  failingNames,
  fieldsOmitted,
  judgedNames,
} from './clobbering-names.ts';
import { page, type Scanned, type Site, scan, serve } from './harness.ts';

const FAULT = '<img src="/x.png" width="40" height="40">';
const closed = (content: string, light = '') =>
  `<div id="host"><template shadowrootmode="closed">${content}</template>${light}</div>`;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';
const withFields = (name: string) =>
  `<form id="box">${FAULT}<input type="hidden" name="${name}"><input type="hidden" name="${name}"></form>`;
const OBJECT = '<object title="x" data="/inner" type="text/html" width="300" height="200"></object>';

/** The names that axe can judge together share a page. opaque-content.all.test.ts has a page for each name. */
const hiding = {
  '/hiding': page(judgedNames.map(buildHidingFields).join('')),
  ...Object.fromEntries(failingNames.map((name) => [`/hiding-${name}`, page(buildHidingFields(name))])),
};
const chosen = { '/h1-chosen': '<h1', '/main-chosen': '<main' };

const BEHIND = '<p>All ferries leave from the quay at noon, and those of Sunday leave one hour later.</p>';

let site: Site;
let results: PageResult[];
/** The scan of the pages that hide members, with pictures and a selector to exclude. */
let clobbered: Scanned;
let excluded: PageResult | undefined;
let included: PageResult[];
const resultOf = (path: string) =>
  results.find(({ requestedUrl }) => requestedUrl === site.url(path)) ?? expect.unreachable();

const pages = {
  '/object': page(OBJECT),
  '/embed': page('<embed title="x" src="/inner" type="text/html" width="300" height="200">'),
  '/closed': page(closed(FAULT)),
  '/closed-text': page(closed('<style>p { color: #ccc }</style><p>Faint</p>')),
  '/closed-in-open': page(
    `<div id="outer"><template shadowrootmode="open">${closed(FAULT)}</template></div>`,
  ),
  '/closed-in-frame': page('<iframe title="x" id="f" src="/inner-closed"></iframe>'),
  '/object-in-closed': page(closed(OBJECT)),
  '/object-svg': page('<object title="x" data="/image.svg" type="image/svg+xml"></object>'),
  '/object-fallback': page('<object title="x" data="/gone"><p>No document</p></object>'),
  '/object-hidden': page(`<div hidden>${OBJECT}</div><div aria-hidden="true">${OBJECT}</div>`),
  '/fields-children-hidden': page(withFields('childNodes')),
  '/fields-type-hidden': page(withFields('nodeType')),
  '/fields-ordinary': page(withFields('title')),
  '/closed-slot': page(closed('<style>p { margin: 0 }</style><slot></slot>', '<p>Text</p>')),
  '/closed-hidden': page(`<div style="display: none">${closed(FAULT)}</div><input aria-label="Name">`),
  '/behind-native': page(
    `${BEHIND}<dialog id="d"><p>We use cookies.</p></dialog><script>d.showModal()</script>`,
  ),
  '/behind-again': page(
    `${BEHIND}<dialog id="d"><p>We use cookies.</p></dialog><script>d.showModal(); d.onclose = () => d.showModal()</script>`,
  ),
  '/behind-in-shadow': page(
    `${BEHIND}<div><template shadowrootmode="open"><div id="inner"><template shadowrootmode="open"><dialog id="d"><p>We use cookies.</p></dialog></template></div></template></div>
    <script>document.querySelector('main > div').shadowRoot.querySelector('#inner').shadowRoot.querySelector('#d').showModal()</script>`,
  ),
  '/behind-hidden': page(
    `<div aria-hidden="true">${BEHIND}</div><div id="d" role="dialog" aria-modal="true"><p>We use cookies.</p></div>`,
  ),
  '/dialog-alone': page('<dialog id="d"><p>We use cookies.</p></dialog><script>d.showModal()</script>'),
  '/dialog-beside': page(`${BEHIND}<dialog open><p>We use cookies.</p></dialog>`),
  '/open': page(`<div><template shadowrootmode="open">${FAULT}</template></div>`),
};

beforeAll(async () => {
  site = await serve({
    ...pages,
    ...hiding,
    ...Object.fromEntries(
      Object.entries(chosen).map(([path, tag]) => [
        path,
        pages['/closed'].replace(tag, `${tag} class="chosen"`),
      ]),
    ),
    '/inner': page(FAULT),
    '/inner-closed': page(closed(FAULT)),
    '/image.svg': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' });
      response.end(SVG);
    },
  });
  const urls = Object.keys(pages).map((path) => site.url(path));
  const ruleIds = ['image-alt'];
  ({ results } = await scan(urls, { ruleIds }));
  clobbered = await scan([...Object.keys(hiding), '/closed'].map(site.url), {
    ruleIds,
    settings: { screenshots: 'all', redactSelectors: ['form'], excludeSelectors: ['#host'] },
  });
  excluded = clobbered.results.at(-1);
  ({ results: included } = await scan(Object.keys(chosen).map(site.url), {
    ruleIds,
    settings: { includeSelectors: ['.chosen'] },
  }));
});
afterAll(() => site?.close());

describe('content that axe cannot read', () => {
  it.each<[string, (string | string[])[], string]>([
    ['/object', ['object'], 'axe-core tests no documents in object and embed elements'],
    ['/embed', ['embed'], 'axe-core tests no documents in object and embed elements'],
    ['/closed', ['#host'], 'closed shadow root of <div>'],
    ['/closed-text', ['#host'], 'closed shadow root of <div>'],
    ['/closed-in-open', [['#outer', '#host']], 'closed shadow root of <div>'],
    ['/closed-in-frame', ['#f', '#host'], 'closed shadow root of <div>'],
    ['/fields-children-hidden', ['#box'], 'content of an HTML form'],
    ['/fields-type-hidden', ['#box'], 'content of an HTML form'],
    ['/object-in-closed', ['#host'], 'closed shadow root of <div>'],
    ['/behind-native', ['#d'], 'the page behind the modal dialog #d'],
    ['/behind-in-shadow', ['#d'], 'the page behind the modal dialog #d'],
    ['/behind-hidden', ['#d'], 'the page behind the modal dialog #d'],
  ])('makes %s partially scanned and counts for the gate', (path, selectors, reason) => {
    const { outcome, detail, framesNotScanned, framesNotJudged } = resultOf(path);
    expect({ outcome, framesNotJudged }).toEqual({ outcome: 'partially-scanned', framesNotJudged: 1 });
    expect(detail).toContain(reason);
    expect(framesNotScanned).toHaveLength(1);
    const last = framesNotScanned[0]?.at(-1);
    expect([last].flat().at(-1)).toMatch(new RegExp(`${[selectors.at(-1)].flat().at(-1)}$`));
    expect(framesNotScanned[0]).toHaveLength(selectors.length);
  });

  it('tests what is behind a modal dialog that is excluded, unless the page opens it again', async () => {
    const paths = ['/behind-native', '/behind-again', '/behind-in-shadow'];
    const settings = { excludeSelectors: ['#d'] };
    const { results } = await scan(paths.map(site.url), { settings });
    expect(results.map(({ outcome, framesNotScanned }) => [outcome, framesNotScanned.length])).toEqual([
      ['scanned', 0],
      ['partially-scanned', 1],
      ['partially-scanned', 1],
    ]);
  });

  it.each([
    '/object-svg',
    '/object-fallback',
    '/object-hidden',
    '/closed-slot',
    '/closed-hidden',
    '/open',
    '/dialog-alone',
    '/dialog-beside',
    '/fields-ordinary',
  ])('is not on %s', (path) => {
    expect(resultOf(path)).toMatchObject({ outcome: 'scanned', framesNotScanned: [], framesNotJudged: 0 });
  });

  it('does not count if it is excluded or not included', () => {
    expect(excluded).toMatchObject({ outcome: 'scanned', framesNotJudged: 0 });
    expect(included.map(({ outcome, framesNotJudged }) => [outcome, framesNotJudged])).toEqual([
      ['scanned', 0],
      ['partially-scanned', 1],
    ]);
  });
});

describe('an HTML form whose fields have the names of DOM members', () => {
  const resultOfHiding = (path: string) => clobbered.results[Object.keys(hiding).indexOf(path)];

  it.each(judgedNames)('hides no violation: %s', (name) => {
    const result = resultOfHiding('/hiding');
    expect(result).toMatchObject(buildJudged(judgedNames.length));
    const targets = result?.findings[0]?.nodes.map(({ target }) => target.join(' '));
    expect(targets?.filter((target) => target.includes(`#box-${name} `))).toHaveLength(1);
  });

  it.each(failingNames)('is not tested, and said so: %s', (name) => {
    expect(resultOfHiding(`/hiding-${name}`)).toMatchObject(fieldsOmitted);
  });

  it('hides no link', () => {
    const ofHiding = clobbered.links.slice(0, Object.keys(hiding).length);
    expect(ofHiding.map(({ urls }) => urls)).toEqual(Object.keys(hiding).map(() => [site.url('/inner')]));
  });
});
