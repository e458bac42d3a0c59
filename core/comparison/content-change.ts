import { redactQueries } from '../redaction/redact-queries.ts';
import { type ContentDigest, estimateSharedWords } from '../scans/content-digest.ts';
import { getOwnMember, type SiteState } from './site-state.ts';

/**
 * Thresholds of a change after which a page cannot be compared with what it was. They are measured: see
 * `docs/not-decided.md`. A redesign keeps most words, and what a deleted section leaves was there before.
 */
const thresholds = {
  /** A page with less content has nothing to lose. */
  words: 20,
  things: 5,
  /** A page that has lost more than that, and shows other words than it had, shows something else. */
  lost: 0.75,
  ownWordsKnown: 0.8,
  /** Whatever it shows, a page that has lost more than that is not the same. */
  lostNearlyAll: 0.95,
  /** Pages in one language share more words than that, whatever they are about. */
  otherWordsShared: 0.15,
} as const;

/** Returns why the content of a page cannot be compared with what it was, as the rest of a sentence; null if it can. */
function describeReplaced(before: ContentDigest, now: ContentDigest): string | null {
  if (before.words < thresholds.words && before.things < thresholds.things) return null;
  const measure = ({ words, things }: ContentDigest) => words + things;
  const lost = 1 - measure(now) / measure(before);
  const known = estimateSharedWords(now, before) ?? 0;
  const kept = estimateSharedWords(before, now) ?? 0;
  const counts = `${now.words} different words instead of ${before.words}`;
  if (lost > thresholds.lostNearlyAll) return `has lost nearly all of its content: ${counts}`;
  if (lost > thresholds.lost && known < thresholds.ownWordsKnown) return `shows something else: ${counts}`;
  const areEnough = Math.min(before.words, now.words) >= thresholds.words;
  if (areEnough && Math.max(known, kept) < thresholds.otherWordsShared)
    return `shows other words: it shares ${Math.round(100 * kept)} % of the words that it had`;
  return null;
}

/** A page of a scan, with what it shows. */
interface ObservedPage {
  url: string;
  content: ContentDigest;
}

/** Finds pages that changed so much since the baseline that findings which they no longer have are not fixed. */
export class ContentChanges {
  readonly #baseline: SiteState | null;
  readonly #isExpected: (url: string) => boolean;
  /** By page identity. */
  readonly #pages = new Map<string, ObservedPage>();
  /** The identities of the pages with one content. */
  readonly #byContent = new Map<string, string[]>();

  /** @param isExpected returns whether the configuration declares that a page changes */
  constructor(baseline: SiteState | null, isExpected: (url: string) => boolean) {
    this.#baseline = baseline;
    this.#isExpected = isExpected;
  }

  /** Observes a page of the scan. All pages must be observed before the first is described. */
  observe(identity: string, page: ObservedPage): void {
    this.#pages.set(identity, page);
    const key = toKey(page.content);
    this.#byContent.set(key, [...(this.#byContent.get(key) ?? []), identity]);
  }

  /** Returns a sentence about a page that changed too much to be compared; null for any other page. */
  describe(identity: string): string | null {
    const page = this.#pages.get(identity);
    const before = this.#contentBefore(identity);
    if (page === undefined || before === undefined || this.#isExpected(page.url)) return null;
    const { content } = page;
    if (toKey(content) === toKey(before)) return null;
    const replaced = describeReplaced(before, content) ?? this.#describeSame(identity, before, content);
    return replaced && `The page ${replaced}. So findings that it no longer has are not counted as fixed.`;
  }

  /** Describes a page that shows the same as another page that differed from it in the baseline. */
  #describeSame(
    identity: string,
    before: ContentDigest,
    { words, things, ...content }: ContentDigest,
  ): string | null {
    if (words + things < thresholds.things) return null;
    const other = this.#byContent
      .get(toKey({ words, things, ...content }))
      ?.find((each) => each !== identity && this.#wasOther(each, before));
    const url = other === undefined ? undefined : this.#pages.get(other)?.url;
    return url === undefined
      ? null
      : `shows the same as ${redactQueries(url)}, from which it differed before`;
  }

  #wasOther(identity: string, before: ContentDigest): boolean {
    const other = this.#contentBefore(identity);
    return other !== undefined && toKey(other) !== toKey(before);
  }

  #contentBefore(identity: string): ContentDigest | undefined {
    return getOwnMember(this.#baseline?.pages, identity)?.content;
  }
}

function toKey({ words, things, sample }: ContentDigest): string {
  return `${words} ${things} ${sample}`;
}
