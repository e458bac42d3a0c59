import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'finish-scan-';
/** Longer than any function may run: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const ABANDONED_AFTER_MS = 20 * 60_000;

/**
 * Does something with an empty folder of its own, and removes the folder whatever comes of it. Folders of runs that were
 * killed are removed as well, for a function's disk outlives its runs.
 */
export async function inWorkFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  await removeAbandoned(tmpdir(), Date.now());
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string, now: number): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    const found = await stat(folder).catch(() => undefined);
    if (found && now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
