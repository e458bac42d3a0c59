import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { timeStarts } from '../../../bench/cli/start-up.ts';
import { readEndedChildrenMs } from '../../../bench/measure/cpu-time.ts';

describe('the start of a command', () => {
  it('is timed as often as requested, and fails if the command fails', async () => {
    const starts = [{ id: 'node', title: 'node', args: ['-e', '0'] }];
    const [times] = await timeStarts(starts, 2);
    expect([times?.wallMs.length, times?.cpuMs.length]).toEqual([2, 2]);
    const wrong = [{ id: 'wrong', title: 'wrong', args: ['-e', 'console.error("no!"); process.exit(3)'] }];
    await expect(timeStarts(wrong, 1)).rejects.toThrow(/ended with 3: no!/);
  });

  it('has a CPU time that is known after it has ended', () => {
    expect(readEndedChildrenMs('7 (a) b) S 1 7 7 0 -1 4194304 1 2 3 4 5 6 70 8 20 0')).toBe(780);
    const before = readEndedChildrenMs();
    execFileSync(process.execPath, [
      '-e',
      'for (const end = process.cpuUsage().user + 1e5; process.cpuUsage().user < end;);',
    ]);
    expect(readEndedChildrenMs() - before).toBeGreaterThanOrEqual(100);
  });
});
