import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../../cli/run.ts';
import { fakeHost } from '../../support/cli-host.ts';
import { forgetOtherRules } from '../../support/limits.ts';
import { ONE_PICTURE, servePages } from '../../support/small-site.ts';

/** The output and reports of a whole scan, stored as files. Only times, ids, ports and versions are replaced. */
let folder: string;
let site: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'golden-local-'));
  // Without the checks of the service itself, so that a new check does not change the files.
  await writeFile(join(folder, 'a11y-scan.config.json'), JSON.stringify({ config: { checks: 'axe' } }));
  site = await servePages({
    '/': ONE_PICTURE.replace('</main>', '<a href="/form">Form</a> <a href="/gone">Gone</a></main>'),
    '/form': `<!doctype html><html lang="en"><head><title>Form</title></head><body><main><h1>Form</h1>
<input id="name"><p style="color:#999;background:#fff">Grey text</p></main></body></html>`,
  });
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

function normalized(text: string): string {
  return (
    text
      .replaceAll(folder, '<folder>')
      // Progress is written every few seconds, so a slow machine writes more of it.
      .replaceAll(/^\d+ of \d+ pages\n/gm, '')
      // Not every machine permits one.
      .replaceAll(/^The browser runs (in|without) a sandbox.*$/gm, '<sandbox>')
      .replaceAll(/"warnings": \[\s+"The browser runs without a sandbox.*"\s+\]/g, '"warnings": []')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:1')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
      .replaceAll(/\b(scan|site|page)_[0-9a-z]{26,}/g, '$1_<id>')
      .replaceAll(/"durationMs": \d+/g, '"durationMs": <duration>')
      .replaceAll(/\b\d+(\.\d+)? ?(ms|s)\b/g, '<duration>')
  );
}

it('a local scan prints and reports the same as the golden files', async () => {
  const texts: string[] = [];
  for (const flags of [
    [],
    ['--fail-on', 'any=serious'],
    ['--json', '--max-pages', '1', '--fail-on', 'any=critical'],
  ]) {
    const { host, stdout, stderr } = fakeHost({ env: {}, cwd: folder });
    const args = [
      'local',
      site.url,
      '--crawl',
      'links',
      ...flags,
      '--output',
      `json=${join(folder, 'report.json')}`,
    ];
    const code = await run(args, host);
    texts.push(
      `$ a11y-scan ${args.join(' ')}\n${stdout()}[standard error]\n${stderr()}[exit code ${code}]\n`,
    );
  }
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));

  await expect(normalized(texts.join('\n'))).toMatchFileSnapshot('files/local-scan.txt');
  await expect(
    normalized(`${JSON.stringify({ ...report, limits: forgetOtherRules(report.limits) }, null, 1)}\n`),
  ).toMatchFileSnapshot('files/local-report.json');
});
