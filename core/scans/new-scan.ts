import type { Principal } from '../access/principal.ts';
import { newId } from '../ids.ts';
import { pageUrls, type Site } from '../sites/site.ts';
import type { Scan, ScanConfig } from './scan.ts';

/**
 * A scan that was just triggered: queued, with the URLs it begins with taken from the site as it is now, so
 * that a later change of the site does not change a scan that is under way.
 */
export function newScan(trigger: {
  site: Site;
  config: ScanConfig;
  principal: Principal;
  requestId: string;
  now: Date;
}): Scan {
  const { site, config, principal, requestId, now } = trigger;
  return {
    scanId: newId('scan', now),
    accountId: site.accountId,
    siteId: site.siteId,
    siteName: site.name,
    siteUrl: site.url,
    status: 'queued',
    config,
    startUrls: pageUrls(site, config.url),
    keyId: principal.keyId,
    correlationId: requestId,
    createdAt: now.toISOString(),
    planned: false,
    pagesKnown: 0,
    pagesDone: 0,
    pagesScanned: 0,
    report: 'pending',
  };
}
