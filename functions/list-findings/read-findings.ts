import { getObject, getRange, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import {
  type FindingIndex,
  type FindingLine,
  type LineRange,
  parseFindingIndex,
  rangesOf,
} from '../../core/reports/finding-index.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { editionKey, editionParts, type OfEdition } from '../../core/scans/result-key.ts';

/** Whoever pages through a list asks for the same index again and again; it never changes. */
const held = new Map<string, FindingIndex>();
const HELD_MAX = 2;

/** Parts of an object that are read at once. */
const READS_AT_ONCE = 8;

/** The index of a report's findings; undefined when the bucket has it no longer. */
export async function readIndex(bucket: ReportBucket, of: OfEdition): Promise<FindingIndex | undefined> {
  const key = editionKey(of, editionParts.findingsIndex);
  const before = held.get(key);
  if (before) return before;
  const stored = await getObject(bucket, key);
  if (!stored) return undefined;
  const index = parseFindingIndex(new TextDecoder().decode(stored));
  const [oldest] = held.keys();
  if (held.size >= HELD_MAX && oldest !== undefined) held.delete(oldest);
  held.set(key, index);
  return index;
}

/** The findings of some lines, in their order; undefined when the bucket has them no longer. */
export async function readLines(
  bucket: ReportBucket,
  of: OfEdition,
  lines: readonly FindingLine[],
): Promise<ReportFinding[] | undefined> {
  const key = editionKey(of, editionParts.findings);
  const ranges = rangesOf(lines);
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
