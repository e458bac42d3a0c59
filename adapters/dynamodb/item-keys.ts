import type { ScanStatus } from '../../core/scans/scan.ts';

/** What the sort keys of a site's latest scans begin with. */
export const latestPrefix = 'latest#';

/**
 * Every key of the main table, so that the access patterns can be read in one place.
 *
 * | item                 | pk            | sk                   | gsi1              | gsi2                   | gsi3 (sparse)       | lsi1 (sparse) |
 * |----------------------|---------------|----------------------|-------------------|------------------------|---------------------|---------------|
 * | account              | account#A     | account              |                   |                        |                     |               |
 * | entry of an account  | accounts      | A                    |                   |                        |                     |               |
 * | month of an account  | account#A     | month#2026-11        |                   |                        |                     |               |
 * | site                 | account#A     | site#S               |                   |                        |                     |               |
 * | API key              | key#K         | key                  | keys-of#A / K     |                        |                     |               |
 * | day of a key         | key#K         | day#2026-11-21       |                   |                        |                     |               |
 * | refusals of a key    | key#K         | refused#HOUR#REASON  |                   |                        |                     |               |
 * | scan                 | scan#X        | scan                 | scans-of#S / X    | scans-of#S#STATUS / X  | unsettled#N / due   |               |
 * | what a scan begins with | scan#X     | start                |                   |                        |                     |               |
 * | what its site says of itself | scan#X | site               |                   |                        |                     |               |
 * | page of a scan       | scan#X        | page#P               |                   |                        |                     | open#ORDER    |
 * | links of a page      | scan#X        | links#DEPTH#P        |                   |                        |                     |               |
 * | chunk not yet sent   | scan#X        | unsent#C             |                   |                        |                     |               |
 * | place at a server    | server#HOST   | place#N              |                   |                        |                     |               |
 * | a server's wish to be left alone | server#HOST | pause       |                   |                        |                     |               |
 * | scan that waits for a place | server#HOST | waits#X          |                   |                        |                     |               |
 * | what a scan is compared with | scan#X | reference          |                   |                        |                     |               |
 * | latest scan of a branch | of-site#S  | latest#KEY#branch#HASH |                |                        | renew#N / renewed   |               |
 * | latest scan of a site | of-site#S    | latest#KEY#site      |                   |                        |                     |               |
 * | baselines of a branch | of-site#S    | baselines#KEY#branch#HASH |             |                        | renew#N / renewed   |               |
 * | baselines of a site  | of-site#S     | baselines#KEY#site   |                   |                        | renew#N / renewed   |               |
 * | point of the trend   | of-site#S     | trend#X              |                   |                        |                     |               |
 * | what a comparable key stands for | of-site#S | comparable#KEY |                   |                        |                     |               |
 * | suppression          | of-site#S     | suppression#U        |                   |                        |                     |               |
 * | number of suppressions | of-site#S   | suppressions         |                   |                        |                     |               |
 * | objects of a deleted site | purge#S  | purge                |                   |                        | purges / due        |               |
 * | idempotency          | idem#A#S#HASH | idem                 |                   |                        |                     |               |
 *
 * KEY is a comparable key. All of `of-site#S` goes with its site.
 */
