import type { CDPSession } from 'puppeteer-core';
import { type PageClock, StepTimeoutError } from './clock.ts';
import type { OpenPage } from './open-page.ts';

/** Whether the page's thread gets round to anything within a time. */
export async function isResponsiveWithin(
  { session, clock }: OpenPage,
  milliseconds: number,
): Promise<boolean> {
  return withinBound(clock, session.send('Runtime.evaluate', { expression: '1' }), milliseconds);
}

/** Whether a script held the page and was stopped so that the page answers again. */
export async function stopEndlessScript(page: OpenPage): Promise<boolean> {
  if (await isResponsiveWithin(page, 2_000)) return false;
  const { session, time, clock } = page;
  // Asked for first, so that time stands still before the next timer starts the like again.
  const stopped = time.stop();
  stopped.catch(() => undefined);
  await interruptScript(session, clock);
  await stopped;
  return true;
}

/** Breaks off whatever script runs in the page. */
export async function interruptScript(session: CDPSession, clock: PageClock): Promise<void> {
  const request = session.send('Runtime.terminateExecution').catch(ignoreAlreadyRequested);
  await clock.bound('stopping a script', request, 5_000);
  // Had the script just ended by itself, the next one would be broken off in its stead: this one.
  await clock.bound('stopping a script', session.send('Runtime.evaluate', { expression: '1' }), 5_000);
}

/** A page that has not come round to an earlier request refuses a second one, which is no fault. */
function ignoreAlreadyRequested(error: unknown): void {
  if (!String(error).includes('current termination request in progress')) throw error;
}

async function withinBound(clock: PageClock, work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  try {
    await clock.bound('asking the page', work, milliseconds);
    return true;
  } catch (error) {
    if (error instanceof StepTimeoutError) return false;
    throw error;
  }
}
