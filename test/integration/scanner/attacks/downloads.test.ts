import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  // A file of the browser may be deleted while its directory is read.
  const list = () => readdir(workDir, { recursive: true }).catch((): string[] => []);
  const look = async () => {
    const first = await list();
    // The browser's shared memory is a file with such a name, too. It is deleted at once, unlike a download.
    const temporary = first.filter((path) => path.includes('.org.chromium'));
    if (temporary.length > 0) await sleep(100);
    const second = temporary.length > 0 ? await list() : [];
    saved.push(
      ...[...first, ...second].filter((path) => path.includes(NAME) || /\.(crdownload|tmp)$/.test(path)),
      ...temporary.filter((path) => second.includes(path)),
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
