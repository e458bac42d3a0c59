import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElementFacts } from '../../../core/findings/element-facts.ts';
import {
  type FingerprintVersion,
  fingerprintVersions,
  identify,
} from '../../../core/findings/fingerprint.ts';
import { FINGERPRINT, type FindingIdentity, type IdentityInput } from '../../../core/findings/identity.ts';
import { hasDigest } from '../../../core/findings/packed-digests.ts';
import { buildPageIdentity, getHomeOrigins } from '../../../core/findings/page-identity.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { launchBrowser, type RunningBrowser } from '../../../scanner/browser/browser.ts';
import { openTab } from '../../../scanner/browser/tab.ts';
import { createDom } from '../../../scanner/page/in-page/dom.ts';
import { type FactsWorld, installFactsReader } from '../../../scanner/page/in-page/facts-reader.ts';
import { callEachInWorld, callInWorld, type World } from '../../../scanner/page/world.ts';
import { createRedaction } from '../../../scanner/redact/redact-result.ts';
import { findVerified } from '../../support/find-verified.ts';
import { noChecks } from '../../support/no-checks.ts';
import {
  differentAfter,
  type Edited,
  otherComponent,
  otherLocation,
  otherMarkup,
  sameAfter,
  sameComponent,
  sameLocation,
  sameMarkup,
} from './drift.ts';
import { page, type Site, scan, serve } from './harness.ts';

const DEFAULT_URL = 'https://shop.example/docs/page';

describe('a finding that is computed from a page', () => {
  let directory: string;
  let running: RunningBrowser;
  let session: CDPSession;
  let world: World;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'identity-test-'));
    running = await launchBrowser(await findVerified(), directory, '127.0.0.1:1');
    ({ session } = await openTab(running.browser, pageSettingsDefault.viewport));
    const { frameTree } = await session.send('Page.getFrameTree');
    const frameId = frameTree.frame.id;
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId });
    world = { frameId, contextId: executionContextId, name: '' };
    await callEachInWorld(session, world, [createDom, installFactsReader]);
  });
  afterAll(async () => {
    await running?.kill();
    await rm(directory, { recursive: true, force: true });
  });

  async function read(given: Edited | string): Promise<IdentityInput> {
    const {
      html,
      element = '[t]',
      frame,
      url = DEFAULT_URL,
      rule = 'link-name',
      kind = 'violation',
    } = typeof given === 'string' ? { html: given } : given;
    const document = html.startsWith('<!doctype') ? html : `<!doctype html><body>${html}</body>`;
    const facts = await callInWorld(session, world, showAndRead, document, url, element, frame ?? null);
    const redaction = createRedaction(undefined);
    return {
      ruleId: rule,
      kind,
      page: buildPageIdentity(url, getHomeOrigins([url], null), false),
      element: redaction.element(facts.element),
      frames: facts.frame === null ? [] : [redaction.element(facts.frame)],
      checks: noChecks,
    };
  }
  const identityOf = async (given: Edited | string): Promise<FindingIdentity> => identify(await read(given));

  it.each(sameAfter)('is the same after %s', async (_, before, after) => {
    expect((await identityOf(after)).fingerprint).toBe((await identityOf(before)).fingerprint);
  });
  it.each(differentAfter)('is another one: %s', async (_, before, after) => {
    expect((await identityOf(after)).fingerprint).not.toBe((await identityOf(before)).fingerprint);
  });
  it('is checked with the required number of edits', () => {
    expect(sameAfter.length + differentAfter.length).toBeGreaterThanOrEqual(45);
    expect(new Set([...sameAfter, ...differentAfter].map(([name]) => name)).size).toBe(
      sameAfter.length + differentAfter.length,
    );
  });

  it.each(sameComponent)('belongs to the same component: %s', async (_, one, other) => {
    expect((await identityOf(other)).component).toBe((await identityOf(one)).component);
  });
  it.each(otherComponent)('belongs to another component: %s', async (_, one, other) => {
    expect((await identityOf(other)).component).not.toBe((await identityOf(one)).component);
  });
  it('with another color belongs to another component', async () => {
    const found = await read({ html: '<nav><a t href="/a">A</a></nav>', rule: 'color-contrast' });
    const colored = (fgColor: string, fontSize: string) =>
      identify({
        ...found,
        checks: {
          ...noChecks,
          any: [{ id: 'color-contrast', message: '', data: { fgColor, bgColor: '#ffffff', fontSize } }],
        },
      }).component;
    expect(colored('#aaaaaa', '12pt')).toBe(colored('#aaaaaa', '14pt'));
    expect(colored('#aaaaaa', '12pt')).not.toBe(colored('#bbbbbb', '12pt'));
  });

  it.each(sameLocation)('has the same element location after %s', async (_, before, after) => {
    const [one, other] = [await identityOf(before), await identityOf(after)];
    expect(other.place).toBe(one.place);
    expect(other.fingerprint).not.toBe(one.fingerprint);
  });
  it.each(otherLocation)('has another element location: %s', async (_, before, after) => {
    expect((await identityOf(after)).place).not.toBe((await identityOf(before)).place);
  });

  it.each(sameMarkup)('has an unchanged element: %s', async (_, before, after) => {
    expect((await identityOf(after)).markup).toBe((await identityOf(before)).markup);
  });
  it.each(otherMarkup)('has a changed element: %s', async (_, before, after) => {
    expect((await identityOf(after)).markup).not.toBe((await identityOf(before)).markup);
  });

  it('is matched under the current fingerprint version and the previous one', async () => {
    const found = await read('<p t>Faint</p>');
    const second: FingerprintVersion = {
      version: 2,
      of: ({ ruleId, element }) => `${ruleId} ${element.tag}`,
    };
    const before = identify(found);
    const after = identify(found, [second, ...fingerprintVersions]);
    expect(before.formerly).toEqual([]);
    expect(after.fingerprint).toMatch(/^f2_/);
    expect(after.fingerprint).toMatch(FINGERPRINT);
    expect(after.formerly).toEqual([before.fingerprint]);
    expect({ ...after, fingerprint: '', formerly: [] }).toEqual({ ...before, fingerprint: '', formerly: [] });
  });

  it('is computed despite hostile form fields and huge elements', async () => {
    const fields = [
      'attributes',
      'parentNode',
      'firstChild',
      'localName',
      'getAttribute',
      'closest',
      'nodeType',
    ];
    const found = await read(
      `<form t id="order" action="/buy">${fields.map((name) => `<input name="${name}">`).join('')}</form>`,
    );
    expect(found.element).toMatchObject({ tag: 'form', ownText: '' });
    expect(found.element.attributes).toContainEqual(['action', '/buy']);
    expect(found.element.path.map(({ tag }) => tag)).toEqual(['html', 'body', 'form']);
    const many = Array.from({ length: 5_000 }, (_, index) => `data-a${index}="${'x'.repeat(50)}"`).join(' ');
    const huge = await read(`<div t title="${'y'.repeat(500_000)}" ${many}>${'z'.repeat(500_000)}</div>`);
    expect(JSON.stringify(huge.element).length).toBeLessThan(30_000);
    const deep = await read(`${'<i>'.repeat(400)}<b t>x</b>`);
    expect(deep.element.path).toHaveLength(100);
  });

  it('contains no text that users typed', async () => {
    const found = await read(
      `<form t>typed <textarea>hunter2</textarea><input value="hunter2"><p contenteditable>hunter2</p>
       <input type="hidden" value="hunter2"><b data-csrf-token="hunter2"></b></form>`,
    );
    expect(JSON.stringify(found)).toContain('typed');
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});

