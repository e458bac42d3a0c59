import { buildLineRanges, type FindingLine, type LineRange } from '../../core/reports/finding-index.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import { getRange, type ReportBucket } from './report-bucket.ts';

/** Number of ranges of an object that are read at the same time. */
const READS_AT_ONCE = 8;

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
