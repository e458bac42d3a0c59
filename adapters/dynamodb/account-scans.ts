import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { buildFirstIdAt } from '../../core/ids.ts';
import { type Listing, listMatching } from '../../core/listing/listing.ts';
import type { ListRange } from '../../core/listing/page.ts';
import type { AccountScanFilter, Scan } from '../../core/scans/scan.ts';
import { isSameCommit } from '../../core/scans/scan-metadata.ts';
import type { TableIndex } from '../../core/storage/indexes.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { readItems } from './read-items.ts';
import { isScanItem, type ScanItem, toScan } from './scan-item.ts';
import type { Store } from './store.ts';

/** Entries of the index that one query of a filtered list reads: about 300 KB. */
const READ_FILTERED = 1_000;

/** Entries of the index whose attributes match, before the scans themselves are read. */
const MATCHES_AT_ONCE = 100;

/** Commits are filtered in the index by their beginning, because either hash may be abbreviated. */
const COMMIT_LENGTH_MIN = 7;

/**
 * Returns the scans of an account that match, newest first. It reads a bounded part of the index, so `next` may be
 * present although no further scan matches.
 */
export function listAccountScans(
  store: Store,
  accountId: string,
  filter: AccountScanFilter,
  { limit, after }: ListRange,
): Promise<Listing<Scan>> {
  const { from: _from, to: _to, ...attributes } = filter;
  const isFiltered = Object.values(attributes).some((value) => value !== undefined);
  const atOnce = isFiltered ? READ_FILTERED : limit + 1;
  return listMatching(
    (later) => readScans(store, accountId, filter, atOnce, later),
    (scan) => matches(scan, filter),
    { limit, idOf: ({ scanId }) => scanId, ...(after === undefined ? {} : { after }) },
  );
}

/** Reads a part of the index, and the scans whose attributes match there. */
async function readScans(
  store: Store,
  accountId: string,
  filter: AccountScanFilter,
  atOnce: number,
  after: string | undefined,
): Promise<Listing<Scan>> {
  const { from, to } = filter;
  const period = {
    first: from === undefined ? FIRST_ID : buildFirstIdAt('scan', from),
    last: to === undefined ? LAST_ID : buildFirstIdAt('scan', to),
  };
  // DynamoDB refuses a range that ends before it begins.
  if (period.first > period.last) return { items: [] };
  const { Items = [], LastEvaluatedKey } = await store.db.send(
    new QueryCommand({
      TableName: store.table,
      IndexName: 'gsi4' satisfies TableIndex,
      ...buildConditions(accountId, filter, period),
      ...(after === undefined ? {} : { ExclusiveStartKey: buildStartKey(accountId, after) }),
      ScanIndexForward: false,
      Limit: atOnce,
    }),
  );
  const matching = Items.map(({ gsi4sk }) => String(gsi4sk));
  const ids = matching.slice(0, MATCHES_AT_ONCE);
  const last = ids.length < matching.length ? ids.at(-1) : LastEvaluatedKey?.gsi4sk;
  const found = (await readItems(store, ids.map(itemKeys.scan))) as unknown as ScanItem[];
  const items = found.filter(isScanItem).map(toScan);
  return last === undefined ? { items } : { items, next: String(last) };
}

function buildStartKey(accountId: string, scanId: string): Record<string, string> {
  return { ...itemKeys.scan(scanId), gsi4pk: indexKeys.scansOfAccount(accountId), gsi4sk: scanId };
}

/** These sort before and after every id of a scan. */
const FIRST_ID = 'scan_';
const LAST_ID = 'scan_~';

function buildConditions(
  accountId: string,
  { siteIds, status, branch, commit, gate, actor }: AccountScanFilter,
  { first, last }: { first: string; last: string },
): Partial<QueryCommandInput> {
  const names: Record<string, string> = Object.create(null);
  const values: Record<string, string> = {
    ':pk': indexKeys.scansOfAccount(accountId),
    ':first': first,
    ':last': last,
  };
  const filters = Object.entries({ status, branch, gate, actor }).flatMap(([name, value]) => {
    if (value === undefined) return [];
    names[`#${name}`] = name;
    values[`:${name}`] = value;
    return [`#${name} = :${name}`];
  });
  if (commit !== undefined) {
    names['#commit'] = 'commit';
    values[':commit'] = commit.slice(0, COMMIT_LENGTH_MIN);
    filters.push('begins_with(#commit, :commit)');
  }
  if (siteIds !== undefined) {
    const placeholders = siteIds.map((siteId, index) => {
      values[`:site${index}`] = siteId;
      return `:site${index}`;
    });
    filters.push(`siteId IN (${placeholders.join(', ')})`);
  }
  return {
    // BETWEEN includes its end, but the random part of an id is never as small as in the first id of a time.
    KeyConditionExpression: 'gsi4pk = :pk AND gsi4sk BETWEEN :first AND :last',
    ...(filters.length === 0 ? {} : { FilterExpression: filters.join(' AND ') }),
    ...(Object.keys(names).length === 0 ? {} : { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: values,
  };
}

/** True if a scan matches. The index may be behind the table, and has only the beginnings of commits. */
function matches({ config, ...scan }: Scan, { status, commit, gate }: AccountScanFilter): boolean {
  return (
    (status === undefined || scan.status === status) &&
    (gate === undefined || scan.summary?.gate === gate) &&
    (commit === undefined || isSameCommit(config.metadata?.commit, commit))
  );
}
