import { expect, it } from 'vitest';
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
