import { execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { killLeftProcesses } from '../../../scanner/environment/kill-left-processes.ts';
import { readEnvironment } from './attacks/processes.ts';
import { page, type Site, scan, serve } from './harness.ts';
import { canUseNamespaces, killBrowsers, listBrowsers, listProcesses } from './processes.ts';

/** What a page does that has taken over the renderer: the same user runs it, with the variables of the browser. */
type Attack = (browser: { variables: Record<string, string>; pid: number }) => void | Promise<void>;

let folder: string;
/** The temporary folder of a function. */
let temporary: string;
let unpackDir: string;
let site: Site;
let attack: Attack;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'left-behind-'));
  unpackDir = join(folder, 'tmp', 'browsers');
  site = await serve({
    '/attack': async (_request, response) => {
      const { pid } = listBrowsers(temporary).find(({ name }) => name === 'chromium') ?? { pid: 0 };
      await attack({ pid, variables: readEnvironment(pid) });
      response.setHeader('Content-Type', 'text/html');
      response.end(page('<img src="a.png">'));
    },
    '/good': page('<img src="a.png">'),
  });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  attack = () => undefined;
  temporary = join(folder, 'tmp');
});

/** Scans pages as one chunk in the environment of a function, which all chunks of this file share. */
async function scanInFunction(...paths: string[]) {
  const environment = { folder: temporary, ownsProcesses: false };
  const { results } = await scan(paths.map(site.url), {
    workDir: temporary,
    environment,
    chromium: { unpackDir },
  });
  return results.map(({ outcome }) => outcome);
}

function findUnpacked(): string {
  const [name = ''] = readdirSync(unpackDir);
  return join(unpackDir, name);
}

/** Returns a start script of a length that does something else before it starts the browser. */
function forgeLauncher(length: number, owned: string): string {
  const text = `#!/bin/sh\n: > ${owned}\nexec "\${0%/*}/chromium" "$@"\n`;
  const padding = length - text.length;
  if (padding < 2) throw new Error(`the path ${owned} is too long for this attack`);
  return `${text}#${'x'.repeat(padding - 2)}\n`;
}

describe('the unpacked browser', () => {
  it('is used again by the next chunk if nothing changed, also after the browser ran', async () => {
    await scanInFunction('/good');
    const { ino } = statSync(findUnpacked());
    await scanInFunction('/good');
    expect(statSync(findUnpacked()).ino).toBe(ino);
  });
});

/** unpack.test.ts has the other changes. */
describe('the start script, if a page changed it without changing its length', () => {
  it.each([
    ['by the next chunk', [['/attack'], ['/good']]],
    ['by the next browser of the same chunk', [['/attack', '/good']]],
  ])('is not used %s', async (_when, chunks) => {
    // A short path, which fits into the start script.
    const owned = join(mkdtempSync('/tmp/o-'), 'o');
    let unpacked = '';
    let before: string[] = [];
    let isDone = false;
    attack = () => {
      if (isDone) return;
      isDone = true;
      unpacked = findUnpacked();
      before = listContents(unpacked);
      const script = join(unpacked, 'launch.sh');
      writeFileSync(script, forgeLauncher(readFileSync(script).length, owned));
      // Without a second browser in this chunk, nothing would start.
      if (chunks.length === 1) killBrowsers(temporary);
    };
    try {
      const outcomes: string[] = [];
      for (const chunk of chunks) outcomes.push(...(await scanInFunction(...chunk)));
      expect(outcomes).toEqual(['scanned', 'scanned']);
      expect(isDone).toBe(true);
      expect(listContents(unpacked)).toEqual(before);
      expect(existsSync(owned)).toBe(false);
    } finally {
      rmSync(dirname(owned), { recursive: true, force: true });
    }
  });
});

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

describe('a process that a page started', () => {
  const listSleeping = () => listProcesses().filter(({ words }) => words.includes('98765'));
  afterEach(() => {
    for (const { pid } of listSleeping()) process.kill(pid, 'SIGKILL');
  });

  for (const [name, script] of Object.entries({
    'in another session': 'setsid sleep 98765 &',
    'by forking twice': '(setsid sleep 98765 &) &',
  })) {
    it(`does not survive its chunk: ${name}`, async () => {
      let running = 0;
      attack = async ({ variables }) => {
        spawn('/bin/sh', ['-c', script], { env: variables, detached: true, stdio: 'ignore' }).unref();
        while (listSleeping().length === 0) await pause(10);
        running = listSleeping().length;
      };
      await scanInFunction('/attack');
      expect(running).toBe(1);
      expect(listSleeping()).toEqual([]);
    });
  }

  it('does not survive a scan outside of a function either', async () => {
    attack = async ({ variables }) => {
      spawn('setsid', ['sleep', '98765'], { env: variables, detached: true, stdio: 'ignore' }).unref();
      while (listSleeping().length === 0) await pause(10);
    };
    temporary = join(folder, 'command');
    await scan([site.url('/attack')], { workDir: temporary, chromium: { unpackDir } });
    expect(listSleeping()).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is not confused with processes of other people and of other scans', async () => {
    const others = [
      process.env,
      { HOME: `${temporary}-2`, TMPDIR: `${temporary}-2/tmp` },
      { HOME: temporary },
    ];
    const children = others.map((env) => spawn('/bin/sleep', ['98765'], { env, stdio: 'ignore' }));
    await killLeftProcesses({ folder: temporary, ownsProcesses: false });
    expect(new Set(listSleeping().map(({ pid }) => pid))).toEqual(new Set(children.map(({ pid }) => pid)));
  });

  it('is killed on Lambda whatever it did, because all processes belong to the function', async (context) => {
    context.skip(!canUseNamespaces(), 'this machine does not let us create process namespaces without root');
    const child = join(import.meta.dirname, 'own-namespace-child.ts');
    const { stdout } = await promisify(execFile)('unshare', [
      ...['--map-root-user', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
      // The shell is the init process, as that of Lambda.
      ...['/bin/sh', '-c', '"$@"; exit $?', 'sh', process.execPath, child],
    ]);
    const { before, after } = JSON.parse(stdout) as { before: number; after: number };
    expect(before).toBeGreaterThanOrEqual(5);
    expect(after).toBe(0);
  });
});

describe('files of a killed chunk', () => {
  it('are removed when the next chunk begins, and the browser stays', async () => {
    await scanInFunction('/good');
    const unpacked = findUnpacked();
    const left = [
      'job-killed/browser-1/profile/Default',
      'unknown/folder',
      'browsers/.chromium-1.8.host.abc',
    ];
    for (const path of left) {
      mkdirSync(join(temporary, path), { recursive: true });
      writeFileSync(join(temporary, path, 'file'), 'x');
    }
    writeFileSync(join(temporary, 'core.17'), 'x');
    let seen: string[] = [];
    attack = () => {
      seen = readdirSync(temporary);
    };
    expect(await scanInFunction('/attack')).toEqual(['scanned']);
    expect(seen.sort()).toEqual(['browsers', expect.stringMatching(/^job-/)]);
    expect(readdirSync(unpackDir)).toEqual([unpacked.slice(unpackDir.length + 1)]);
    expect(readdirSync(temporary)).toEqual(['browsers']);
  });
});
