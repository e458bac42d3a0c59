import { deleteObjects } from '../../adapters/report-bucket/bucket-objects.ts';
import { putFile } from '../../adapters/report-bucket/put-file.ts';
import { copyObject, getObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import type { EarlierPictures } from '../../core/reports/finding-pictures.ts';
import { buildPictureKey } from '../../core/scans/object-keys.ts';
import type { Scan } from '../../core/scans/scan.ts';
import { runInWorkFolder } from '../../scanner/work-folder.ts';
import type { ReportRevision } from '../../use-cases/finish-scan.ts';
import { putRevision } from './put-revision.ts';

const workFolders = {
  prefix: 'finish-scan-',
  // Longer than the maximum run time of a function:
  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  abandonedAfterMs: 20 * 60_000,
};

/** Returns a new revision of a scan's report. Its objects are written to the bucket, its files to its own folder. */
export function beginRevision(
  bucket: ReportBucket,
  retentionDays: number,
  { accountId, scanId }: Scan,
): ReportRevision {
  const revisionId = crypto.randomUUID();
  const written: string[] = [];
  return {
    revisionId,
    earlierPictures: { retentionDays, copyPicture: createPictureCopier(bucket, { accountId, scanId }) },
    write: (subject, pages, writesState) =>
      runInWorkFolder(workFolders, (folder) =>
        putRevision(
          { subject, pages, of: { accountId, scanId, edition: revisionId }, writesState },
          {
            read: (key) => getObject(bucket, key),
            put(key, file, contentType) {
              written.push(key);
              return putFile(bucket, key, file, contentType);
            },
          },
          folder,
        ),
      ),
    discard: () => deleteObjects(bucket, written),
  };
}

/**
 * Returns a function that copies a picture of an earlier scan to a scan. It copies each picture once, even if many
 * findings show it.
 */
function createPictureCopier(
  bucket: ReportBucket,
  { accountId, scanId }: { accountId: string; scanId: string },
): EarlierPictures['copyPicture'] {
  const copies = new Map<string, Promise<boolean>>();
  return ({ scanId: from, id }) => {
    const key = buildPictureKey({ accountId, scanId: from, id });
    const copy = copies.get(key) ?? copyObject(bucket, key, buildPictureKey({ accountId, scanId, id }));
    copies.set(key, copy);
    return copy;
  };
}
