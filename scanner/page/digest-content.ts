import { createHash } from 'node:crypto';
import { packDigests } from '../../core/findings/packed-digests.ts';
import { type ContentDigest, SAMPLE_MAX } from '../../core/scans/content-digest.ts';
import { type MainContent, readMainContent } from './in-page/read-main-content.ts';
import type { OpenPage } from './open-page.ts';
import { callInWorld, type World } from './world.ts';

/** Scripts that have no spaces between words. Two characters that stand side by side count as a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** A digest of a longer page is that of its beginning. */
const CHARACTERS_MAX = 100_000;
const NODES_MAX = 50_000;

/** Reads what a page shows. */
export async function readShownContent({ session, clock }: OpenPage, world: World): Promise<MainContent> {
  return clock.bound(
    'reading the page',
    callInWorld(session, world, readMainContent, CHARACTERS_MAX, NODES_MAX),
  );
}

/** Returns the digest of what a page shows. Digits do not count, so clocks and prices change nothing. */
export function digestContent({ text, things, lang }: MainContent): ContentDigest {
  const words = new Set<string>();
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(word)) words.add(word);
    else for (let at = 0; at < word.length; at += 1) words.add(word.slice(at, at + 2));
  }
  const hashes = Array.from(words, (word) => createHash('sha256').update(word).digest('hex').slice(0, 8));
  const [, language = null] = /^([a-z]{2,8})\b/.exec(lang.toLowerCase()) ?? [];
  return { language, words: words.size, things, sample: packDigests(hashes.sort().slice(0, SAMPLE_MAX)) };
}