describe('the findings of a scan', () => {
  const inner = page('<img src="/inner.png">');
  let site: Site;
  let moved: Site;
  let results: PageResult[];
  let elsewhere: PageResult[];
  beforeAll(async () => {
    const pages = {
      '/': page(
        `<img src="/a.png"><div id="widget"><div><img src="/b.png"></div><x-box id="host"></x-box></div>
         <p style="color:#bbb;background:#fff">Faint</p><input type="text" value="s3cret-value"><script>
         host.attachShadow({ mode: 'open' }).innerHTML = '<button></button>';</script>`,
      ),
      '/frames': page(
        `<div id="ads"><iframe title="one" src="/inner"></iframe></div><iframe title="two" src="/inner"></iframe>
         <iframe title="three" src="http://127.0.0.1:9/"></iframe>`,
      ),
      '/inner': inner,
      '/echo': page(
        '<img src="/a.png" alt-text="s3cret-value"><p style="color:#bbb;background:#fff">s3cret-value</p>',
      ),
      '/echo2': page(
        '<img src="/a.png" alt-text="other-value1"><p style="color:#bbb;background:#fff">other-value1</p>',
      ),
    };
    [site, moved] = await Promise.all([serve(pages), serve(pages)]);
    const marks = ['#widget', '#ads', 'x-box', 'p', '[[not a selector'];
    const paths = [site.url('/'), site.url('/frames'), site.url('/')];
    const scanned = await scan([...paths, moved.url('/'), moved.url('/frames')], {
      marks,
      // Each page is at home at its own origin, as in two scans.
      identity: (url) => buildPageIdentity(url, getHomeOrigins([url], null), false),
    });
    results = scanned.results.slice(0, paths.length);
    elsewhere = scanned.results.slice(paths.length);
  });
  afterAll(() => Promise.all([site.close(), moved.close()]));

  const identities = (result: PageResult | undefined) =>
    (result?.findings ?? []).flatMap(({ ruleId, nodes }) =>
      nodes.map(({ target, identity, marks }) => ({ ruleId, target, identity, marks })),
    );
  const without = (list: ReturnType<typeof identities>) => list.map(({ marks: _, ...rest }) => rest);

  it('have distinct fingerprints, in frames and shadow roots too, which are the same at another port', () => {
    const all = [...identities(results[0]), ...identities(results[1])];
    expect(all.length).toBeGreaterThanOrEqual(6);
    expect(new Set(all.map(({ identity }) => identity?.fingerprint)).size).toBe(all.length);
    expect(without(identities(results[2]))).toEqual(without(identities(results[0])));
    expect(without(identities(elsewhere[0]))).toEqual(without(identities(results[0])));
    expect(without(identities(elsewhere[1]))).toEqual(without(identities(results[1])));
  });

  it('list the suppression selectors that match the element or its ancestors, through shadow roots and frames', () => {
    const listSelectors = (index: number) =>
      Object.fromEntries(
        identities(results[index]).map(({ ruleId, target, marks }) => [
          `${ruleId} ${target.flat().at(-1)}`,
          marks,
        ]),
      );
    expect(listSelectors(0)).toMatchObject({
      'image-alt img[src="/a.png"]': [],
      'image-alt img[src="/b.png"]': ['#widget'],
      'button-name button': ['#widget', 'x-box'],
      'color-contrast p': ['p'],
    });
    expect(identities(results[1]).map(({ marks }) => marks)).toEqual([['#ads'], []]);
  });

  it('contain the data that the checks measured', () => {
    const contrast = results[0]?.findings.find(({ ruleId }) => ruleId === 'color-contrast')?.nodes[0];
    expect(contrast?.checks.any).toEqual([
      {
        id: 'color-contrast',
        message: contrast?.fix.any[0],
        data: expect.objectContaining({
          fgColor: '#bbbbbb',
          bgColor: '#ffffff',
          expectedContrastRatio: '4.5:1',
        }),
      },
    ]);
  });

  it('come with the markup digest of every element, including those without a fault', () => {
    const identity = identities(results[0])[0]?.identity;
    expect(hasDigest(results[0]?.markups ?? '', identity?.markup ?? '')).toBe(true);
    expect(hasDigest(results[0]?.markups ?? '', '0123456789abcdef')).toBe(false);
    expect(atob(results[0]?.markups ?? '').length).toBeGreaterThanOrEqual(13 * 4);
    expect(results[2]?.markups).toBe(results[0]?.markups);
    for (const { identity } of identities(results[1])) {
      expect(hasDigest(results[1]?.markups ?? '', identity?.markup ?? '')).toBe(true);
    }
  });

  it('come with the frames that were not scanned, named as targets name frames', () => {
    expect(results[1]?.outcome).toBe('partially-scanned');
    expect(results[1]?.framesNotScanned).toEqual([['iframe[title="three"]']]);
    expect(identities(results[1]).map(({ target }) => target[0])).toEqual([
      'iframe[title="one"]',
      'iframe[title="two"]',
    ]);
  });

  it('are identified without the redacted credentials', async () => {
    const identity = () => '/same';
    const scanned = async (value: string, path: string) => {
      const credentials = {
        origin: new URL(site.url('/')).origin,
        headers: { 'X-Token': value },
        cookies: [],
        basic: null,
      };
      return (await scan([site.url(path)], { credentials, identity })).results[0];
    };
    const [one, other] = [await scanned('s3cret-value', '/echo'), await scanned('other-value1', '/echo2')];
    expect(JSON.stringify(one)).not.toContain('s3cret-value');
    expect(identities(one).length).toBeGreaterThanOrEqual(2);
    expect(identities(one)).toEqual(identities(other));
    expect(one?.markups).toBe(other?.markups);
  });
});

