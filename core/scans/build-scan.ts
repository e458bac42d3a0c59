import type { Principal } from '../access/principal.ts';
import { getActorId } from '../audit/audit-entry.ts';
import { createId } from '../ids.ts';
import type { Site } from '../sites/site.ts';
import { isCrawlSmaller } from './is-crawl-smaller.ts';
import type { Scan } from './scan.ts';
import type { ScanConfig } from './scan-config.ts';

/** A scan that was just triggered: queued, with what the report says of its site taken from the site as it is now. */
export function buildScan(trigger: {
  site: Site;
  config: ScanConfig;
  principal: Principal;
  requestId: string;
  now: Date;
}): Scan {
  const { site, config, principal, requestId, now } = trigger;
  return {
    scanId: createId('scan', now),
    accountId: site.accountId,
    siteId: site.siteId,
    siteName: site.name,
    siteUrl: site.url,
    status: 'queued',
    config,
    ...(isCrawlSmaller(site, config) ? { smallerCrawl: true } : {}),
    actor: getActorId(principal),
    correlationId: requestId,
    createdAt: now.toISOString(),
    planned: false,
    pagesKnown: 0,
    pagesDone: 0,
    pagesScanned: 0,
    report: 'pending',
  };
}
