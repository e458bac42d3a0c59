import { type PageClock, StepTimeoutError } from './clock.ts';
import type { DocumentWatch } from './document-watch.ts';
import { letTimePass } from './let-time-pass.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Virtual milliseconds granted at a time while a document loads. */
const LOAD_SLICE_MS = 50;

/**
 * Waits until the document has loaded or failed. Lets virtual time pass as soon as the document was committed.
 * @param milliseconds wall-clock limit
 * @returns false if the document did not load or fail in time
 */
export async function waitForLoad(
  watch: DocumentWatch,
  time: VirtualClock,
  clock: PageClock,
  milliseconds: number,
): Promise<boolean> {
  const done = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => done.resolve(false), Math.min(milliseconds, clock.left()));
  const loaded = watch.loaded().then(() => done.resolve(true));
  try {
    await clock.bound('loading', Promise.race([watch.committed(), done.promise]));
    // If the renderer does not answer, no time can be granted. The caller handles that.
    for (let over = false; !over; ) {
      await letTimePass({ time, watch }, LOAD_SLICE_MS, done.promise);
      over = await Promise.race([done.promise.then(() => true), pause(0)]);
    }
    return await done.promise;
  } catch (error) {
    if (error instanceof StepTimeoutError && error.step !== 'loading') return false;
    throw error;
  } finally {
    clearTimeout(timer);
    loaded.catch(() => undefined);
  }
}

function pause(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds));
}