/** Runs in the page: shows a document and returns the facts of an element and of the element that holds a frame. */
function showAndRead(html: string, url: string, element: string, frame: string | null) {
  const { a11yFacts } = globalThis as unknown as Required<FactsWorld>;
  const shown = (globalThis as unknown as { document: PageDocument }).document;
  const parsed = (globalThis as unknown as { Document: { parseHTMLUnsafe(html: string): PageDocument } })
    .Document;
  const made = parsed.parseHTMLUnsafe(html);
  const base = made.createElement('base');
  base.setAttribute('href', url);
  made.head.append(base);
  shown.replaceChild(shown.adoptNode(made.documentElement), shown.documentElement);
  const [outer = '', within] = element.split(' >>> ');
  const found = shown.querySelector(outer);
  const target = within === undefined ? found : found?.shadowRoot.querySelector(within);
  if (!target) throw new Error(`${element} is not there`);
  const holder = frame === null ? null : shown.querySelector(frame);
  const facts: { element: ElementFacts; frame: ElementFacts | null } = {
    element: a11yFacts.facts(target),
    frame: holder && a11yFacts.facts(holder),
  };
  return facts;
}
interface PageElement {
  shadowRoot: { querySelector(selector: string): PageElement | null };
  setAttribute(name: string, value: string): void;
}
interface PageDocument {
  head: { append(element: PageElement): void };
  documentElement: PageElement;
  createElement(name: string): PageElement;
  adoptNode(element: PageElement): PageElement;
  replaceChild(element: PageElement, old: PageElement): void;
  querySelector(selector: string): PageElement | null;
}
