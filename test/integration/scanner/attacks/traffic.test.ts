import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page, type Site, scan, serve } from '../harness.ts';

const limits = { bytes: 2_000_000, decodedBytes: 20_000_000, requests: 60, connections: 256 };
let site: Site;

beforeAll(async () => {
  site = await serve({
    '/endless': page(`<script>fetch('/stream').then((answer) => answer.arrayBuffer())</script><p>x</p>`),
    '/many': page(`<script>for (let i = 0; i < 200; i += 1) new Image().src = '/i?' + i</script><p>x</p>`),
    '/ordinary': page('<img alt="" src="/i"><p>x</p>'),
    '/i': '',
    '/bomb': page(`<script>fetch('/zeros').then((answer) => answer.arrayBuffer())</script><p>x</p>`),
    '/zeros': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(200_000_000)));
    },
    '/stream': (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    },
  });
});
afterAll(() => site.close());

it('a page that never stops sending requests is cut off, is reported as such, and takes no capacity from the next page', async () => {
  const { results } = await scan(
    ['/endless', '/ordinary', '/many', '/ordinary', '/bomb', '/ordinary'].map(site.url),
    { limits },
  );
  expect(results.map(({ outcome }) => outcome)).toEqual([
    'partially-scanned',
    'scanned',
    'partially-scanned',
    'scanned',
    'partially-scanned',
    'scanned',
  ]);
  expect(results[0]?.detail).toContain('more bytes than the limit');
  expect(results[2]?.detail).toContain('more files than the limit');
  expect(results[4]?.detail).toContain('more bytes than the limit, after decompression');
  expect(site.requests.filter((path) => path.startsWith('/i?')).length).toBeLessThanOrEqual(limits.requests);
});
