import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { Reaper } from '../../../local/processes/reaper.ts';
import { isAlive, killStartedWith, killTree, readStartTicks } from '../../../local/processes/tree.ts';

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) killTree(pid);
});

function start(
  command: string,
  args: string[],
  options: { detached?: boolean; env?: NodeJS.ProcessEnv } = {},
) {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], ...options });
  const pid = child.pid ?? expect.unreachable();
  started.push(pid);
  return { child, pid };
}

/**
 * Starts a shell with a child in a separate process group, as a browser is. Returns the ids of both. The shell goes on
 * when the child has ended, so that only a signal ends it.
 */
async function startTree() {
  const command = 'setsid sleep 600 & echo $!; wait; sleep 600';
  const { child, pid } = start('sh', ['-c', command], { detached: true });
  const [line] = await once(createInterface({ input: child.stdout ?? expect.unreachable() }), 'line');
  const descendant = Number(line);
  started.push(descendant);
  return { child, pid, descendant };
}

const ended = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

describe('a tree of processes', () => {
  it('is killed with the descendants that have their own group', async () => {
    const { child, pid, descendant } = await startTree();
    expect([isAlive(pid), isAlive(descendant)]).toEqual([true, true]);
    const exited = once(child, 'exit');
    killTree(pid);
    expect(await exited).toEqual([null, 'SIGKILL']);
    await ended(descendant);
    expect(() => killTree(pid)).not.toThrow();
  });

  it('is found by the temporary folder that it was started with, and no other process is', async () => {
    const startWith = (TMPDIR: string) =>
      start('sleep', ['600'], { env: { PATH: process.env.PATH, TMPDIR } });
    const [below, beside] = [startWith('/nowhere/one/tmp'), startWith('/nowhere/one-more/tmp')];
    const exited = once(below.child, 'exit');
    killStartedWith('/nowhere/one');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(isAlive(beside.pid)).toBe(true);
  });

  it('distinguishes processes with the same id by their start', () => {
    expect(readStartTicks(process.pid)).toMatch(/^\d+$/);
    const { pid } = start('sleep', ['600']);
    expect(readStartTicks(pid)).not.toBe(readStartTicks(process.pid));
    // The largest id that Linux gives is lower.
    expect([readStartTicks(2 ** 22 + 1), isAlive(2 ** 22 + 1)]).toEqual([undefined, false]);
  });
});

describe('the reaper', () => {
  it('kills what it watches when it is closed, except what has ended', async () => {
    const reaper = new Reaper();
    const { child, pid, descendant } = await startTree();
    const other = await startTree();
    reaper.watch(child);
    const exited = once(child, 'exit');
    await reaper.close();
    expect(await exited).toEqual([null, 'SIGKILL']);
    await ended(descendant);
    expect([isAlive(pid), isAlive(other.pid)]).toEqual([false, true]);
    killTree(other.pid);
    await reaper.close();
  });

  it('kills what it watches when its owner is killed', async () => {
    const module = new URL('../../../local/processes/reaper.ts', import.meta.url).href;
    const source = `
      import { spawn } from 'node:child_process';
      import { Reaper } from ${JSON.stringify(module)};
      const reaper = new Reaper();
      const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      reaper.watch(child);
      setImmediate(() => console.log(child.pid));`;
    const { child } = start(process.execPath, ['--input-type=module', '-e', source]);
    const [line] = await once(createInterface({ input: child.stdout ?? expect.unreachable() }), 'line');
    expect(isAlive(Number(line))).toBe(true);
    child.kill('SIGKILL');
    await ended(Number(line));
  });
});
