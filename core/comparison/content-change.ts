import { hashIdentity } from '../findings/page-identity.ts';
import { redactQueries } from '../redaction/redact-queries.ts';
import { type ContentDigest, estimateSharedWords } from '../scans/content-digest.ts';
import type { ExpectedChanges } from './expected-changes.ts';
import { getOwnMember, type SiteState } from './site-state.ts';

/**
 * Thresholds of a change after which a page cannot be compared with what it was. Decision 98 has their reasons: a
 * redesign keeps most words, and what a deleted section leaves was there before.
 */
const thresholds = {
  /** A page with less content has nothing to lose. */
  words: 20,
  things: 5,
  /** A page that has lost more than that, and shows mostly other words, shows something else. */
  lost: 0.75,
  ownWordsKnown: 0.8,
  /** A script that failed is a reason why content is missing. */
  lostWithFailure: 0.5,
  /** Whatever it shows, a page that has lost more than that is not the same. */
  lostNearlyAll: 0.95,
  /** Long texts in one language share more words than that, whatever they are about. Headlines need not. */
  otherWordsShared: 0.15,
  longText: 150,
  /** Two addresses of one page share more than that, also if it has rotating content. */
  otherPageShared: 0.5,
} as const;

/**
 * Returns why the content of a page cannot be compared with what it was, as the rest of a sentence; null if it can.
 * @param hasFailed whether a script of the page failed
 */
export function describeReplaced(
  before: ContentDigest,
  now: ContentDigest,
  hasFailed: boolean,
): string | null {
  if (before.words < thresholds.words && before.things < thresholds.things) return null;
  const measure = ({ words, things }: ContentDigest) => words + things;
  const lost = 1 - measure(now) / measure(before);
  const known = estimateSharedWords(now, before) ?? 0;
  const kept = estimateSharedWords(before, now) ?? 0;
  const counts = `${now.words} different words instead of ${before.words}`;
  if (lost > thresholds.lostNearlyAll) return `has lost nearly all of its content: ${counts}`;
  if (lost > thresholds.lostWithFailure && hasFailed) return `has lost most of its content: ${counts}`;
  if (lost > thresholds.lost && known < thresholds.ownWordsKnown) return `shows something else: ${counts}`;
  const length = Math.min(before.words, now.words);
  const isOtherLanguage = before.language !== now.language && length >= thresholds.words;
  const isComparable = isOtherLanguage || (length >= thresholds.longText && !isUnspaced(before.language));
  if (isComparable && Math.max(known, kept) < thresholds.otherWordsShared)
    return `shows other words: it shares ${Math.round(100 * kept)} % of the words that it had`;
  return null;
}

/** True for a language without spaces, of which the digest has pairs of characters. They say little about a text. */
function isUnspaced(language: string | null): boolean {
  return ['zh', 'ja', 'th', 'lo', 'km', 'my'].includes(language ?? '');
}

/** A page of a scan, with what it shows. */
interface ObservedPage {
  url: string;
  content: ContentDigest;
  /** Whether a script of the page failed. */
  hasFailed: boolean;
}

/** What a page showed in the baseline. */
interface EarlierContent {
  url: string;
  before: ContentDigest;
}

/** A change of a page after which it cannot be compared. */
export interface ContentChange {
  /** For people. */
  sentence: string;
  /** Whether the configuration declares it. Then the page is compared nevertheless. */
  isDeclared: boolean;
}

/** Finds pages that changed so much since the baseline that findings which they no longer have are not fixed. */
export class ContentChanges {
  readonly #baseline: SiteState | null;
  readonly #expected: ExpectedChanges;
  /** By page identity. */
  readonly #pages = new Map<string, ObservedPage>();
  /** By what pages show now, then by what they showed in the baseline, the first such page. One is enough for both. */
  readonly #byContent = new Map<string, Map<string, EarlierContent>>();

  constructor(baseline: SiteState | null, expected: ExpectedChanges) {
    this.#baseline = baseline;
    this.#expected = expected;
  }

  /** Observes a page of the scan. All pages must be observed before the first is described. */
  observe(identity: string, page: ObservedPage): void {
    this.#pages.set(identity, page);
    const before = this.#contentBefore(identity);
    if (before === undefined) return;
    const key = toKey(page.content);
    const alike = this.#byContent.get(key) ?? new Map<string, EarlierContent>();
    this.#byContent.set(key, alike);
    if (!alike.has(toKey(before))) alike.set(toKey(before), { url: page.url, before });
  }

  /** Returns how a page changed too much to be compared; null for any other page. */
  find(identity: string): ContentChange | null {
    const page = this.#pages.get(identity);
    const before = this.#contentBefore(identity);
    if (page === undefined || before === undefined) return null;
    const { content, hasFailed } = page;
    if (toKey(content) === toKey(before)) return null;
    const replaced = describeReplaced(before, content, hasFailed) ?? this.#describeSame(before, content);
    if (replaced === null) return null;
    const sentence = `The page ${replaced}. So findings that it no longer has are not counted as fixed.`;
    return { sentence, isDeclared: this.#expected.recordChange(page.url) };
  }

  /** Describes a page that shows the same as another page from which it differed in the baseline. */
  #describeSame(before: ContentDigest, content: ContentDigest): string | null {
    const isOther = (page: ContentDigest) =>
      Math.max(estimateSharedWords(before, page) ?? 0, estimateSharedWords(page, before) ?? 0) <
      thresholds.otherPageShared;
    // Without a word, nothing says whether two pages are the same.
    if (before.words === 0 || content.words < thresholds.things || !isOther(content)) return null;
    for (const other of this.#byContent.get(toKey(content))?.values() ?? [])
      if (isOther(other.before))
        return `shows the same as ${redactQueries(other.url)}, from which it differed before`;
    return null;
  }

  #contentBefore(identity: string): ContentDigest | undefined {
    const pages = this.#baseline?.pages;
    return (getOwnMember(pages, identity) ?? getOwnMember(pages, hashIdentity(identity)))?.content;
  }
}

function toKey({ words, things, sample }: ContentDigest): string {
  return `${words} ${things} ${sample}`;
}
