import { buildScanFacts, buildSiteFacts, type ScanFacts } from '../../core/overview/site-entry.ts';
import type { Scan } from '../../core/scans/scan.ts';
import type { ScanEnd } from '../../core/scans/settlement.ts';
import type { Site } from '../../core/sites/site.ts';
import { itemKeys } from './item-keys.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';
import type { NewerItem } from './write-newer.ts';

/** Builds the item that shows a new or changed site in the overview. */
export function buildSiteEntryItem(store: Store, site: Site): TransactItem {
  const facts = buildSiteFacts(site);
  return {
    Update: {
      TableName: store.table,
      Key: itemKeys.siteEntry(site.accountId, site.siteId),
      UpdateExpression: 'SET #name = :name, #host = :host, labels = :labels, createdAt = :createdAt',
      ExpressionAttributeNames: { '#name': 'name', '#host': 'host' },
      ExpressionAttributeValues: {
        ':name': facts.name,
        ':host': facts.host,
        ':labels': facts.labels,
        ':createdAt': facts.createdAt,
      },
    },
  };
}

/** Builds the item that removes a site from the overview. */
export function buildSiteEntryDeletion(store: Store, accountId: string, siteId: string): TransactItem {
  return { Delete: { TableName: store.table, Key: itemKeys.siteEntry(accountId, siteId) } };
}

/** Builds the item that shows the end of a scan in the overview, if the scan is newer than the ones shown. */
export function buildScanEntryItems(store: Store, scan: Scan, end: ScanEnd): NewerItem[] {
  return toNewerItems(store, scan, buildScanFacts(scan, end));
}

const factNames = ['last', 'result'] as const;

function toNewerItems(store: Store, scan: Scan, facts: ScanFacts): NewerItem[] {
  const names = factNames.filter((name) => facts[name] !== undefined);
  if (names.length === 0) return [];
  const isNewer = names.map((name) => `(attribute_not_exists(#${name}) OR #${name}.scanId <= :scan)`);
  const item: TransactItem = {
    Update: {
      TableName: store.table,
      Key: itemKeys.siteEntry(scan.accountId, scan.siteId),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
      // A deleted site must not appear again.
      ConditionExpression: `attribute_exists(pk) AND ${isNewer.join(' AND ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name) => [`:${name}`, facts[name]])),
        ':scan': scan.scanId,
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
  const reduce: NewerItem['reduce'] = (stored) => {
    if (stored === undefined) return undefined;
    const newer = names.filter((name) => ((stored as ScanFacts)[name]?.scanId ?? '') <= scan.scanId);
    const left = Object.fromEntries(newer.map((name) => [name, facts[name]]));
    return toNewerItems(store, scan, left)[0];
  };
  return [{ item, reduce }];
}
