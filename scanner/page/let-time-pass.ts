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
  while (!watch.onlyListens()) {
    const listening = Promise.withResolvers<'listening'>();
    const poll = setInterval(() => {
      if (watch.onlyListens()) listening.resolve('listening');
    }, POLL_MS);
    const given = abandoned.then(() => 'abandoned' as const);
    const ended = Promise.race([given, listening.promise]);
    try {
      if (await time.grant(milliseconds, ended)) return true;
    } finally {
      clearInterval(poll);
    }
    // Another request may have begun meanwhile.
    if ((await ended) === 'abandoned') return false;
  }
  if (await Promise.race([abandoned.then(() => true), Promise.resolve().then(() => false)])) return false;
  try {
    await time.advance(milliseconds);
    return true;
  } catch (error) {
    // A script lets no time pass.
    if (error instanceof StepTimeoutError) return false;
    throw error;
  }
}
