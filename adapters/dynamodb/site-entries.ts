import { digestBranch, isResultOf } from '../../core/overview/main-branch.ts';
import {
  buildScanFacts,
  buildSiteFacts,
  type ScanFacts,
  type SiteFacts,
} from '../../core/overview/site-entry.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { ScanEnd } from '../../core/scans/settlement.ts';
import type { Site } from '../../core/sites/site.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import type { NewerItem } from './write-newer.ts';

/**
 * Builds the item that shows a new or changed site in the overview.
 * @param removesResult whether the result that is shown was chosen for another main branch
 */
export function buildSiteEntryItem(store: Store, site: Site, removesResult = false): TransactItem {
  const facts = buildSiteFacts(site);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.siteEntry(site.accountId, site.siteId),
      UpdateExpression: `SET #name = :name, #host = :host, labels = :labels, createdAt = :createdAt, mainBranchDigest = :mainBranch${
        removesResult ? ' REMOVE #result' : ''
      }`,
      ExpressionAttributeNames: {
        '#name': 'name',
        '#host': 'host',
        ...(removesResult ? { '#result': 'result' } : {}),
      },
      ExpressionAttributeValues: {
        ':name': facts.name,
        ':host': facts.host,
        ':labels': facts.labels,
        ':createdAt': facts.createdAt,
        ':mainBranch': digestBranch(site.mainBranch),
      },
    },
  };
}

/** Builds the item that removes a site from the overview. */
export function buildSiteEntryDeletion(store: Store, accountId: string, siteId: string): TransactItem {
  return { Delete: { TableName: store.table, Key: itemKeys.siteEntry(accountId, siteId) } };
}

/** The item of a site in the overview, without its keys. */
type SiteEntryItem = SiteFacts &
  ScanFacts & {
    /** See `digestBranch`. It decides which result is shown. */
    mainBranchDigest: string | null;
  };

/**
 * Builds the item that shows the end of a scan in the overview, if the scan is newer than the ones shown.
 * @param stored the entry as it was read; undefined if the site was deleted, which must not appear again
 */
export function buildScanEntryItem(
  store: Store,
  scan: Scan,
  end: ScanEnd,
  stored: Partial<SiteEntryItem> | undefined,
): NewerItem | undefined {
  if (stored === undefined) return undefined;
  const { mainBranchDigest = null } = stored;
  const facts = buildScanFacts(scan, end, isResultOf(scan, mainBranchDigest));
  const newer = Object.entries(facts).filter(
    ([name, fact]) => (stored[name as keyof ScanFacts]?.scanId ?? '') <= fact.scanId,
  );
  if (newer.length === 0) return undefined;
  return {
    item: buildFactsUpdate(store, scan, Object.fromEntries(newer), mainBranchDigest),
    reduce: (now) => buildScanEntryItem(store, scan, end, now),
  };
}

/**
 * Builds the item that shows members of a scan in the overview, on condition that they are not older than those shown,
 * and that the main branch of the site is the one that they were chosen for.
 */
export function buildFactsUpdate(
  store: Store,
  { accountId, siteId, scanId }: Pick<Scan, 'accountId' | 'siteId' | 'scanId'>,
  facts: ScanFacts,
  mainBranchDigest: string | null,
) {
  const names = Object.keys(facts);
  const isNewer = names.map((name) => `(attribute_not_exists(#${name}) OR #${name}.scanId <= :scan)`);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.siteEntry(accountId, siteId),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: ['attribute_exists(pk)', 'mainBranchDigest = :mainBranch', ...isNewer].join(
        ' AND ',
      ),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [`:${name}`, fact])),
        ':scan': scanId,
        ':mainBranch': mainBranchDigest,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  } satisfies TransactItem;
}
