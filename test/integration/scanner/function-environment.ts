import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { readEnvironment } from './attacks/processes.ts';
import { page, scan, serve } from './harness.ts';
import { killBrowsers, listBrowsers } from './processes.ts';

/** What a page does that has taken over the renderer: the same user runs it, with the variables of the browser. */
export type PageAttack = (browser: {
  variables: Record<string, string>;
  pid: number;
}) => void | Promise<void>;

/** The environment of a function, which several chunks share, and a site with a page that attacks it. */
export interface FunctionEnvironment {
  folder: string;
  /** The temporary folder of the function. */
  temporary: string;
  unpackDir: string;
  /** What the page `/attack` does. */
  attack: PageAttack;
  url(path: string): string;
  /** Scans pages as one chunk. Returns their outcomes. */
  scanInFunction(...paths: string[]): Promise<string[]>;
  /** Returns the folder of the unpacked browser. */
  findUnpacked(): string;
  close(): Promise<void>;
}

export async function openEnvironment(): Promise<FunctionEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
  const unpackDir = join(folder, 'tmp', 'browsers');
  const site = await serve({
    '/attack': async (_request, response) => {
      const { pid } = listBrowsers(opened.temporary).find(({ name }) => name === 'chromium') ?? { pid: 0 };
      await opened.attack({ pid, variables: readEnvironment(pid) });
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<img src="a.png">'));
    },
    '/good': page('<img src="a.png">'),
  });
  const opened: FunctionEnvironment = {
    folder,
    temporary: join(folder, 'tmp'),
    unpackDir,
    attack: () => undefined,
    url: site.url,
    async scanInFunction(...paths) {
      const { results } = await scan(paths.map(site.url), {
        workDir: opened.temporary,
        environment: { folder: opened.temporary, ownsProcesses: false },
        chromium: { unpackDir },
      });
      return results.map(({ outcome }) => outcome);
    },
    findUnpacked() {
      const [name = ''] = readdirSync(unpackDir);
      return join(unpackDir, name);
    },
    async close() {
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return opened;
}

/**
 * Scans chunks. The first page changes the start script without changing its length. The script must not be used, and
 * the browser must be as before in the end.
 */
export async function expectForgedScriptUnused(
  opened: FunctionEnvironment,
  chunks: readonly (readonly string[])[],
): Promise<void> {
  // A short path, which fits into the start script.
  const owned = join(mkdtempSync('/tmp/o-'), 'o');
  let unpacked = '';
  let before: string[] = [];
  let isDone = false;
  opened.attack = () => {
    if (isDone) return;
    isDone = true;
    unpacked = opened.findUnpacked();
    before = listContents(unpacked);
    const script = join(unpacked, 'launch.sh');
    writeFileSync(script, forgeLauncher(readFileSync(script).length, owned));
    // Without a second browser in this chunk, nothing would start.
    if (chunks.length === 1) killBrowsers(opened.temporary);
  };
  try {
    const outcomes: string[] = [];
    for (const chunk of chunks) outcomes.push(...(await opened.scanInFunction(...chunk)));
    expect(outcomes).toEqual(['scanned', 'scanned']);
    expect(isDone).toBe(true);
    expect(listContents(unpacked)).toEqual(before);
    expect(readdirSync(dirname(owned))).toEqual([]);
  } finally {
    rmSync(dirname(owned), { recursive: true, force: true });
  }
}

/** Returns a start script of a length that does something else before it starts the browser. */
function forgeLauncher(length: number, owned: string): string {
  const text = `#!/bin/sh\n: > ${owned}\nexec "\${0%/*}/chromium" "$@"\n`;
  const padding = length - text.length;
  if (padding < 2) throw new Error(`the path ${owned} is too long for this attack`);
  return `${text}#${'x'.repeat(padding - 2)}\n`;
}

function listContents(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'chromium')
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${readFileSync(path).toString('base64')}`;
    })
    .sort();
}
