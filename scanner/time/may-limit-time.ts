import type { CDPSession } from 'puppeteer-core';
import type { PageClock } from '../page/clock.ts';
import { SOURCES_MAX, type SourceResponse } from '../page/document-watch.ts';
import type { OpenPage } from '../page/open-page.ts';
import { LimitWords } from './limit-words.ts';
import { isOfSite, readAddress } from './page-scripts.ts';

/** Maximum number of bytes of responses that are read. */
const BYTES_MAX = 20_000_000;

/**
 * Returns whether a script of the page begins a timer near words of a time limit. Reads the bodies of its responses,
 * because the debugger, which lists scripts, makes the browser forget compiled scripts, so that the next page takes
 * longer (decision 94). What scripts build from parts is not found. Also returns true if there is too much to read, or
 * the browser no longer has a body.
 * @throws StepTimeoutError, BrowserGoneError
 */
export async function mayLimitTime(
  { session, watch }: Pick<OpenPage, 'session' | 'watch'>,
  clock: PageClock,
): Promise<boolean> {
  const address = await readAddress(session, clock);
  const sources = watch.sources();
  const ofSite = sources.filter(({ host }) => isOfSite(host, address));
  const size = ofSite.reduce((sum, { bytes }) => sum + bytes, 0);
  if (sources.length === SOURCES_MAX || size > BYTES_MAX) return true;
  for (const source of ofSite) {
    const body = await clock.bound('reading a script', readBody(session, source));
    if (body === null || new LimitWords(body).areNearTimer()) return true;
  }
  return false;
}

/** Returns the body of a response, empty without one; null if the browser does not give it. */
async function readBody(session: CDPSession, { requestId, bytes }: SourceResponse): Promise<string | null> {
  try {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
    const text = base64Encoded ? Buffer.from(body, 'base64').toString() : body;
    return text === '' && bytes > 0 ? null : text;
  } catch {
    return bytes > 0 ? null : '';
  }
}
