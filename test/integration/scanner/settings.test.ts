import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewportSizes } from '../../../core/scans/page-settings.ts';
import { listNodes, page, type Scanned, type Site, scan, serve } from './harness.ts';

/** A script that writes into the title what a page and its worker can read about the browser. */
const MIRROR = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><body><p>Text</p><script>
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

/** Shows a button with an id long after the page has loaded. */
const late = (id: string) =>
  page(
    `<img src="a.png"><div id="out"></div>
     <script>setTimeout(() => { out.innerHTML = '<button id="${id}"></button>'; }, 8000);</script>`,
  );

let site: Site;
const heard: string[] = [];
beforeAll(async () => {
  site = await serve({
    '/mirror': (request, response) => {
      heard.push(`${request.headers['accept-language']} ${request.headers['user-agent']?.split(' ').at(-1)}`);
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(MIRROR);
    },
    '/worker': (request, response) => {
      heard.push(`${request.headers['accept-language']} ${request.headers['user-agent']?.split(' ').at(-1)}`);
      response.writeHead(200, { 'Content-Type': 'text/javascript' });
      response.end(
        `postMessage([navigator.language, (1234.5).toLocaleString(), navigator.userAgent.split(' ').at(-1)].join(' '))`,
      );
    },
    // The element whose id is the query has the class `chosen`.
    '/parts': page(
      `<img src="a.png"><section id="one"><img src="b.png"><div class="ad" id="ad"><img src="c.png"></div></section>
       <section id="two"><iframe title="inner" src="/inner"></iframe><img src="d.png"></section>
       <div id="host"></div>
       <script>
         host.attachShadow({ mode: 'open' }).innerHTML = '<img src="e.png">';
         document.getElementById(location.search.slice(1))?.classList.add('chosen');
       </script>`,
    ),
    '/inner': page('<img src="inner.png">'),
    '/late': late('ready'),
    '/other': late('other'),
  });
});
afterAll(() => site.close());

/** Scans pages in one browser. Returns the results by path. */
async function scanPaths(paths: string[], options: Parameters<typeof scan>[1] = {}) {
  const { results } = await scan(paths.map(site.url), options);
  return new Map(results.map((result, index) => [paths[index], result]));
}
type Result = Scanned['results'][number] | undefined;

describe('the settings of a scan', () => {
  let byDefault: Awaited<ReturnType<typeof scanPaths>>;
  beforeAll(async () => {
    byDefault = await scanPaths(['/mirror', '/parts', '/late']);
  });

  it('shows pages a light desktop window without motion in English by default', () => {
    expect(byDefault.get('/mirror')?.title).toBe(
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
    const { results } = await scan([site.url('/mirror')], {
      settings: { ...settings, userAgentSuffix: 'team/7' },
    });
    const expected = '390x844 1 5 touch dark moving de-DE,de 1.234,5 team/7 de-DE 1.234,5 team/7';
    expect(results.map(({ title }) => title)).toEqual([expected]);
    expect(heard).toEqual(Array(2).fill('de-DE,de team/7'));
    expect(results[0]?.engine).toMatchObject(settings);
    expect(results[0]?.engine.userAgent).toMatch(/ a11y-scan-service\/1 team\/7$/);
  });

  describe('selects parts of a page', () => {
    let included: typeof byDefault;
    beforeAll(async () => {
      const chosen = ['one', 'two', 'host', 'ad', 'nothing'].map((id) => `/parts?${id}`);
      included = await scanPaths(chosen, {
        settings: { includeSelectors: ['.chosen'], excludeSelectors: ['.ad', '.not-there'] },
      });
    });

    it('tests the included selectors, in frames too, without the excluded ones', () => {
      const faultsOf = (result: Result) => [
        result?.outcome,
        ...(result?.findings ?? [])
          .flatMap(({ nodes }) => nodes)
          .map(({ html }) => html.replace(/.*"(.+)\.png".*/, '$1'))
          .sort(),
      ];
      expect(faultsOf(byDefault.get('/parts'))).toEqual(['scanned', 'a', 'b', 'c', 'd', 'e', 'inner']);
      expect(faultsOf(included.get('/parts?two'))).toEqual(['scanned', 'd', 'inner']);
      expect(faultsOf(included.get('/parts?one'))).toEqual(['scanned', 'b']);
      expect(faultsOf(included.get('/parts?host'))).toEqual(['scanned', 'e']);
    });

    it('never reports a page as scanned if nothing was tested', async () => {
      const misunderstood = await scanPaths(['/parts'], {
        settings: { includeSelectors: ['main:nonsense()'] },
      });
      for (const result of [
        included.get('/parts?nothing'),
        included.get('/parts?ad'),
        misunderstood.get('/parts'),
      ]) {
        expect([result?.outcome, result?.findings]).toEqual(['nothing-selected', []]);
      }
    });

    it('names the selector to include that matched nothing', async () => {
      const results = await scanPaths(['/parts'], { settings: { includeSelectors: ['#one', '#three'] } });
      const result = results.get('/parts');
      expect(result?.outcome).toBe('partially-scanned');
      expect(result?.detail).toBe('No element matches #three of includeSelectors.');
      expect(listNodes(result)).toHaveLength(2);
    });
  });

  describe('waits', () => {
    it('for an element or a time, and reports when the element did not appear', async () => {
      const ready = { waitFor: { selector: '#ready' } };
      const waited = await scanPaths(['/late', '/other'], { settings: ready });
      const delayed = await scanPaths(['/late'], { settings: { waitFor: { milliseconds: 6_000 } } });
      const seenOf = (result: Result) => [result?.outcome, result?.detail, listNodes(result).length];
      expect(seenOf(byDefault.get('/late'))).toEqual(['scanned', 'The page was scanned.', 1]);
      expect(seenOf(waited.get('/late'))).toEqual(['scanned', 'The page was scanned.', 2]);
      expect(seenOf(delayed.get('/late'))).toEqual(['scanned', 'The page was scanned.', 2]);
      expect(seenOf(waited.get('/other'))).toEqual([
        'partially-scanned',
        'The element of waitFor, #ready, did not appear.',
        2,
      ]);
    });
  });
});
