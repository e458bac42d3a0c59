import type { CDPSession } from 'puppeteer-core';
import { type PageClock, StepTimeoutError } from './clock.ts';
import type { OpenPage } from './open-page.ts';

/** True if the page's thread answers within a time. */
export async function isResponsiveWithin(
  { session, clock }: OpenPage,
  milliseconds: number,
): Promise<boolean> {
  return withinBound(clock, session.send('Runtime.evaluate', { expression: '1' }), milliseconds);
}

/** Stops a script that blocks the page. Returns true if there was one. */
export async function stopEndlessScript(page: OpenPage): Promise<boolean> {
  if (await isResponsiveWithin(page, 2_000)) return false;
  const { session, time, clock } = page;
  // Sent first, so that time stops before the next timer can start such a script again.
  const stopped = time.stop();
  stopped.catch(() => undefined);
  await interruptScript(session, clock);
  await stopped;
  return true;
}

/** Terminates the script that runs in the page. */
export async function interruptScript(session: CDPSession, clock: PageClock): Promise<void> {
  const request = session.send('Runtime.terminateExecution').catch(ignoreAlreadyRequested);
  await clock.bound('stopping a script', request, 5_000);
  // If the script has just ended by itself, the browser terminates the next script instead: this one.
  await clock.bound('stopping a script', session.send('Runtime.evaluate', { expression: '1' }), 5_000);
}

/** Ignores the error that the browser reports if an earlier request to terminate is still pending. */
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
