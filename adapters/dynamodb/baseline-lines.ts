import { isDeepStrictEqual } from 'node:util';
import { type BaselineLine, emptyLine, listLineScanIds } from '../../core/comparison/baseline-line.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { hashBranch } from './latest-scans.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Which line of scans is meant. */
interface LineOf {
  siteId: string;
  comparableKey: string;
  /** Null for scans that named none; undefined for all scans of the site. */
  branch?: string | null | undefined;
}

/** A line as it was read. */
interface KeptLine {
  line: BaselineLine;
  /** Counts its changes; 0 when the line is not there yet. */
  version: number;
  /** Since when the objects of its scans age, RFC 3339; undefined for a line without any. */
  renewedAt?: string;
}

/** Returns a line of scans; an empty one when nothing is kept of it. */
export async function readBaselineLine(store: Store, of: LineOf): Promise<KeptLine> {
  const item = await readItem(store, keyOf(of));
  if (!item) return { line: emptyLine, version: 0 };
  const { line, version, gsi3sk } = item;
  return { line, version, renewedAt: gsi3sk };
}

/**
 * Returns the writes that change the lines of a scan, of its branch and of its site, on the condition that they
 * have not changed since they are read here. None for a line that the change leaves as it is.
 * @param writtenAt when the objects of the scan were written, RFC 3339: from then on they age
 */
export async function buildBaselineLineWrites(
  store: Store,
  of: { accountId: string; siteId: string; comparableKey: string; branch: string | null },
  change: (line: BaselineLine) => BaselineLine,
  writtenAt: string,
): Promise<TransactItem[]> {
  const { accountId, siteId, comparableKey, branch } = of;
  const lines = [
    { siteId, comparableKey, branch },
    { siteId, comparableKey },
  ];
  const writes = lines.map(async (lineOf) => {
    const before = await readBaselineLine(store, lineOf);
    const line = change(before.line);
    if (isDeepStrictEqual(line, before.line)) return [];
    return [putLine(store, { ...lineOf, accountId }, line, writtenAt, before)];
  });
  return (await Promise.all(writes)).flat();
}

function putLine(
  store: Store,
  { accountId, ...of }: LineOf & { accountId: string },
  line: BaselineLine,
  writtenAt: string,
  { version, renewedAt = writtenAt }: KeptLine,
): TransactItem {
  const isKept = listLineScanIds(line).length > 0;
  // The objects that were written first are the first to be renewed.
  const oldest = renewedAt < writtenAt ? renewedAt : writtenAt;
  return {
    Put: {
      TableName: store.table,
      Item: {
        ...keyOf(of),
        ...of,
        accountId,
        line,
        version: version + 1,
        ...(isKept ? { gsi3pk: indexKeys.renewal(of.siteId), gsi3sk: oldest } : {}),
      },
      ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
      ...(version === 0 ? {} : { ExpressionAttributeValues: { ':version': version } }),
    },
  };
}

function keyOf({ siteId, comparableKey, branch }: LineOf) {
  return itemKeys.baselines(siteId, comparableKey, branch === undefined ? undefined : hashBranch(branch));
}
