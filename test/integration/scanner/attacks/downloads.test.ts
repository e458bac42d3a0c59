import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page, type Site, scan, serve } from '../harness.ts';

/** A name that no other file has. */
const NAME = 'saved-by-a-page';
let site: Site;

beforeAll(async () => {
  site = await serve({
    '/saves': page(
      `<a id="a" href="/file" download="${NAME}-link">x</a><script>
         a.click();
         const blob = document.createElement('a');
         blob.href = URL.createObjectURL(new Blob(['x'.repeat(100000)])); blob.download = '${NAME}-blob'; document.body.append(blob); blob.click();
         const data = document.createElement('a');
         data.href = 'data:application/octet-stream,xxxx'; data.download = '${NAME}-data'; document.body.append(data); data.click();
         const frame = document.createElement('iframe'); frame.title = 'f'; frame.src = '/file'; document.body.append(frame);
       </script>`,
    ),
    '/file': (_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${NAME}-header"`,
      });
      response.end('x'.repeat(100_000));
    },
    '/after': page('<p>x</p>'),
  });
});
afterAll(() => site.close());

it('a page saves no file by any method', async () => {
  const workDir = await mkdtemp(join(tmpdir(), 'downloads-'));
  const saved: string[] = [];
  const looking: Promise<void>[] = [];
  const look = async () => {
    // A file of the browser may be deleted while its directory is read.
    const all = await readdir(workDir, { recursive: true }).catch(() => []);
    saved.push(
      ...all.filter((path) => path.includes(NAME) || /\.(crdownload|tmp)$|\.org\.chromium/.test(path)),
    );
  };
  const { results } = await scan([site.url('/saves'), site.url('/file'), site.url('/after')], {
    workDir,
    onStart: () => {
      looking.push(look());
    },
  });
  await Promise.all(looking);
  await rm(workDir, { recursive: true, force: true });
  expect(results.map(({ outcome }) => outcome).slice(1)).toEqual(['not-html', 'scanned']);
  expect(site.requests.filter((path) => path === '/file').length).toBeGreaterThanOrEqual(2);
  expect(saved).toEqual([]);
});
