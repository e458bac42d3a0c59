import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResult } from '../../../core/scans/page-result.ts';
import { listNodes, page, type Scanned, type Site, scan, serve } from './harness.ts';

let site: Site;

beforeAll(async () => {
  site = await serve({
    '/good': page('<img src="a.png">'),
    '/endless': page('<img src="a.png"><script>while (true) {}</script>'),
    '/reload': page('<p>x</p><script>setTimeout(() => location.reload(), 10)</script>'),
    '/dialogs': page(
      `<img src="a.png"><script>
         alert('a'); if (confirm('b')) document.write('<button></button>'); prompt('c'); print();
         addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
         Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => {});
         setInterval(() => alert('again'), 700);
       </script>`,
    ),
    '/popups': page(
      `<img src="a.png"><a id="a" href="/popup" target="_blank">x</a><script>
         for (let i = 0; i < 20; i += 1) open('/popup'); a.click(); window.close();
         const link = document.createElement('a'); link.href = '/file'; link.download = 'f'; document.body.append(link); link.click(); link.remove();
       </script>`,
    ),
    '/download-later': page(
      '<img src="a.png"><script>setTimeout(() => { location.href = "/file"; }, 200)</script>',
    ),
    '/popup': page('<p>popup</p>'),
    '/file': (_request, response) => {
      response.writeHead(200, { 'Content-Disposition': 'attachment' });
      response.end('x');
    },
    '/stream': page('<img src="a.png"><script>fetch("/never"); new EventSource("/never")</script>'),
    '/listening': page(
      `<img src="a.png"><script>
         new EventSource('/events'); fetch('/never').then(async ({ body }) => { for await (const part of body) part; });
         setInterval(() => navigator.sendBeacon('/mute', 'x'), 100);
         setTimeout(() => document.querySelector('main').append(document.createElement('button')), 2500);
       </script>`,
    ),
    '/polls': page(
      `<img src="a.png"><script>
         const poll = () => fetch('/mute').then(poll); poll();
         setTimeout(() => document.querySelector('main').append(document.createElement('button')), 2500);
       </script>`,
    ),
    '/mute': () => undefined,
    '/events': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const timer = setInterval(() => response.write('data: 1\n\n'), 50);
      response.once('close', () => clearInterval(timer));
    },
    '/hanging-image': page('<img src="/never">'),
    '/never': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    },
  });
});
afterAll(() => site.close());

describe('pages that could stop a scanner', () => {
  describe('with scripts or requests that never end', () => {
    let scanned: Scanned;
    beforeAll(async () => {
      const paths = ['/endless', '/good', '/stream', '/hanging-image', '/polls', '/listening'];
      // Endless scripts use the processor for a part of this time.
      scanned = await scan(paths.map(site.url), { pageTimeoutMs: 10_000 });
    });

    it('have the script stopped and are scanned in part, and the next page is scanned', () => {
      const { results, started } = scanned;
      expect(results.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['partially-scanned', 'scanned']);
      for (const result of results.slice(0, 4)) expect(listNodes(result)).toEqual(['image-alt ["img"]']);
      expect(results[0]?.detail).toBe('An endless script of the page was stopped.');
      expect(started.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1]);
    });

    it('are reported as possibly incomplete if the script was stopped', () => {
      expect(scanned.results.slice(0, 2).map(({ incomplete }) => incomplete)).toEqual([true, false]);
    });

    it('are scanned if a resource never ends, and reported as not settled', () => {
      expect(scanned.results.map(({ outcome, settled }) => [outcome, settled]).slice(1, 4)).toEqual([
        ['scanned', true],
        ['scanned', true],
        ['scanned', false],
      ]);
    });

    it('are settled if connections only listen for news, and time passes meanwhile', () => {
      const [, listening] = scanned.results.slice(4);
      expect(listening).toMatchObject({ outcome: 'scanned', settled: true, incomplete: false });
      expect(listNodes(listening as PageResult)).toEqual(['button-name ["button"]', 'image-alt ["img"]']);
    });

    it('are not waited for, but not settled, if a request never gets an answer: its content may be missing', () => {
      const [polling] = scanned.results.slice(4);
      expect(polling).toMatchObject({ outcome: 'scanned', settled: false, incomplete: true });
      expect(listNodes(polling as PageResult)).toEqual(['button-name ["button"]', 'image-alt ["img"]']);
    });
  });

  describe('with navigations, dialogs or new windows', () => {
    let results: PageResult[];
    beforeAll(async () => {
      const paths = ['/reload', '/dialogs', '/popups', '/download-later', '/good'];
      ({ results } = await scan(paths.map(site.url)));
    });

    it('are given up if they reload themselves endlessly', () => {
      expect(results[0]?.outcome).toBe('too-many-redirects');
    });

    it('have dialogs dismissed, popups blocked and downloads discarded', () => {
      expect(results.slice(1).map((result) => [result.outcome, listNodes(result)])).toEqual([
        ['scanned', ['image-alt ["img"]']],
        ['scanned', ['image-alt ["img"]']],
        ['scanned', ['image-alt ["img"]']],
        ['scanned', ['image-alt ["img"]']],
      ]);
      expect(site.requests).not.toContain('/popup');
    });
  });
});
