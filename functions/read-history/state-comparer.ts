import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import {
  buildComparison,
  type ComparedScan,
  type ScanComparison,
} from '../../core/comparison/scan-comparison.ts';
import { parseState } from '../../core/comparison/stored-state.ts';
import { mapSuppressed, parseFindingIndex } from '../../core/reports/finding-index.ts';
import { buildRevisionKey, revisionParts, type ScanRevision } from '../../core/scans/object-keys.ts';
import type { CompareScansDependencies } from '../../use-cases/compare-scans.ts';

/**
 * Returns a function that compares two scans by their stored states. It caches the last comparison, which never
 * changes, because a caller that pages through it needs it again.
 */
export function createStateComparer(bucket: ReportBucket): CompareScansDependencies['compare'] {
  let last: { of: string; comparison: ScanComparison } | undefined;
  const readPart = (of: ScanRevision, part: 'state' | 'findingsIndex') =>
    getObject(bucket, buildRevisionKey(of, revisionParts[part]));
  const read = async (of: ScanRevision): Promise<ComparedScan | undefined> => {
    const index = await readPart(of, 'findingsIndex');
    // Only this map is kept: the index of a large scan has many megabytes.
    const listed = index && mapSuppressed(parseFindingIndex(new TextDecoder().decode(index)));
    const stored = await readPart(of, 'state');
    return stored && listed && { state: parseState(stored), listed };
  };
  return async (before, after, isComparable) => {
    const of = [before, after].map((scan) => buildRevisionKey(scan, revisionParts.state)).join(' ');
    if (last?.of === of) return last.comparison;
    last = undefined;
    const earlier = await read(before);
    const later = await read(after);
    if (!earlier || !later) return (earlier ? after : before).scanId;
    last = { of, comparison: buildComparison(earlier, later, isComparable) };
    return last.comparison;
  };
}
