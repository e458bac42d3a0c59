import { expect } from 'vitest';
import { listNodes, page, type Site, scan, serve } from './harness.ts';

/** Faults of many kinds: present at once, later, on scroll, in frames, in shadow roots, and in fetched parts. */
const rich = page(
  `<img src="a.png"><p style="color:#bbb;background:#fff">Faint</p><div id="later"></div>
   <div id="host"></div><iframe title="inner" src="/inner"></iframe>
   ${Array.from({ length: 60 }, (_, index) => `<p class="c${index % 5}">Text <a href="/p${index}">Link ${index}</a></p>`).join('')}
   <div style="height:5000px"></div><div id="deep"></div><div id="kept"></div>
   <script>
     host.attachShadow({ mode: 'open' }).innerHTML = '<button></button>';
     setTimeout(() => { later.innerHTML = '<input type="text">'; }, 700);
     setInterval(() => { later.dataset.tick = Number(later.dataset.tick ?? 0) + 1; }, 90);
     new IntersectionObserver((entries, observer) => {
       if (!entries.some((entry) => entry.isIntersecting)) return;
       observer.disconnect();
       fetch('/part').then((answer) => answer.text()).then((html) => { deep.innerHTML = html; });
     }).observe(deep);
     const late = document.createElement('p');
     deep.before(late);
     late.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 500 }).onfinish = () => { late.innerHTML = '<img src="m.png">'; };
     const left = document.cookie + Object.keys(localStorage) + Object.keys(sessionStorage) + (window.name ?? '');
     Promise.all([indexedDB.databases(), globalThis.caches?.keys() ?? []]).then(([databases, caches]) => {
       if (left !== '' || databases.length > 0 || caches.length > 0) kept.innerHTML = '<img src="kept.png">';
     });
   </script>`,
);

/** Pages that leave as much state behind as possible. */
export const nasty: Record<string, string> = {
  '/stores': page(
    `<script>
       document.cookie = 'a=1; max-age=99999'; localStorage.a = 1; sessionStorage.a = 1; window.name = 'a';
       indexedDB.open('a').onsuccess = () => {}; caches.open('a').then((cache) => cache.put('/part', new Response('<button>')));
     </script><p>Text</p>`,
  ),
  '/works': page(
    `<script>
       navigator.serviceWorker.register('/worker.js', { scope: '/' });
       new SharedWorker('/shared.js'); new BroadcastChannel('a').postMessage('a');
     </script><p>Text</p>`,
  ),
  '/busy': page(
    `<script>
       for (let i = 0; i < 300; i += 1) setInterval(() => { document.title = 'A ' + i; }, 7 + (i % 90));
       setInterval(() => fetch("/part"), 90);
     </script><p>Text</p>`,
  ),
  '/clings': page(
    `<script>
       (function again() { fetch('/part').then(again, again); })();
       addEventListener('pagehide', () => { for (let i = 0; i < 100; i += 1) navigator.sendBeacon('/part', 'x'); });
       addEventListener('beforeunload', (event) => { event.preventDefault(); });
     </script><p>Text</p>`,
  ),
  '/zooms': page(
    `<style>body { zoom: 3; transition: all 9s }</style><script>
       document.documentElement.requestFullscreen?.(); scrollTo(0, 999); document.designMode = 'on';
     </script><p>Text</p>`,
  ),
};

/** Serves the pages, and what they request. */
export function serveRestless(): Promise<Site> {
  const cached =
    (type: string, text: string) => (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=3600' });
      response.end(text);
    };
  return serve({
    ...nasty,
    '/rich': rich,
    '/inner': page('<img src="inner.png">'),
    '/part': cached('text/html', '<button></button><a href="#"></a>'),
    '/worker.js': cached(
      'text/javascript',
      'oninstall = () => skipWaiting(); onactivate = () => clients.claim(); onfetch = (event) => event.respondWith(new Response("<img>", { headers: { "Content-Type": "text/html" } }));',
    ),
    '/shared.js': cached('text/javascript', 'setInterval(() => fetch("/part"), 20)'),
  });
}

/**
 * Scans chunks of paths, and compares the results of the page `/rich`, byte by byte.
 * @param count how often the page is in the chunks
 */
export async function expectSameResults(site: Site, chunks: string[][], count: number): Promise<void> {
  const seen: string[] = [];
  for (const paths of chunks) {
    const { results, links } = await scan(paths.map(site.url));
    results.forEach(({ requestedUrl, outcome, settled, title, rules, findings }, index) => {
      if (!requestedUrl.endsWith('/rich')) return;
      seen.push(JSON.stringify({ outcome, settled, title, rules, findings, links: links[index] }));
      if (seen.length === 1) {
        expect(listNodes(results[index]).sort()).toEqual([
          'button-name ["button"]',
          'button-name [["#host","button"]]',
          'color-contrast ["p:nth-child(3)"]',
          'image-alt ["iframe","img"]',
          'image-alt ["img[src=\\"a.png\\"]"]',
          'image-alt ["img[src=\\"m.png\\"]"]',
          'label ["input"]',
        ]);
      }
    });
  }
  expect(seen).toHaveLength(count);
  for (const one of seen) expect(JSON.parse(one)).toEqual(JSON.parse(seen[0] ?? ''));
  expect(new Set(seen).size).toBe(1);
}
