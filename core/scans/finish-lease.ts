/** The right to build the report of a scan. It prevents that several functions build the same report. */
export interface FinishLease {
  /** Id of the message that requested the report. */
  holder: string;
  /** When the function that builds the report has ended at the latest, RFC 3339 UTC. */
  until: string;
  /** Number of functions before this one that died while they built the report. */
  lost: number;
}

/**
 * Number of functions that may die while they build one report. Their messages become visible again only after an hour,
 * so that the limit of deliveries would end the scan too late.
 */
export const FINISHERS_LOST_MAX = 3;

/** True if a function builds the report now. */
export function isBeingFinished({ finishing }: { finishing?: FinishLease | undefined }, now: Date): boolean {
  return finishing !== undefined && now.getTime() < Date.parse(finishing.until);
}

/**
 * Returns the lease of a function that wants to build the report; undefined if another function builds it. A message
 * that is delivered again may take over its own lease: the queue delivers it again only when its function has failed.
 */
export function takeFinishLease(
  current: FinishLease | undefined,
  { holder, until }: { holder: string; until: Date },
  now: Date,
): FinishLease | undefined {
  const isOwn = current?.holder === holder;
  if (!isOwn && isBeingFinished({ finishing: current }, now)) return undefined;
  const lost = (current?.lost ?? 0) + (current === undefined || isOwn ? 0 : 1);
  return { holder, until: until.toISOString(), lost };
}
