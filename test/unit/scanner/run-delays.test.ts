import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRunDelays } from '../../../scanner/environment/processes.ts';

let proc: string;
beforeAll(async () => {
  proc = await mkdtemp(join(tmpdir(), 'proc-'));
  for (const [thread, stat] of Object.entries({ 7: '900 2500000 3', 8: '12 0 1' })) {
    await mkdir(join(proc, '7', 'task', thread), { recursive: true });
    await writeFile(join(proc, '7', 'task', thread, 'schedstat'), `${stat}\n`);
  }
});
afterAll(() => rm(proc, { recursive: true }));

it('the time that threads waited for a processor is read in milliseconds, and processes that ended have none', () => {
  expect([...readRunDelays([7, 9], proc)]).toEqual([
    ['7', 2.5],
    ['8', 0],
  ]);
});

it('the threads of this process have waited for a finite time', () => {
  const delays = [...readRunDelays([process.pid]).values()];
  expect(delays.length).toBeGreaterThan(0);
  expect(delays.every((each) => each >= 0)).toBe(true);
});
