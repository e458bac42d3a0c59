import { z } from 'zod';
import type { Page } from '../listing/page.ts';
import { isSameLabel } from '../sites/labels.ts';
import type { SiteEntry } from './site-entry.ts';

/** The orders of the overview, with what comes first. */
export const overviewOrders = {
  new: 'sites with the most new violations first, then sites whose last scan or gate did not pass or that were not judged completely, then sites without a baseline, then all others; in each, sites with the most issue groups first',
  name: 'by name',
  last: 'the site whose newest scan was triggered last first',
} as const;
export type OverviewOrder = keyof typeof overviewOrders;

/** Filter for the sites of the overview. */
export interface OverviewFilter {
  label?: string | undefined;
  /** Part of the name or the host. */
  text?: string | undefined;
}

/** One page of the overview. */
export interface OverviewPage extends Page<SiteEntry> {
  /** Number of sites that match. */
  total: number;
  /** All labels of the sites that the caller may access. */
  labels: string[];
}

/** True if a site matches; upper and lower case mean the same. */
export function isEntryMatching({ name, host, labels }: SiteEntry, { label, text }: OverviewFilter): boolean {
  const part = text?.toLowerCase();
  return (
    (label === undefined || labels.some((each) => isSameLabel(each, label))) &&
    (part === undefined || name.toLowerCase().includes(part) || host.toLowerCase().includes(part))
  );
}

/**
 * What an order compares, most important first. The id of the site is last, so that no two positions are equal. A
 * position is in the cursor of a page, so that the next page begins after it even if the site has changed since.
 */
export type Position = (number | string)[];

const positionSchema = z.array(z.union([z.number(), z.string()]));

/** Returns the position that a cursor has. */
export function parsePosition(text: string): Position {
  return positionSchema.parse(JSON.parse(text));
}

/** Returns the position of a site in an order. */
export function getPosition(entry: SiteEntry, order: OverviewOrder): Position {
  const { siteId, last, result } = entry;
  const name = entry.name.toLowerCase();
  if (order === 'name') return [name, siteId];
  // Ids of scans sort by time. This makes the newest the smallest.
  if (order === 'last') return [last === null ? 1 : 0, invert(last?.scanId ?? ''), siteId];
  return [-(result?.new ?? 0), rankCertainty(entry), -(result?.issueGroups ?? 0), name, siteId];
}

/** Returns 0 if something is wrong or unknown about the newest scans of a site, 1 if nothing was compared, else 2. */
function rankCertainty({ last, result }: SiteEntry): number {
  const isFailing = result?.gate === 'failed' || result?.gate === 'inconclusive';
  const isIncomplete = (last !== null && last.status !== 'completed') || (result?.pagesNotJudged ?? 0) > 0;
  if (isFailing || isIncomplete) return 0;
  return result === null || result.new === null ? 1 : 2;
}

/** Compares two positions of the same order. */
export function comparePositions(one: Position, other: Position): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? value;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

const LARGEST = 0x7f;

/** Returns a text of ASCII characters such that texts sort in the opposite order. */
function invert(text: string): string {
  return Array.from(text, (character) => String.fromCharCode(LARGEST - character.charCodeAt(0))).join('');
}

/** Returns all labels of sites, each once, sorted. */
export function listLabels(entries: readonly SiteEntry[]): string[] {
  const byName = new Map(
    entries.flatMap(({ labels }) => labels).map((label) => [label.toLowerCase(), label]),
  );
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, label]) => label);
}
