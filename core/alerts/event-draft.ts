import { createHash } from 'node:crypto';
import { buildDerivedId } from '../ids.ts';
import { getScanScope, isSiteResult } from '../scans/is-site-result.ts';
import type { Scan } from '../scans/scan.ts';
import type { Site } from '../sites/site.ts';
import type { AlertEvent } from './event.ts';
import { buildScanLinks, type Origin } from './event-links.ts';

/** An event without its id and its time, which follow from its outbox entry. */
export type EventDraft = Pick<AlertEvent, 'type' | 'siteId' | 'data' | 'audience'>;

/** Returns an event. The same entry and type always give the same id. */
export function buildEvent(draft: EventDraft, { entryId, at }: { entryId: string; at: string }): AlertEvent {
  const digest = createHash('sha256')
    .update(JSON.stringify([entryId, draft.type]))
    .digest();
  return { eventId: buildDerivedId('event', new Date(at), digest), timestamp: at, ...draft };
}

/** Returns the members that the data of all events about a scan have. */
export function describeScan(scan: Scan, site: Site, at: Origin) {
  const scope = getScanScope(scan);
  return {
    ...describeSite(site),
    scan: {
      id: scan.scanId,
      status: scan.status,
      branch: scope.branch,
      commit: scan.config.metadata?.commit ?? null,
      isSiteResult: isSiteResult(scope, site.mainBranch),
      createdAt: scan.createdAt,
      finishedAt: scan.finishedAt ?? null,
    },
    links: buildScanLinks(at, scan.scanId),
  };
}

/** Returns the members that the data of all events about a site have. */
export function describeSite({ accountId, siteId, name, url }: Site) {
  return { accountId, site: { id: siteId, name, url } };
}

/** Returns the id of the message about an entry or a digest: one message, also if it is about several events. */
export function buildMessageId({ entryId, at }: { entryId: string; at: string }): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([entryId, at, 'message']))
    .digest();
  return buildDerivedId('event', new Date(at), digest);
}
