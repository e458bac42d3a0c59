import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewportSizes } from '../../../core/scans/page-settings.ts';
import { nodesOf, page, type Site, scan, serve } from './harness.ts';

/** Tells as its title what a page and its worker see of who looks at it. */
const mirror = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><body><p>Text</p><script>
  const is = (query) => matchMedia(query).matches;
  const seen = [
    innerWidth + 'x' + innerHeight, devicePixelRatio, navigator.maxTouchPoints,
    is('(pointer: coarse)') ? 'touch' : 'mouse',
    is('(prefers-color-scheme: dark)') ? 'dark' : 'light',
    is('(prefers-reduced-motion: reduce)') ? 'still' : 'moving',
    navigator.languages.join(), (1234.5).toLocaleString(), navigator.userAgent.split(' ').at(-1),
  ];
  new Worker('/worker').onmessage = ({ data }) => { document.title = [...seen, data].join(' ') ; };
</script></body></html>`;

let site: Site;
const heard: string[] = [];
beforeAll(async () => {
  site = await serve({
    '/mirror': (request, response) => {
      heard.push(`${request.headers['accept-language']} ${request.headers['user-agent']?.split(' ').at(-1)}`);
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(mirror);
    },
    '/worker': (request, response) => {
      heard.push(`${request.headers['accept-language']} ${request.headers['user-agent']?.split(' ').at(-1)}`);
      response.writeHead(200, { 'Content-Type': 'text/javascript' });
      response.end(
        `postMessage([navigator.language, (1234.5).toLocaleString(), navigator.userAgent.split(' ').at(-1)].join(' '))`,
      );
    },
    '/parts': page(
      `<img src="a.png"><section id="one"><img src="b.png"><div class="ad"><img src="c.png"></div></section>
       <section id="two"><iframe title="inner" src="/inner"></iframe><img src="d.png"></section>
       <div id="host"></div>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<img src="e.png">';</script>`,
    ),
    '/inner': page('<img src="inner.png">'),
    '/held': page(
      `<img src="a.png"><b id="x"></b><script>setTimeout(() => { while (true) {} }, 500);</script>`,
    ),
    '/late': page(
      `<img src="a.png"><div id="out"></div>
       <script>setTimeout(() => { out.innerHTML = '<button id="ready"></button>'; }, 8000);</script>`,
    ),
  });
});
afterAll(() => site.close());

describe('what a scan can set', () => {
  it('shows pages a still, light desktop in English unless it is told otherwise', async () => {
    const { results } = await scan([site.url('/mirror')]);
    expect(results[0]?.title).toBe(
      '1280x1024 1 0 mouse light still en-US,en 1,234.5 a11y-scan-service/1 en-US 1,234.5 a11y-scan-service/1',
    );
  });

  it('shows pages and workers the window, preferences, language and user agent that are set', async () => {
    heard.length = 0;
    const settings = {
      viewport: viewportSizes.mobile,
      mobile: true,
      colorScheme: 'dark',
      reducedMotion: 'no-preference',
      locale: 'de-DE',
    } as const;
    const urls = [site.url('/mirror'), site.url('/mirror')];
    const { results } = await scan(urls, { settings: { ...settings, userAgentSuffix: 'team/7' } });
    const expected = '390x844 1 5 touch dark moving de-DE,de 1.234,5 team/7 de-DE 1.234,5 team/7';
    expect(results.map(({ title }) => title)).toEqual([expected, expected]);
    expect(heard).toEqual(Array(4).fill('de-DE,de team/7'));
    expect(results[0]?.engine).toMatchObject(settings);
    expect(results[0]?.engine.userAgent).toMatch(/ a11y-scan-service\/1 team\/7$/);
  });

  it('judges what the selectors include, in frames too, without what they exclude', async () => {
    const faults = async (includeSelectors: string[], excludeSelectors: string[]) => {
      const { results } = await scan([site.url('/parts')], {
        settings: { includeSelectors, excludeSelectors },
      });
      const nodes = results[0]?.findings.flatMap((finding) => finding.nodes) ?? [];
      return [results[0]?.outcome, ...nodes.map(({ html }) => html.replace(/.*"(.+)\.png".*/, '$1')).sort()];
    };
    expect(await faults([], [])).toEqual(['scanned', 'a', 'b', 'c', 'd', 'e', 'inner']);
    expect(await faults(['#two'], [])).toEqual(['scanned', 'd', 'inner']);
    expect(await faults(['#one'], ['.ad', '.not-there'])).toEqual(['scanned', 'b']);
    expect(await faults([], ['#two', '#host', 'body > main > img'])).toEqual(['scanned', 'b', 'c']);
    expect(await faults(['#host'], [])).toEqual(['scanned', 'e']);
  });

  it('never calls a page scanned of which nothing was judged', async () => {
    for (const settings of [
      { includeSelectors: ['#three'] },
      { includeSelectors: ['.ad'], excludeSelectors: ['#one'] },
      { excludeSelectors: ['html'] },
      { includeSelectors: ['main:nonsense()'] },
    ]) {
      const { results } = await scan([site.url('/parts')], { settings });
      expect([results[0]?.outcome, results[0]?.findings]).toEqual(['nothing-selected', []]);
    }
  });

  it('says which selector to include was not there', async () => {
    const { results } = await scan([site.url('/parts')], {
      settings: { includeSelectors: ['#one', '#three'] },
    });
    expect(results[0]?.outcome).toBe('partially-scanned');
    expect(results[0]?.detail).toBe('Nothing matches #three of includeSelectors.');
    expect(nodesOf(results[0])).toHaveLength(2);
  });

  it('waits for an element or a time, and says when it did not come', async () => {
    const late = async (waitFor: { selector: string } | { milliseconds: number } | null) => {
      const { results } = await scan([site.url('/late')], { settings: { waitFor } });
      return [results[0]?.outcome, results[0]?.detail, nodesOf(results[0]).length];
    };
    expect(await late(null)).toEqual(['scanned', 'The page was scanned.', 1]);
    expect(await late({ selector: '#ready' })).toEqual(['scanned', 'The page was scanned.', 2]);
    expect(await late({ milliseconds: 6_000 })).toEqual(['scanned', 'The page was scanned.', 2]);
    expect(await late({ selector: '#never' })).toEqual([
      'partially-scanned',
      'What the scan waits for, #never, did not appear.',
      2,
    ]);
  });

  it('says that what is waited for could not be looked for when a page does not come to rest', async () => {
    const settings = { waitFor: { selector: '#x' } };
    const { results } = await scan([site.url('/held')], { settings, pageTimeoutMs: 40_000 });
    expect(results[0]?.outcome).toBe('partially-scanned');
    expect(results[0]?.detail).toBe(
      'A script of the page that would not end was stopped. ' +
        'The page did not come to rest, so what the scan waits for, #x, could not be looked for.',
    );
  });
});
