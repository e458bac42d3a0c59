import { z } from 'zod';
import type { Matchable } from '../comparison/match.ts';
import { type FindingKind, findingKinds } from '../findings/finding-kind.ts';
import type { Scan } from '../scans/scan.ts';

/** A scan that first saw, fixed or saw again at least one finding. */
export const historyScanSchema = z.object({
  scanId: z.string(),
  /** `metadata.commit`; null if not given. */
  commit: z.string().nullable(),
  /** When it was triggered, RFC 3339. */
  at: z.string(),
});
export type HistoryScan = z.infer<typeof historyScanSchema>;

export function toHistoryScan({
  scanId,
  config,
  createdAt,
}: Pick<Scan, 'scanId' | 'config' | 'createdAt'>): HistoryScan {
  return { scanId, commit: config.metadata?.commit ?? null, at: createdAt };
}

const lifeSchema = z.object({
  /**
   * Indexes into the scans of the history, in order: first seen, fixed, seen again, fixed and so on. So it is open if
   * the number of events is odd.
   */
  events: z.array(z.number().int().min(0)).min(1),
  /** Number of events after the first one that are not listed; even. */
  omitted: z.number().int().min(2).optional(),
  /** True if it was there before the history begins, so that the first event is later than its real beginning. */
  isEarlier: z.literal(true).optional(),
  /** True if it was open, and later scans neither have it nor observed that it is fixed. */
  isUnknown: z.literal(true).optional(),
});
/** When a finding or an issue group was first seen, fixed, and seen again. */
export type Life = z.infer<typeof lifeSchema>;

export const storedFindingSchema = lifeSchema.extend({
  /** Issue group; null if no scan has seen the finding since the history began. */
  group: z.string().nullable(),
  /** Index into the pages of the history. */
  page: z.number().int().min(0),
  ruleId: z.string(),
  /** See `buildSpot`. */
  spot: z.string(),
});
type StoredFinding = z.infer<typeof storedFindingSchema>;

export interface FindingHistory extends Omit<StoredFinding, 'page'> {
  /** See `buildPageIdentity`. */
  page: string;
}

export const groupHistorySchema = lifeSchema.extend({
  ruleId: z.string(),
  kind: z.enum(findingKinds),
  /** True if the history dropped a finding whose state is unknown, so that the group never counts as fixed. */
  hasLostFinding: z.literal(true).optional(),
});
export type GroupHistory = z.infer<typeof groupHistorySchema>;

/** The history of a site for one branch and one comparable key, as of one scan. */
export interface SiteHistory {
  /** The scan that stores it. */
  asOf: HistoryScan;
  /** In the order in which they were compared. */
  scans: readonly HistoryScan[];
  /** By fingerprint. */
  findings: ReadonlyMap<string, FindingHistory>;
  /** By id of the issue group. */
  groups: ReadonlyMap<string, GroupHistory>;
}

/** Returns text that is equal for elements at the same location of a page, so that an edited element is recognized. */
export function buildSpot(finding: Pick<Matchable, 'kind' | 'frame' | 'place'>): string {
  return `${finding.kind} ${finding.frame.length} ${finding.place}`;
}

/** Returns the kind of the findings at a location. @param spot see `buildSpot` */
export function getSpotKind(spot: string): FindingKind {
  return spot.startsWith('review ') ? 'review' : 'violation';
}

/** True if a location is not in a frame. @param spot see `buildSpot` */
export function isInTopDocument(spot: string): boolean {
  return spot.split(' ')[1] === '0';
}

/** The states in which a history can be. */
export const lifeStates = {
  open: 'The last scan that observed it saw it.',
  fixed: 'A scan observed that it is gone, and no later scan saw it.',
  unknown:
    'It was open, and later scans neither saw it nor observed that it is fixed. For example, the page is no longer part of the scans.',
} as const;
export type LifeState = keyof typeof lifeStates;

export function getLifeState({ events, isUnknown }: Life): LifeState {
  if (events.length % 2 === 0) return 'fixed';
  return isUnknown ? 'unknown' : 'open';
}

/** Maximum number of events that are stored: the first one and the last ones. */
export const EVENTS_MAX = 10;

/** Returns a life that changes in a scan: an open one is fixed, a fixed one is seen again. */
export function addEvent<T extends Life>(life: T, scan: number): T {
  const { events, omitted = 0, isUnknown: _, ...rest } = life;
  const [first = scan, ...later] = [...events, scan];
  // Two at a time, so that the events still alternate.
  const dropped = 1 + later.length > EVENTS_MAX ? 2 : 0;
  const all = omitted + dropped;
  return { ...rest, events: [first, ...later.slice(dropped)], ...(all > 0 ? { omitted: all } : {}) } as T;
}

/** Returns the first scan that found each open issue group, by its id; without those that may be older. */
export function findFirstSeen({ groups, scans }: SiteHistory): Map<string, HistoryScan> {
  const firstSeen = new Map<string, HistoryScan>();
  for (const [id, life] of groups) {
    const scan = scans[life.events[0] ?? -1];
    if (scan && !life.isEarlier && getLifeState(life) === 'open') firstSeen.set(id, scan);
  }
  return firstSeen;
}
