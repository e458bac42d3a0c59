import { describe, expect, it } from 'vitest';
import { createWaitLimits } from '../../../cli/wait-limits.ts';

const never = new AbortController().signal;

describe('the limits of a wait', () => {
  it('end it when it is interrupted, and report the interruption', () => {
    const person = new AbortController();
    const bounds = createWaitLimits(person.signal, 60_000);
    expect([bounds.signal.aborted, bounds.ended]).toEqual([false, null]);
    person.abort();
    expect([bounds.signal.aborted, bounds.ended]).toEqual([true, 'interrupted']);
    bounds.release();
  });

  it('end it at once if it was already interrupted', () => {
    const bounds = createWaitLimits(AbortSignal.abort(), 60_000);
    expect([bounds.signal.aborted, bounds.ended]).toEqual([true, 'interrupted']);
    bounds.release();
  });

  it('end it after the time limit, and ignore a later interruption', async () => {
    const person = new AbortController();
    const bounds = createWaitLimits(person.signal, 1);
    await new Promise((resolve) => bounds.signal.addEventListener('abort', resolve));
    person.abort();
    expect(bounds.ended).toBe('timeout');
    bounds.release();
  });

  it('do not end it at once if the time limit exceeds the maximum of a timer', async () => {
    const bounds = createWaitLimits(never, 10 ** 12);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(bounds.ended).toBeNull();
    bounds.release();
  });
});
