import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageClock, StepTimeoutError } from '../../../scanner/page/clock.ts';

const never = new Promise<never>(() => undefined);

it('a step after a frame that did not end takes too long, and any other error is passed on', async () => {
  const clock = new PageClock(60_000, never);
  const answer = 'Protocol error (HeadlessExperimental.beginFrame): Another frame is pending';
  await expect(clock.bound('drawing a frame', Promise.reject(new Error(answer)))).rejects.toThrow(
    new StepTimeoutError('drawing a frame'),
  );
  await expect(clock.bound('drawing a frame', Promise.reject(new Error('other')))).rejects.toThrow('other');
});

describe('a clock runs longer', () => {
  let stalled = 0;
  const clock = (milliseconds: number, extraMax = 60_000) =>
    new PageClock(milliseconds, never, { stalledFor: () => stalled, extraMax });
  beforeEach(() => {
    stalled = 5_000;
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('by the time for which the browser waited for a processor since it began', () => {
    const whole = clock(10_000);
    vi.advanceTimersByTime(9_000);
    stalled += 4_000;
    expect(whole.left()).toBe(5_000);
    const part = whole.within(2_000);
    vi.advanceTimersByTime(1_500);
    stalled += 1_000;
    expect(part.left()).toBe(1_500);
  });

  it('for at most as long again, and at most the maximum', () => {
    const [long, short] = [clock(10_000), clock(10_000, 3_000)];
    vi.advanceTimersByTime(10_000);
    expect(long.left()).toBe(0);
    stalled += 50_000;
    expect([long.left(), short.left()]).toEqual([10_000, 3_000]);
  });

  it('also for a step that has begun', async () => {
    const step = clock(10_000).bound('waiting', new Promise(() => undefined));
    const ended = expect(step).rejects.toThrow(new StepTimeoutError('waiting'));
    let hasEnded = false;
    void ended.then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(9_000);
    stalled += 2_000;
    await vi.advanceTimersByTimeAsync(2_900);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(hasEnded).toBe(true);
    await ended;
  });
});
