import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noLinks } from '../../../core/crawl/found-links.ts';
import { page, type Site, scan, serve } from './harness.ts';

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

describe('the links that a scan finds', () => {
  it('are those of the rendered document and its shadow roots to other pages of the site', async () => {
    const { links } = await scan([site.url('/')], { ruleIds: ['image-alt'] });
    expect(paths(links[0]?.urls)).toEqual([
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
    expect(paths(links[0]?.risky)).toEqual(['/logout', '/x/1', '/x/2', '/x/3']);
    expect(links[0]?.cut).toBe(1);
  });

  it('follow the base of the document, and routes behind the hash where asked for', async () => {
    const urls = [site.url('/based'), site.url('/routes')];
    const plain = await scan(urls, { ruleIds: ['image-alt'] });
    expect(plain.links.map(({ urls }) => paths(urls))).toEqual([['/elsewhere/sub'], []]);
    const routed = await scan(urls, { ruleIds: ['image-alt'], hashRoutes: true });
    expect(routed.links.map(({ urls }) => paths(urls))).toEqual([
      ['/elsewhere/sub'],
      ['/routes#!/b', '/routes#/a'],
    ]);
  });

  it('lead to routes of the same document, each of which is where its page ends', async () => {
    const routes = [site.url('/routes#/a'), site.url('/routes#!/b'), site.url('/routes#c')];
    const { results, links } = await scan(routes, { ruleIds: ['image-alt'], hashRoutes: true });
    expect(results.map(({ finalUrl }) => finalUrl)).toEqual([
      site.url('/routes#/a'),
      site.url('/routes#!/b'),
      site.url('/routes'),
    ]);
    expect(links.map(({ urls }) => paths(urls))).toEqual([
      ['/routes', '/routes#!/b'],
      ['/routes', '/routes#/a'],
      ['/routes#!/b', '/routes#/a'],
    ]);
    const [plain] = (await scan(routes.slice(0, 1), { ruleIds: ['image-alt'] })).results;
    expect(plain?.finalUrl).toBe(site.url('/routes'));
  });

  it('are bounded, and the rest is counted', async () => {
    const { links } = await scan([site.url('/many')], { ruleIds: ['image-alt'] });
    expect(links[0]?.urls).toHaveLength(500);
    expect(paths(links[0]?.urls)?.[0]).toBe('/many/7000');
    expect(links[0]?.cut).toBe(2_500);
  });

  it('are read from a sound page although the selectors of the scan leave nothing of it to be judged', async () => {
    const all = await scan([site.url('/many')]);
    const { links, results } = await scan([site.url('/many')], {
      settings: { includeSelectors: ['#nothere'] },
    });
    expect(results[0]?.outcome).toBe('nothing-selected');
    expect(links).toEqual(all.links);
  });

  it('are none where the page was not scanned', async () => {
    const { links } = await scan([site.url('/broken'), 'http://unknown.invalid/']);
    expect(links).toEqual([noLinks, noLinks]);
  });
});
