import {
  buildLineRanges,
  type FindingIndex,
  type FindingLine,
  type LineRange,
  parseFindingIndex,
} from '../../core/reports/finding-index.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import { getObject, getRange, type ReportBucket } from './report-bucket.ts';

/** Maximum number of indexes in the cache of a reader. */
const INDEXES_MAX = 2;

/** Number of ranges of an object that are read at the same time. */
const READS_AT_ONCE = 8;

/**
 * Returns a function that reads the index of a report's findings; undefined if the bucket no longer has it. The
 * function caches the last indexes, which never change, because a caller that pages through a list needs the same index
 * again.
 */
export function createIndexReader(
  bucket: ReportBucket,
): (of: ScanRevision) => Promise<FindingIndex | undefined> {
  const cached = new Map<string, FindingIndex>();
  return async (of) => {
    const key = buildRevisionKey(of, revisionParts.findingsIndex);
    const before = cached.get(key);
    if (before) return before;
    const stored = await getObject(bucket, key);
    if (!stored) return undefined;
    const index = parseFindingIndex(new TextDecoder().decode(stored));
    const [oldest] = cached.keys();
    if (cached.size >= INDEXES_MAX && oldest !== undefined) cached.delete(oldest);
    cached.set(key, index);
    return index;
  };
}

/** Returns the findings of some lines, in the same order; undefined if the bucket no longer has them. */
export async function readFindingLines(
  bucket: ReportBucket,
  of: ScanRevision,
  lines: readonly FindingLine[],
): Promise<ReportFinding[] | undefined> {
  const key = buildRevisionKey(of, revisionParts.findings);
  const ranges = buildLineRanges(lines);
  const findings: ReportFinding[] = [];
  for (let at = 0; at < ranges.length; at += READS_AT_ONCE) {
    const few = await Promise.all(
      ranges.slice(at, at + READS_AT_ONCE).map((range) => readRange(bucket, key, range)),
    );
    for (const found of few) {
      if (!found) return undefined;
      findings.push(...found);
    }
  }
  return findings;
}

async function readRange(
  bucket: ReportBucket,
  key: string,
  { start, end, lines }: LineRange,
): Promise<ReportFinding[] | undefined> {
  const bytes = await getRange(bucket, key, { start, end });
  return bytes && lines.map((line) => parseLine(bytes, line.start - start, line.bytes));
}

function parseLine(bytes: Uint8Array, from: number, length: number): ReportFinding {
  return JSON.parse(new TextDecoder().decode(bytes.subarray(from, from + length))) as ReportFinding;
}
