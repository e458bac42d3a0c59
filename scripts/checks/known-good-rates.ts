import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How often a check reports something on known-good pages. */
interface KnownGoodRate {
  /** The version of the check that was measured. */
  version: number;
  /** Numbers of elements, by kind of the finding. */
  violations: number;
  reviews: number;
  /** Number of pages with a finding. */
  pages: number;
}

/** What `npm run bench:known-good -- --write` measured. */
interface KnownGoodRates {
  /** Number of pages that were scanned. */
  pages: number;
  checks: Readonly<Record<string, KnownGoodRate>>;
}

const file = join(import.meta.dirname, 'known-good-rates.json');
const { pages, checks } = JSON.parse(readFileSync(file, 'utf8')) as KnownGoodRates;

/** Returns a text about how often a check reports something on known-good pages. */
export function describeKnownGoodRate({ id, version }: { id: string; version: number }): string {
  const rate = checks[id];
  if (rate === undefined) return 'not measured yet';
  if (rate.version !== version) return `measured for version ${rate.version} only`;
  const { violations, reviews } = rate;
  if (violations + reviews === 0) return `nothing on ${pages} pages`;
  const found = [countOf(violations, 'violation'), countOf(reviews, 'question')].filter(
    (text) => text !== '',
  );
  return `${found.join(' and ')}, on ${rate.pages} of ${pages} pages`;
}

function countOf(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
