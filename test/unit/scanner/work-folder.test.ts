import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInWorkFolder } from '../../../scanner/work-folder.ts';

const own = process.env.TMPDIR;
const folders = { prefix: 'finish-scan-', abandonedAfterMs: 20 * 60_000 };
let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'work-folder-test-'));
  process.env.TMPDIR = parent;
});
afterEach(async () => {
  if (own === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = own;
  await rm(parent, { recursive: true, force: true });
});

describe('the folder of a run', () => {
  it('is empty, not shared, and removed afterwards', async () => {
    const seen = await Promise.all(
      [1, 2].map(() =>
        runInWorkFolder(folders, async (folder) => {
          expect(await readdir(folder)).toEqual([]);
          await writeFile(join(folder, 'findings'), 'x');
          return folder;
        }),
      ),
    );
    expect(new Set(seen).size).toBe(2);
    expect(await readdir(parent)).toEqual([]);
  });

  it('is removed after a failure too', async () => {
    const failing = runInWorkFolder(folders, async (folder) => {
      await writeFile(join(folder, 'findings'), 'x');
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await readdir(parent)).toEqual([]);
  });

  it('frees disk space by removing folders of killed runs, and nothing else', async () => {
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of ['finish-scan-killed', 'finish-scan-running', 'something-else']) {
      await mkdir(join(parent, name));
      if (name !== 'finish-scan-running') await utimes(join(parent, name), longAgo, longAgo);
    }
    await runInWorkFolder(folders, async () => {});
    expect((await readdir(parent)).sort()).toEqual(['finish-scan-running', 'something-else']);
  });
});
