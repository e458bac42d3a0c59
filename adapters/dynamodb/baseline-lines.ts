import { isDeepStrictEqual } from 'node:util';
import { type BaselineLine, emptyLine, listLineScanIds } from '../../core/comparison/baseline-line.ts';
import { indexKeys, itemKeys } from './item-keys.ts';
import { hashBranch } from './latest-scans.ts';
import { readItem } from './read-items.ts';
import type { Store } from './store.ts';
import type { TransactItem } from './transact.ts';

/** Identifies a baseline line. */
interface LineId {
  siteId: string;
  comparableKey: string;
  /** Null selects the scans without a branch; undefined selects all scans of the site. */
  branch?: string | null | undefined;
}

/** A baseline line as it was read from the table. */
interface StoredLine {
  line: BaselineLine;
  /** Number of changes of the line; 0 if the line does not exist yet. */
  version: number;
  /** Time of the last retention extension of its scans' objects, RFC 3339; undefined for a line without objects. */
  extendedAt?: string;
}

/** Returns a baseline line; an empty line if none is stored. */
export async function readBaselineLine(store: Store, of: LineId): Promise<StoredLine> {
  const item = await readItem(store, buildLineKey(of));
  if (!item) return { line: emptyLine, version: 0 };
  const { line, version, gsi3sk } = item;
  return { line, version, extendedAt: gsi3sk };
}

/**
 * Returns the writes that change the baseline lines of a scan: the line of its branch and the line of its site. Each
 * write fails if the line has changed since this function read it. A line that does not change gets no write.
 * @param writtenAt when the objects of the scan were written, RFC 3339; their retention period starts then
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
  { accountId, ...of }: LineId & { accountId: string },
  line: BaselineLine,
  writtenAt: string,
  { version, extendedAt: renewedAt = writtenAt }: StoredLine,
): TransactItem {
  const hasScans = listLineScanIds(line).length > 0;
  // The objects that were written first need their retention extended first.
  const oldest = renewedAt < writtenAt ? renewedAt : writtenAt;
  return {
    Put: {
      TableName: store.table,
      Item: {
        ...buildLineKey(of),
        ...of,
        accountId,
        line,
        version: version + 1,
        ...(hasScans ? { gsi3pk: indexKeys.retentionExtensions(of.siteId), gsi3sk: oldest } : {}),
      },
      ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
      ...(version === 0 ? {} : { ExpressionAttributeValues: { ':version': version } }),
    },
  };
}

function buildLineKey({ siteId, comparableKey, branch }: LineId) {
  return itemKeys.baselines(siteId, comparableKey, branch === undefined ? undefined : hashBranch(branch));
}
