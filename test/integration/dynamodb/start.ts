import { type ChunkClaim, claimChunk } from '../../../adapters/dynamodb/chunks.ts';
import { updatePage } from '../../../adapters/dynamodb/frontier.ts';
import { itemKeys } from '../../../adapters/dynamodb/item-keys.ts';
import { readItem } from '../../../adapters/dynamodb/read-items.ts';
import type { Store } from '../../../adapters/dynamodb/store.ts';
import type { CrawlRules } from '../../../core/crawl/candidates.ts';
import { crawlSettingsDefault } from '../../../core/crawl/crawl-settings.ts';
import { endPage, type PageEnd } from '../../../core/crawl/tracked-page.ts';
import { createId } from '../../../core/ids.ts';
import { getScanHost } from '../../../core/scans/host-slots.ts';
import { buildChunkMessage, type ChunkMessage, type ChunkWork } from '../../../core/scans/messages.ts';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { type ScanStart, scanSettingsDefault } from '../../../core/scans/scan-settings.ts';

/** The start of a scan whose pages do not matter. */
export const noStart: ScanStart = {
  startUrls: [],
  sourcePaths: [],
  settings: scanSettingsDefault,
};

/** The work of a chunk that no browser scans. */
const noWork: ChunkWork = {
  ruleIds: [],
  settings: pageSettingsDefault,
  hashRoutes: false,
  marks: [],
  expectStatus: null,
  expectLogin: false,
  describe: (url) => ({ identity: url }),
};

/** Rules that exclude no page. */
export const anyPage: CrawlRules = {
  settings: { ...crawlSettingsDefault, maxPages: 1_000 },
  origin: 'https://shop.example',
  signedIn: false,
  allowed: () => true,
};

let slots = 0;

/** Returns a slot that no other test holds, because the scans of all tests have the same host. */
export function freeSlot(): number {
  slots += 1;
  return slots;
}

/** Claims pages as one chunk. Returns its message if the claim succeeded, else the reason. */
export async function claimPages(
  store: Store,
  { scan, pages, slotNumber }: Pick<ChunkClaim, 'scan' | 'pages'> & { slotNumber: number },
): Promise<ChunkMessage | 'passed' | 'slot-lost' | 'quota'> {
  const now = new Date();
  const account = await readItem(store, itemKeys.hostAccount(getScanHost(scan), scan.accountId));
  const slot = { number: slotNumber, claims: Number(account?.claims ?? 0) };
  const message = buildChunkMessage(scan, createId('chunk', now), noWork, pages);
  const taken = await claimChunk(store, { scan, message, pages, slot, pagesPerMonth: 1_000_000, now });
  if (typeof taken === 'object') return 'quota';
  return taken === 'taken' ? message : taken;
}

/** Ends a page in the table. */
export async function endStoredPage(
  store: Store,
  scanId: string,
  pageId: string,
  end: PageEnd,
): Promise<void> {
  await updatePage(store, scanId, pageId, (page) => endPage(page, end));
}
