import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '../../../core/sites/credentials.ts';
import { listNodes, page, type Site, scan, serve } from '../scanner/harness.ts';
import { serveScriptWays } from './script-ways.ts';

const script = (text: string) => `<script>${text}</script>`;
const CHECK = 'a11y-time-limit';
const MESSAGE_CHECK = 'a11y-vanishing-message';
const limited = page(`<p>Your account</p>
  ${script(`setTimeout(() => { fetch('/logout', { method: 'POST' }) }, 900000);
    setTimeout(() => { location.href = '/signed-out' }, 1200000)`)}`);
const HOUR_MS = 3_600_000;
/** The cookies that were sent with each request of a path. */
const cookies = new Map<string, string | undefined>();
let site: Site;
beforeAll(async () => {
  site = await serve({
    '/empty': (_request, response) => {
      response.writeHead(204);
      response.end();
    },
    '/without': page(`<p>Text</p>${script(`fetch('/empty'); fetch('/not-there'); setTimeout(() => {}, 9)`)}`),
    '/limited': limited,
    '/dated': (request, response) => {
      cookies.set('/dated', request.headers.cookie);
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<p>Text</p>', `${script('document.title = String(Date.now())')}`));
    },
    '/frequent': page(
      `<p>Your account</p>${script(`setInterval(() => {}, 10);
      setTimeout(() => { location.href = '/signed-out' }, 7200000)`)}`,
    ),
    '/clock': page(
      `<p id="clock">0</p>${script(`setInterval(() => { clock.textContent++ }, 1000);
      ${' '.repeat(700)}function end() { location.href = '/signed-out' }`)}`,
    ),
    '/message': page(`<p id="area"><span role="status">Your order was sent.</span></p>
      ${'<button>Button</button>'.repeat(250)}${script('setTimeout(() => area.firstChild.remove(), 5000)')}`),
  });
});
afterAll(() => site.close());

describe('a page with a time limit', () => {
  it('has a finding, and nothing reaches the server', async () => {
    const { results } = await scan([site.url('/limited')], { ruleIds: ['document-title', CHECK] });
    expect(listNodes(results[0], 'review')).toEqual([`${CHECK} ["html"]`]);
    expect(results[0]?.outcome).toBe('scanned');
    expect(site.requests.filter((path) => !['/limited', '/favicon.ico'].includes(path))).toEqual([]);
  });

  it('changes neither the dates nor the sign-in of the next page', async () => {
    const credentials: Credentials = {
      origin: new URL(site.url('/')).origin,
      headers: {},
      cookies: [{ name: 'sid', value: 'a-s3cret-value', path: '/', httpOnly: true }],
      basic: null,
    };
    const urls = [site.url('/limited'), site.url('/dated')];
    const { results } = await scan(urls, { ruleIds: ['document-title', CHECK], credentials });
    expect(listNodes(results[0], 'review')).toEqual([`${CHECK} ["html"]`]);
    expect(Math.abs(Number(results[1]?.title) - Date.now())).toBeLessThan(HOUR_MS);
    expect(cookies.get('/dated')).toBe('sid=a-s3cret-value');
  });

  it('has no result if its timers are too frequent for the time', async () => {
    const ruleIds = ['document-title', 'a11y-timed-redirect', CHECK];
    const { results } = await scan([site.url('/frequent')], { ruleIds });
    const [result] = results;
    expect(result?.rules.map((rule) => [rule.ruleId, rule.result])).toEqual([
      ['document-title', 'passed'],
      ['a11y-timed-redirect', 'passed'],
      [CHECK, 'not-run'],
    ]);
    expect(result?.outcome).toBe('partially-scanned');
    expect(result?.detail).toContain(CHECK);
  });
});

// What loads scripts in other ways is part of the whole suite.
it('finds the time limit of scripts that a page requests, evaluates, or has in a frame', async () => {
  const ways = await serveScriptWays();
  const paths = ['/fetched', '/evaluated', '/frame'] as const;
  const { results } = await scan(paths.map(ways.url), { ruleIds: ['document-title', CHECK] });
  await ways.close();
  expect(results.map((result) => listNodes(result))).toEqual(paths.map(() => [`${CHECK} ["html"]`]));
});

it('loads a page once if its scripts have no words of a time limit', async () => {
  const before = site.requests.length;
  const { results } = await scan([site.url('/without')], { ruleIds: ['document-title', CHECK] });
  expect(results[0]?.rules.find(({ ruleId }) => ruleId === CHECK)?.result).toBe('passed');
  expect(site.requests.slice(before).filter((path) => path === '/without')).toHaveLength(1);
});

it('a page with an ordinary clock passes without hours', async () => {
  const { results } = await scan([site.url('/clock')], { ruleIds: ['document-title', CHECK] });
  expect(results[0]?.rules.find(({ ruleId }) => ruleId === CHECK)?.result).toBe('passed');
  expect(results[0]?.outcome).toBe('scanned');
});

it('asks about a message that vanishes while keys are pressed, and loads the page again for it', async () => {
  const ruleIds = ['document-title', 'a11y-focus-visible', MESSAGE_CHECK];
  const before = site.requests.length;
  const { results } = await scan([site.url('/message')], { ruleIds });
  expect(listNodes(results[0], 'review')).toEqual([`${MESSAGE_CHECK} ["#area"]`]);
  const evidence = results[0]?.findings.find(({ ruleId }) => ruleId === MESSAGE_CHECK)?.nodes[0]?.checks.any;
  expect(evidence?.[0]?.data).toEqual({ text: 'Your order was sent.', seconds: 5 });
  expect(site.requests.slice(before).filter((path) => path === '/message')).toHaveLength(2);
});
