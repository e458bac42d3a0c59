import type { CDPSession } from 'puppeteer-core';
import { hashMarkup } from '../../core/findings/fingerprint.ts';
import { MARKUPS_MAX, packDigests } from '../../core/findings/packed-digests.ts';
import type { Redaction } from '../redact/redact-result.ts';
import type { FrameRun } from './axe.ts';
import { BrowserGoneError, type PageClock } from './clock.ts';
import { readMarkups } from './in-page/read-markups.ts';
import { callInWorld } from './world.ts';

/** Maximum length of the distinct markups of a page in UTF-16 units. */
const MAX_LENGTH = 8 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * Returns the packed digests of the markup of all elements of the scanned documents, as stored in the page's result.
 * Null if there are too many elements, or if they cannot be read in time. Only the cause of later findings depends on
 * them.
 */
export async function readPageMarkups(
  session: CDPSession,
  frames: readonly FrameRun[],
  redaction: Redaction,
  clock: PageClock,
): Promise<string | null> {
  const markups = new Set<string>();
  const within = clock.within(TIMEOUT_MS);
  const left = { elements: MARKUPS_MAX, length: MAX_LENGTH };
  try {
    for (const { world } of frames) {
      const work = callInWorld(session, world, readMarkups, left);
      const read = await within.bound('reading the markup', work);
      if (read === null) return null;
      left.elements -= read.elements;
      left.length -= read.length;
      for (const markup of read.markups) markups.add(hashMarkup(redaction.markup(markup)));
    }
  } catch (error) {
    if (error instanceof BrowserGoneError) throw error;
    return null;
  }
  return packDigests(markups);
}
