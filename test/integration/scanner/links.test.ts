import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { page, type Scanned, type Site, scan, serve } from './harness.ts';

let site: Site;
beforeAll(async () => {
  site = await serve({
    '/': page(
      `<a href="/plain">Plain</a> <a href="relative/deeper?b=1&utm_source=x#part">Relative</a> <a href="/plain/">Again</a>
       <a href="/nofollow" rel="nofollow">No follow</a> <a href="#top">Top</a> <a>None</a> <a href="">Self</a>
       <a href="/file.zip" download>File</a> <a href="mailto:a@example.com">Mail</a>
       <a href="javascript:void(0)">Script</a> <a href="http://user:pass@127.0.0.1/secret">With a name</a>
       <a href="https://other.example/">Other</a> <a href="http://127.0.0.1:1/port">Port</a>
       <a href="//[bad">Bad</a> <a href="/${'x'.repeat(3_000)}">Long</a>
       <a href="/x/1"><img src="a.png" alt="Delete"></a> <a href="/x/2" data-method="delete">Go</a>
       <a href="/x/3" aria-label="Abmelden">X</a> <a href="/logout">Bye</a>
       <map name="m"><area href="/area" alt="A"></map>
       <svg width="9" height="9"><a href="/svg"><text>S</text></a><a xlink:href="/xlink"><text>S</text></a></svg>
       <iframe title="f" srcdoc='<a href="/in-frame">F</a>'></iframe>
       <div id="host"></div><template><a href="/template">T</a></template>
       <script>
         host.attachShadow({ mode: 'open' }).innerHTML = '<a href="/shadow">S</a><div id="deep"></div>';
         host.shadowRoot.getElementById('deep').attachShadow({ mode: 'open' }).innerHTML = '<a href="/deep">S</a>';
         setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<a href="/late">L</a>'), 1000);
         Array.prototype.push = () => 0; Map.prototype.set = () => 0; URL = class {};
       </script>`,
    ),
    '/based': page('<a href="sub">Sub</a>', '<base href="/elsewhere/">'),
    '/routes': page('<a href="#/a">A</a> <a href="#!/b">B</a> <a href="#c">C</a>'),
    '/many': page(
      `<div id="out"></div><script>out.innerHTML = Array.from({ length: 3000 }, (_, i) => '<a href="/many/' + (9999 - i) + '">x</a>').join('')</script>`,
    ),
    '/broken': (_request, response) => {
      response.writeHead(500, { 'Content-Type': 'text/html' });
      response.end(page('<a href="/x">x</a>'));
    },
  });
});
afterAll(() => site.close());

const paths = (urls: string[] | undefined) => urls?.map((url) => url.replace(site.url(''), ''));

/** Results by path, of scans that follow hash routes, and of scans that do not. */
let plain: Map<string, Page>;
let routed: Map<string, Page>;
type Page = { found: Scanned['links'][number] | undefined; result: Scanned['results'][number] | undefined };

const routes = ['/routes#/a', '/routes#!/b', '/routes#c'];
const unscanned = ['/broken', 'http://unknown.invalid/'];
async function scanPaths(...[given, options]: [string[], Parameters<typeof scan>[1]]) {
  const urls = given.map((path) => new URL(path, site.url('/')).href);
  const { results, links } = await scan(urls, { ruleIds: ['image-alt'], ...options });
  return new Map(given.map((path, at): [string, Page] => [path, { found: links[at], result: results[at] }]));
}
beforeAll(async () => {
  plain = await scanPaths(['/', '/based', '/routes', '/routes#/a', '/many', ...unscanned], {});
  routed = await scanPaths(['/based', '/routes', ...routes], { hashRoutes: true });
});
const linksOf = (scanned: Map<string, Page>, path: string) => paths(scanned.get(path)?.found?.urls);

describe('the links that a scan finds', () => {
  it('are those of the rendered document and its shadow roots to other pages of the site', () => {
    const found = plain.get('/')?.found;
    expect(paths(found?.urls)).toEqual([
      '/area',
      '/deep',
      '/late',
      '/logout',
      '/nofollow',
      '/plain',
      '/shadow',
      '/svg',
      '/xlink',
      '/relative/deeper?b=1',
      '/x/1',
      '/x/2',
      '/x/3',
    ]);
    expect(paths(found?.risky)).toEqual(['/logout', '/x/1', '/x/2', '/x/3']);
    expect(found?.cut).toBe(1);
  });

  it('use the base URL of the document, and include hash routes on request', () => {
    expect(linksOf(plain, '/based')).toEqual(['/elsewhere/sub']);
    expect(linksOf(plain, '/routes')).toEqual([]);
    expect(linksOf(routed, '/based')).toEqual(['/elsewhere/sub']);
    expect(linksOf(routed, '/routes')).toEqual(['/routes#!/b', '/routes#/a']);
  });

  it('lead to routes of the same document, and each page ends at its own route', () => {
    expect(routes.map((path) => routed.get(path)?.result?.finalUrl)).toEqual([
      site.url('/routes#/a'),
      site.url('/routes#!/b'),
      site.url('/routes'),
    ]);
    expect(routes.map((path) => linksOf(routed, path))).toEqual([
      ['/routes', '/routes#!/b'],
      ['/routes', '/routes#/a'],
      ['/routes#!/b', '/routes#/a'],
    ]);
    expect(plain.get('/routes#/a')?.result?.finalUrl).toBe(site.url('/routes'));
  });

  it('are bounded, and the others are counted', () => {
    const found = plain.get('/many')?.found;
    expect(found?.urls).toHaveLength(500);
    expect(paths(found?.urls)?.[0]).toBe('/many/7000');
    expect(found?.cut).toBe(2_500);
  });

  it('are read from a page even if the selectors of the scan exclude all of it from the test', async () => {
    const selected = await scanPaths(['/many'], { settings: { includeSelectors: ['#nothere'] } });
    expect(selected.get('/many')?.result?.outcome).toBe('nothing-selected');
    expect(selected.get('/many')?.found).toEqual(plain.get('/many')?.found);
  });

  it('are empty if the page was not scanned', () => {
    expect(unscanned.map((path) => plain.get(path)?.found)).toEqual([noLinks, noLinks]);
  });
});
