import { describe, expect, it } from 'vitest';
import { createWaitLimits } from '../../../cli/wait-limits.ts';

const never = new AbortController().signal;

describe('the bounds of a wait', () => {
  it('end it by the interruption, and say so', () => {
    const person = new AbortController();
    const bounds = createWaitLimits(person.signal, 60_000);
    expect([bounds.signal.aborted, bounds.ended]).toEqual([false, null]);
    person.abort();
    expect([bounds.signal.aborted, bounds.ended]).toEqual([true, 'interrupted']);
    bounds.release();
  });

  it('are over at once where the interruption came before', () => {
    const bounds = createWaitLimits(AbortSignal.abort(), 60_000);
    expect([bounds.signal.aborted, bounds.ended]).toEqual([true, 'interrupted']);
    bounds.release();
  });

  it('end it by the time, and an interruption after that changes nothing', async () => {
    const person = new AbortController();
    const bounds = createWaitLimits(person.signal, 1);
    await new Promise((resolve) => bounds.signal.addEventListener('abort', resolve));
    person.abort();
    expect(bounds.ended).toBe('timeout');
    bounds.release();
  });

  it('are not over at once where the time is longer than a timer can be', async () => {
    const bounds = createWaitLimits(never, 10 ** 12);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(bounds.ended).toBeNull();
    bounds.release();
  });
});
