import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isActingNeed } from '../../../core/checks/check-definition.ts';
import { checks } from '../../../core/checks/checks.ts';
import { axeRules } from '../../../core/rule-sets/axe-rules.ts';
import { resolveRuleSets, ruleSetNames } from '../../../core/rule-sets/rule-sets.ts';
import { getCheckNeed } from '../../../core/rule-sets/rules.ts';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { page, type Scanned, type Site, scan, serve } from './harness.ts';

/** Without the checks that act on a page, which take seconds on each; documents.all.test.ts has them. */
const isCheap = (ruleId: string) => !isActingNeed(getCheckNeed(ruleId));
const ruleIds = resolveRuleSets(ruleSetNames).ruleIds.filter(isCheap);
const respondWith =
  (type: string, text: string) => (_request: unknown, response: import('node:http').ServerResponse) => {
    response.writeHead(200, { 'Content-Type': type });
    response.end(text);
  };
const svg = (content: string) =>
  respondWith(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${content}</svg>`,
  );
const html = (body: string, title = '<title>A</title>', attributes = ' lang="en"') =>
  `<!doctype html><html${attributes}><head>${title}</head><body>${body}</body></html>`;

let site: Site;
let scanned: Scanned;
const resultOf = (path: string) =>
  scanned.results.find(({ requestedUrl }) => requestedUrl === site.url(path)) as PageResult;
const violationsOf = (path: string) =>
  resultOf(path)
    .findings.filter(({ kind }) => kind === 'violation')
    .map(({ ruleId, nodes }) => [ruleId, nodes[0]?.path.at(-1)]);
const ruleOf = (path: string, ruleId: string) => resultOf(path).rules.find((rule) => rule.ruleId === ruleId);

const pages = {
  '/button': html('<main><h1></h1><span role="button"></span><a href="/next"></a></main>'),
  '/untitled': html('', '', ''),
  '/refresh': html('', '<title>A</title><meta http-equiv="refresh" content="1500; url=/next">'),
  '/fine': html('<main><div></div></main>'),
  '/nothing': '',
  '/image': svg(
    '<title>Sun</title><circle role="img" cx="9" cy="9" r="5"/><a href="/next"><path d="M0 0h9v9z"/></a>',
  ),
  '/text': svg('<text y="20" style="fill: #eee; color: #eee">Pale</text>'),
  '/named': svg('<circle role="img" aria-label="Sun" cx="9" cy="9" r="5"/>'),
  '/no-shape': svg('<defs><circle r="5"/></defs>'),
  '/xhtml': respondWith(
    'application/xhtml+xml',
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title></head><body><main><h1>A</h1><img src="a.png"/></main></body></html>',
  ),
  '/math': respondWith('application/xhtml+xml', '<math><mi>x</mi></math>'),
  '/source-in-html': html('<main><h1>A</h1><pre id="webkit-xml-viewer-source-xml">XML</pre></main>'),
  '/with-image-frame': page('<iframe src="/image" title="Sun"></iframe><p style="color: #eee">Pale</p>'),
};

beforeAll(async () => {
  site = await serve(pages);
  scanned = await scan(Object.keys(pages).map(site.url), { ruleIds });
}, 60_000);

afterAll(() => site.close());

describe('an empty page', () => {
  it('has the findings of its document, and keeps its outcome', () => {
    expect(resultOf('/button')).toMatchObject({
      outcome: 'empty',
      detail: 'The page shows neither text nor images nor controls.',
    });
    expect(violationsOf('/button')).toEqual([
      ['aria-command-name', 'html > body > main > span'],
      ['empty-heading', 'html > body > main > h1'],
      ['link-name', 'html > body > main > a'],
    ]);
    expect(violationsOf('/untitled').map(([ruleId]) => ruleId)).toEqual(['document-title', 'html-has-lang']);
    expect(violationsOf('/refresh').map(([ruleId]) => ruleId)).toEqual(['meta-refresh']);
  });

  it('has a result only of rules with findings, so that no rule counts as passed', () => {
    for (const path of ['/button', '/fine', '/nothing', '/no-shape']) {
      const { outcome, rules, findings } = resultOf(path);
      expect(outcome, path).toBe('empty');
      const found = new Set(findings.map(({ ruleId }) => ruleId));
      for (const { ruleId, result, reason } of rules) {
        if (found.has(ruleId)) expect(['failed', 'review'], ruleId).toContain(result);
        else expect([result, reason], ruleId).toEqual(['not-run', expect.stringMatching(/^The page /)]);
      }
    }
  });

  it('has no finding that only repeats that it is empty', () => {
    for (const path of ['/fine', '/nothing', '/no-shape']) expect(resultOf(path).findings, path).toEqual([]);
  });

  it('leads to no other page', () => {
    const index = scanned.results.indexOf(resultOf('/button'));
    expect(scanned.links[index]?.urls).toEqual([]);
  });
});

describe('an XML document of another kind', () => {
  it('is not scanned, because the browser shows its source in a page of its own', () => {
    expect(resultOf('/math')).toMatchObject({
      outcome: 'not-html',
      detail: 'The document is XML that is neither XHTML nor SVG.',
      findings: [],
    });
    expect(resultOf('/source-in-html').outcome).toBe('scanned');
  });
});

describe('an SVG document', () => {
  it('is scanned, with identities and links like a page', () => {
    expect(resultOf('/image')).toMatchObject({
      outcome: 'scanned',
      title: 'Sun',
      contentType: 'image/svg+xml',
    });
    expect(violationsOf('/image')).toEqual([
      ['link-name', 'svg > a'],
      ['svg-img-alt', 'svg > circle'],
    ]);
    expect(violationsOf('/named')).toEqual([]);
    const index = scanned.results.indexOf(resultOf('/image'));
    expect(scanned.links[index]?.urls).toEqual([site.url('/next')]);
  });

  it('has nothing to test for rules that hold for HTML only', () => {
    for (const path of ['/image', '/text', '/named']) {
      expect(resultOf(path).outcome, path).toBe('scanned');
      const forHtml = [
        'color-contrast',
        'document-title',
        'html-has-lang',
        'landmark-one-main',
        'page-has-heading-one',
        'region',
        ...checks.map(({ id }) => id).filter(isCheap),
      ];
      for (const ruleId of forHtml) expect(ruleOf(path, ruleId)?.result, ruleId).toBe('inapplicable');
      expect(resultOf(path).rules.filter(({ result }) => result === 'not-run')).toEqual([]);
    }
  });

  it('is empty if it draws nothing', () => {
    expect(resultOf('/no-shape').outcome).toBe('empty');
  });

  it('in a frame does not keep a rule from its results on the page', () => {
    expect(violationsOf('/with-image-frame')).toContainEqual(['color-contrast', 'html > body > main > p']);
    expect(violationsOf('/with-image-frame')).toContainEqual(['svg-img-alt', 'svg > circle']);
  });
});

describe('an XHTML document', () => {
  it('is scanned by every rule', () => {
    expect(resultOf('/xhtml').outcome).toBe('scanned');
    expect(violationsOf('/xhtml').map(([ruleId]) => ruleId)).toEqual(['html-has-lang', 'image-alt']);
    expect(resultOf('/xhtml').rules.filter(({ result }) => result === 'not-run')).toEqual([]);
  });
});

it('has results of experimental and deprecated rules if their sets are named', () => {
  const rare = axeRules.filter(({ tags }) => tags.includes('experimental') || tags.includes('deprecated'));
  for (const { ruleId } of rare) {
    if (ruleId === 'css-orientation-lock') expect(ruleOf('/xhtml', ruleId)).toBeUndefined();
    else expect(['passed', 'inapplicable'], ruleId).toContain(ruleOf('/xhtml', ruleId)?.result);
  }
});
