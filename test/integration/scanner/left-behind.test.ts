import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { killLeftProcesses } from '../../../scanner/environment/kill-left-processes.ts';
import { type FunctionEnvironment, openEnvironment } from './function-environment.ts';
import { scan } from './harness.ts';
import { canUseNamespaces, listProcesses } from './processes.ts';

let opened: FunctionEnvironment;
beforeAll(async () => {
  opened = await openEnvironment();
});
afterAll(() => opened.close());
beforeEach(() => {
  opened.attack = () => undefined;
  opened.temporary = join(opened.folder, 'tmp');
});

describe('a process that a page started', () => {
  const listSleeping = () => listProcesses().filter(({ words }) => words.includes('98765'));
  afterEach(() => {
    for (const { pid } of listSleeping()) process.kill(pid, 'SIGKILL');
  });

  it('does not survive its chunk, in another session or after forking twice', async () => {
    let running = 0;
    opened.attack = async ({ variables }) => {
      for (const script of ['setsid sleep 98765 &', '(setsid sleep 98765 &) &'])
        spawn('/bin/sh', ['-c', script], { env: variables, detached: true, stdio: 'ignore' }).unref();
      while (listSleeping().length < 2) await pause(10);
      running = listSleeping().length;
    };
    await opened.scanInFunction('/attack');
    expect(running).toBe(2);
    expect(listSleeping()).toEqual([]);
  });

  it('does not survive a scan outside of a function either', async () => {
    opened.attack = async ({ variables }) => {
      spawn('setsid', ['sleep', '98765'], { env: variables, detached: true, stdio: 'ignore' }).unref();
      while (listSleeping().length === 0) await pause(10);
    };
    opened.temporary = join(opened.folder, 'command');
    await scan([opened.url('/attack')], { workDir: opened.temporary });
    expect(listSleeping()).toEqual([]);
    expect(readdirSync(opened.temporary)).toEqual([]);
  });

  it('is not confused with processes of other people and of other scans', async () => {
    const others = [
      process.env,
      { HOME: `${opened.temporary}-2`, TMPDIR: `${opened.temporary}-2/tmp` },
      { HOME: opened.temporary },
    ];
    const children = others.map((env) => spawn('/bin/sleep', ['98765'], { env, stdio: 'ignore' }));
    await killLeftProcesses({ folder: opened.temporary, ownsProcesses: false });
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
  it('are removed when the next chunk begins, and the unpacked browser is used again', async () => {
    if (!existsSync(opened.unpackDir)) await opened.scanInFunction('/good');
    const unpacked = opened.findUnpacked();
    const { ino } = statSync(unpacked);
    const left = [
      'job-killed/browser-1/profile/Default',
      'unknown/folder',
      'browsers/.chromium-1.8.host.abc',
    ];
    for (const path of left) {
      mkdirSync(join(opened.temporary, path), { recursive: true });
      writeFileSync(join(opened.temporary, path, 'file'), 'x');
    }
    writeFileSync(join(opened.temporary, 'core.17'), 'x');
    let seen: string[] = [];
    opened.attack = () => {
      seen = readdirSync(opened.temporary);
    };
    expect(await opened.scanInFunction('/attack')).toEqual(['scanned']);
    expect(seen.sort()).toEqual(['browsers', expect.stringMatching(/^job-/)]);
    expect(readdirSync(opened.unpackDir)).toEqual([unpacked.slice(opened.unpackDir.length + 1)]);
    expect(statSync(unpacked).ino).toBe(ino);
    expect(readdirSync(opened.temporary)).toEqual(['browsers']);
  });
});
