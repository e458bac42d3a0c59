import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../../scanner/browser/browser.ts';
import type { InstalledChromium } from '../../../scanner/chromium-pack/chromium.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates a program that is launched as a browser, and writes its process id to a file. */
async function programOf(name: string, rest: string): Promise<InstalledChromium> {
  const executable = join(folder, name);
  const version = '[ "$1" = --version ] && exit 0';
  await writeFile(executable, `#!/bin/sh\n${version}\necho $$ > '${executable}.pid'\n${rest}\n`);
  await chmod(executable, 0o755);
  return { kind: 'installed', executable, isShell: true, version: '1.0.0.0', axeScript: '', axeVersion: '1' };
}

async function launched(chromium: InstalledChromium): Promise<unknown> {
  const directory = await mkdtemp(join(folder, 'browser-'));
  return launchBrowser(chromium, directory, '127.0.0.1:9', undefined, { timeoutMs: 1_000 }).catch(
    (error) => error,
  );
}

describe('a browser that does not start', () => {
  it('is killed if it runs and prints nothing', async () => {
    const chromium = await programOf('silent', 'exec sleep 600');
    expect(String(await launched(chromium))).toBe(
      'Error: The browser does not start: it did not answer for 1 s',
    );
    const pid = Number(await readFile(`${chromium.executable}.pid`, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('is reported as failed if it ends at once', async () => {
    const error = await launched(await programOf('ended', 'exit 7'));
    expect(String(error)).toMatch(/^Error: The browser does not start: /);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
