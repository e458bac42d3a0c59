import { createInvalidRequest } from '../core/problems/problem.ts';
import { resolveScanStart } from '../core/scans/resolve-settings.ts';
import type { ScanConfig } from '../core/scans/scan-config.ts';
import type { ScanStart } from '../core/scans/scan-settings.ts';
import { findMaxPagesFault } from '../core/sites/listed-pages.ts';
import { isOriginAllowed, type Site } from '../core/sites/site.ts';
import { type CheckUrl, requireAllowedUrl } from './require-allowed-url.ts';

/**
 * Returns the start of a scan of a site.
 * @throws Problem invalid-request if the site does not allow this config
 */
export function prepareScan(check: CheckUrl, site: Site, config: ScanConfig): ScanStart {
  requireOrigin(site, config);
  if (config.url !== undefined) requireAllowedUrl(check, 'config.url', config.url);
  const start = resolveScanStart(site, config);
  requirePages(config, start.startUrls.length);
  return start;
}

function requireOrigin(site: Site, { url }: ScanConfig): void {
  if (url === undefined || isOriginAllowed(site, url)) return;
  const allowed = [new URL(site.url).origin, ...site.origins];
  throw createInvalidRequest([
    { path: 'config.url', message: "must be on the site's origin or one of its origins", allowed },
  ]);
}

function requirePages({ maxPages }: ScanConfig, startUrls: number): void {
  const message = maxPages === undefined ? null : findMaxPagesFault(maxPages, startUrls);
  if (message !== null) throw createInvalidRequest([{ path: 'config.maxPages', message }]);
}
