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
  // Longer than any function may run: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  abandonedAfterMs: 20 * 60_000,
};

/** Returns a revision of a scan's report whose objects go to the bucket and whose files lie in a folder of its own. */
export function beginRevision(
  bucket: ReportBucket,
  retentionDays: number,
  { accountId, scanId }: Scan,
): ReportRevision {
  const edition = crypto.randomUUID();
  const written: string[] = [];
  return {
    edition,
    earlierPictures: { retentionDays, copyPicture: createPictureCopier(bucket, { accountId, scanId }) },
    write: (subject, pages, leavesState) =>
      runInWorkFolder(workFolders, (folder) =>
        putRevision(
          { subject, pages, of: { accountId, scanId, edition }, leavesState },
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

/** Copies pictures of earlier scans to those of a scan, each once however many findings show it. */
export function createPictureCopier(
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
