import type { CDPSession } from 'puppeteer-core';
import { hashMarkup } from '../../core/findings/fingerprint.ts';
import { MARKUPS_MAX, packDigests } from '../../core/findings/packed-digests.ts';
import type { Redaction } from '../redact/redact-result.ts';
import type { FrameRun } from './axe.ts';
import { BrowserGoneError, type PageClock } from './clock.ts';
import { readMarkups } from './in-page/read-markups.ts';
import { callInWorld } from './world.ts';

/** UTF-16 units of the distinct markups of a page. */
const MAX_LENGTH = 8 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/**
 * The markups of all elements of the documents that were scanned, as the page's result keeps them; null when they are
 * too many, or cannot be read in time: nothing but the cause of a later finding depends on them.
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
