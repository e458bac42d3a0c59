import { createPartReader } from '../../adapters/report-bucket/part-reader.ts';
import { getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { buildRevisionKey, revisionParts } from '../../core/scans/object-keys.ts';
import type { ReadReportParts } from '../../use-cases/read-scan-facts.ts';

/** Returns functions that read the parts of a report from which events are derived. */
export function createReportParts(bucket: ReportBucket): Omit<ReadReportParts, 'findScan'> {
  return {
    readResults: createPartReader(bucket, 'results'),
    readGroups: createPartReader(bucket, 'groups'),
    readPageList: createPartReader(bucket, 'pages'),
    readHistory: (of) => getObject(bucket, buildRevisionKey(of, revisionParts.history)),
  };
}
