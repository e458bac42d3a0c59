import type { ChunkWork } from '../../../adapters/dynamodb/chunks.ts';
import type { CrawlRules } from '../../../core/crawl/candidates.ts';
import { crawlSettingsDefault } from '../../../core/crawl/crawl-settings.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { type ScanStart, scanSettingsDefault } from '../../../core/scans/scan-settings.ts';

/** Of a scan whose pages do not matter. */
export const noStart: ScanStart = {
  startUrls: [],
  sourcePaths: [],
  settings: scanSettingsDefault,
};

/** What a chunk is to be scanned with, where nobody scans it. */
export const noWork: ChunkWork = {
  ruleIds: [],
  settings: pageSettingsDefault,
  hashRoutes: false,
  marks: [],
  expectStatus: null,
  describe: (url) => ({ identity: url }),
};

/** Rules that leave no page out. */
export const anyPage: CrawlRules = {
  settings: { ...crawlSettingsDefault, maxPages: 1_000 },
  origin: 'https://shop.example',
  signedIn: false,
  allowed: () => true,
};

let places = 0;

/** A place that no other test holds: their scans are all of the same server. */
export function freePlace(): number {
  places += 1;
  return places;
}
