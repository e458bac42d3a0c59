import { StepTimeoutError } from './clock.ts';
import type { OpenPage } from './open-page.ts';

const POLL_MS = 50;

/**
 * Lets a span of virtual time pass, which waits for requests, but not for connections that only listen for news: they
 * never end.
 * @param milliseconds length of the span in virtual time
 * @param abandoned if this promise is fulfilled before the span has passed, the span is abandoned
 * @returns true if the span passed
 */
export async function letTimePass(
  { time, watch }: Pick<OpenPage, 'time' | 'watch'>,
  milliseconds: number,
  abandoned: Promise<unknown>,
): Promise<boolean> {
  if (!watch.onlyListens()) {
    const listening = Promise.withResolvers<void>();
    const poll = setInterval(() => {
      if (watch.onlyListens()) listening.resolve();
    }, POLL_MS);
    try {
      if (await time.grant(milliseconds, Promise.race([abandoned, listening.promise]))) return true;
    } finally {
      clearInterval(poll);
    }
    if (!watch.onlyListens()) return false;
  }
  try {
    await time.advance(milliseconds);
    return true;
  } catch (error) {
    // A script lets no time pass.
    if (error instanceof StepTimeoutError) return false;
    throw error;
  }
}