export const itemKeys = {
  account: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'account' }),
  accountEntry: (accountId: string) => ({ pk: 'accounts', sk: accountId }),
  accountMonth: (accountId: string, month: string) => ({ pk: `account#${accountId}`, sk: `month#${month}` }),
  site: (accountId: string, siteId: string) => ({ pk: `account#${accountId}`, sk: `site#${siteId}` }),
  key: (keyId: string) => ({ pk: `key#${keyId}`, sk: 'key' }),
  keyDay: (keyId: string, day: string) => ({ pk: `key#${keyId}`, sk: `day#${day}` }),
  refusals: (keyId: string, hour: string, reason: string) => ({
    pk: `key#${keyId}`,
    sk: `refused#${hour}#${reason}`,
  }),
  scan: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'scan' }),
  start: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'start' }),
  reference: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'reference' }),
  page: (scanId: string, pageId: string) => ({ pk: `scan#${scanId}`, sk: `page#${pageId}` }),
  siteReading: (scanId: string) => ({ pk: `scan#${scanId}`, sk: 'site' }),
  links: (scanId: string, depth: number, pageId: string) => ({
    pk: `scan#${scanId}`,
    sk: `${linksOfDepth(depth)}${pageId}`,
  }),
  hostSlot: (host: string, slot: number) => ({ pk: `server#${host}`, sk: `place#${slot}` }),
  hostPause: (host: string) => ({ pk: `server#${host}`, sk: 'pause' }),
  waitingScan: (host: string, scanId: string) => ({ pk: `server#${host}`, sk: `waits#${scanId}` }),
  unsentChunk: (scanId: string, chunkId: string) => ({ pk: `scan#${scanId}`, sk: `unsent#${chunkId}` }),
  /** The branch goes in as a digest: a sort key has 1,024 bytes, which the name of a branch may fill alone. */
  latestOfBranch: (siteId: string, comparableKey: string, branchHash: string) => ({
    pk: ofSite(siteId),
    sk: `${latestPrefix}${comparableKey}#branch#${branchHash}`,
  }),
  latestOfSite: (siteId: string, comparableKey: string) => ({
    pk: ofSite(siteId),
    sk: `${latestPrefix}${comparableKey}#site`,
  }),
  /** @param branchHash undefined for the whole site */
  baselines: (siteId: string, comparableKey: string, branchHash: string | undefined) => ({
    pk: ofSite(siteId),
    sk: `baselines#${comparableKey}#${branchHash === undefined ? 'site' : `branch#${branchHash}`}`,
  }),
  trendPoint: (siteId: string, scanId: string) => ({ pk: ofSite(siteId), sk: `trend#${scanId}` }),
  comparable: (siteId: string, comparableKey: string) => ({
    pk: ofSite(siteId),
    sk: `comparable#${comparableKey}`,
  }),
  suppression: (siteId: string, suppressionId: string) => ({
    pk: ofSite(siteId),
    sk: `suppression#${suppressionId}`,
  }),
  suppressionCount: (siteId: string) => ({ pk: ofSite(siteId), sk: 'suppressions' }),
  purge: (siteId: string) => ({ pk: `purge#${siteId}`, sk: 'purge' }),
  idempotency: (accountId: string, siteId: string, keyHash: string) => ({
    pk: `idem#${accountId}#${siteId}#${keyHash}`,
    sk: 'idem',
  }),
};

/** Partition of what the service keeps for a site beside the site itself. */
export function ofSite(siteId: string): string {
  return `of-site#${siteId}`;
}

/** What the sort keys of the links of a depth's pages begin with. */
export const linksOfDepth = (depth: number) => `links#${String(depth).padStart(4, '0')}#`;

/** Partition keys of the indexes. */
export const indexKeys = {
  keysOfAccount: (accountId: string) => `keys-of#${accountId}`,
  scansOfSite: (siteId: string) => `scans-of#${siteId}`,
  scansOfSiteByStatus: (siteId: string, status: ScanStatus) => `scans-of#${siteId}#${status}`,
  /** Scans that still need watching, spread over a few partitions so that no single one becomes hot. */
  unsettled: (scanId: string) => `unsettled#${scanId.charCodeAt(scanId.length - 1) % UNSETTLED_SHARDS}`,
  unsettledShards: () => Array.from({ length: UNSETTLED_SHARDS }, (_, shard) => `unsettled#${shard}`),
  /** Scans that others can be compared with, whose objects are to be kept; spread likewise. */
  renewal: (siteId: string) => `renew#${siteId.charCodeAt(siteId.length - 1) % RENEWAL_SHARDS}`,
  renewalShards: () => Array.from({ length: RENEWAL_SHARDS }, (_, shard) => `renew#${shard}`),
  /** Deleted sites whose objects are still to be deleted; few, so that one partition holds them. */
  purges: () => 'purges',
  /** Order in which open pages are taken: depth first, then their place within it. */
  openPage: (page: { depth: number; position: number }) =>
    `open#${String(page.depth).padStart(4, '0')}#${String(page.position).padStart(6, '0')}`,
};

const UNSETTLED_SHARDS = 8;
const RENEWAL_SHARDS = 4;
