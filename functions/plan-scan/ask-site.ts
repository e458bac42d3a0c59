import { keepSiteReading, readSiteReading } from '../../adapters/dynamodb/site-readings.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { nothingRead, type SiteReading } from '../../core/crawl/site-reading.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import type { EgressPolicy } from '../../scanner/egress/policy.ts';
import { askSite as ask } from '../../scanner/site/ask-site.ts';

/** What the site says of its pages; the first answer is the one that counts, also for a plan that is made again. */
export async function askSite(
  store: Store,
  scanId: string,
  start: ScanStart,
  egress: EgressPolicy,
): Promise<SiteReading> {
  const before = await readSiteReading(store, scanId);
  if (before) return before;
  const reading = await ask(start, { egress });
  if (reading === nothingRead) return nothingRead;
  await keepSiteReading(store, scanId, reading);
  return (await readSiteReading(store, scanId)) ?? nothingRead;
}
