import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PauseTooLongError } from '../../../../cli/local/pause.ts';
import { toScanError } from '../../../../cli/local/scan-error.ts';
import { withWorkFolder } from '../../../../cli/local/work-folder.ts';
import { run } from '../../../../cli/run.ts';
import { ChromiumUnavailableError } from '../../../../scanner/chromium-pack/chromium-unavailable.ts';
import { fakeHost } from '../../../support/cli-host.ts';
import { servePages } from '../../../support/small-site.ts';

let folder: string;
/** Parent folder of work folders. */
let parent: string;
let site: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-command-'));
  parent = join(folder, 'tmp');
  await mkdir(parent);
  site = await servePages({ '/': '<!doctype html><title>x</title>' });
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Returns the error of an invalid command line. */
async function wrong(...args: string[]) {
  const { host, stdout } = fakeHost({ env: {}, cwd: folder });
  const code = await run(['local', ...args, '--json'], host);
  const { error } = JSON.parse(stdout());
  return { code, error: error.code as string, message: `${error.message} ${error.hint ?? ''}` };
}

describe('a usage error of a11y-scan local', () => {
  it('is reported before any request to the site', async () => {
    expect(await wrong('localhost:8080')).toMatchObject({ code: 2, error: 'url-malformed' });
    expect(await wrong(site.url, '--allow-origin', '127.0.0.1:80')).toMatchObject({
      code: 2,
      error: 'url-malformed',
    });
    expect(await wrong(site.url, '--baseline', 'none.json')).toMatchObject({
      code: 2,
      error: 'baseline-unreadable',
    });
    await writeFile(join(folder, 'file'), '');
    expect(await wrong(site.url, '--output', 'json=file/report.json')).toMatchObject({
      code: 2,
      error: 'output-unwritable',
    });
    expect(await wrong(site.url, `${site.url}a`, '--max-pages', '1')).toMatchObject({
      code: 2,
      error: 'too-many-pages',
      message: expect.stringContaining('--max-pages'),
    });
    expect(site.requested).toEqual([]);
  });

  it('is reported if only a configuration file has the URL', async () => {
    const repository = await mkdtemp(join(folder, 'repository-'));
    const config = { rules: ['wcag-aa'], url: site.url };
    await writeFile(join(repository, 'a11y-scan.config.json'), JSON.stringify({ config }));
    const { host } = fakeHost({ env: {}, cwd: repository });
    expect(await run(['local', '--json'], host)).toBe(2);
    expect(site.requested).toEqual([]);
  });

  it('names a browser that does not exist', async () => {
    const { code, message } = await wrong(
      site.url,
      '--crawl',
      'none',
      '--browser',
      join(folder, 'no-browser'),
    );
    expect(code).toBe(2);
    expect(message).toContain('no-browser');
  });
});

describe('the end of a local scan', () => {
  it.each([
    ['interrupted', new Error('aborted'), 'interrupted', 'interrupted'],
    ['timeout', new Error('aborted'), 'timeout', '90 s'],
    ['timeout', new PauseTooLongError(900), null, '900 s'],
    [
      'service',
      Object.assign(new Error('write'), { code: 'ENOSPC' }),
      null,
      'temporary files cannot be written',
    ],
    ['service', new Error('broke \u001b[2J'), null, 'broke [U+001B]'],
    [
      'usage',
      new ChromiumUnavailableError('unsupported-platform', 'not here', 'Name one: --browser PATH.'),
      null,
      'not here',
    ],
    ['usage', new ChromiumUnavailableError('browser-not-found', 'none', 'x'), null, 'none'],
    ['service', new ChromiumUnavailableError('disk-full', 'full', 'Free some space.'), null, 'full'],
  ] as const)('is reported as %s', (ending, error, ended, part) => {
    const fault = toScanError(error, ended, 90_000);
    expect(fault.exitStatus).toBe(ending);
    expect(fault.message.toLowerCase()).toContain(part.toLowerCase());
  });

  it('states the time limit of the scan, and how to extend it', () => {
    const { message, hint } = toScanError(new Error('aborted'), 'timeout', 90_000);
    expect(message).toBe('The scan did not end within 90 s.');
    expect(hint).toContain('--timeout');
  });
});

describe('the work folder of a scan', () => {
  it('is removed with all its content, also after an error', async () => {
    const work = withWorkFolder(async (folderPath) => {
      await mkdir(join(folderPath, 'deep'));
      await writeFile(join(folderPath, 'deep', 'file'), 'x');
      throw new Error('broken');
    }, parent);
    await expect(work).rejects.toThrow('broken');
    expect(await readdir(parent)).toEqual([]);
  });

  it('is reported if nothing can be written', async () => {
    await expect(withWorkFolder(async () => {}, join(parent, 'none'))).rejects.toMatchObject({
      exitStatus: 'service',
      code: 'no-temporary-folder',
      hint: expect.stringContaining('TMPDIR'),
    });
  });

  it('is not created if the disk has too little free space, if the file system reports it', async () => {
    const within = (blocks: number, bavail: number) =>
      withWorkFolder(
        async () => 'done',
        parent,
        async () => ({ blocks, bavail, bsize: 4_096 }),
      );
    await expect(within(1_000_000, 800)).rejects.toMatchObject({
      exitStatus: 'service',
      code: 'no-temporary-folder',
      message: `There is too little free space for temporary files in ${parent}: 3 MB free, 32 MB needed.`,
      hint: expect.stringContaining('TMPDIR'),
    });
    expect(await within(1_000_000, 500_000)).toBe('done');
    expect(await within(0, 0)).toBe('done');
  });

  it('is removed together with folders of killed scans, and no others', async () => {
    const before = new Date(Date.now() - 25 * 3_600_000);
    const others = ['a11y-scan-1000', 'a11y-scan-reports', 'another'];
    for (const name of ['a11y-scan-work-killed', 'a11y-scan-work-running', ...others]) {
      await mkdir(join(parent, name));
      await writeFile(join(parent, name, 'file'), 'x');
      if (name !== 'a11y-scan-work-running') await utimes(join(parent, name), before, before);
    }
    await symlink(join(parent, 'another'), join(parent, 'a11y-scan-work-link'));
    await withWorkFolder(async () => {}, parent);
    expect((await readdir(parent)).sort()).toEqual(
      [...others, 'a11y-scan-work-link', 'a11y-scan-work-running'].sort(),
    );
    expect(await readdir(join(parent, 'another'))).toEqual(['file']);
  });
});
