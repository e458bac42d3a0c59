import { copyObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import type { EarlierPictures } from '../../core/reports/pictures-of-findings.ts';
import { pictureKey } from '../../core/scans/result-key.ts';

/** Copies pictures of earlier scans to those of a scan, each once however many findings show it. */
export function pictureCopier(
  bucket: ReportBucket,
  { accountId, scanId }: { accountId: string; scanId: string },
): EarlierPictures['copyPicture'] {
  const copies = new Map<string, Promise<boolean>>();
  return ({ scanId: from, id }) => {
    const key = pictureKey({ accountId, scanId: from, id });
    const copy = copies.get(key) ?? copyObject(bucket, key, pictureKey({ accountId, scanId, id }));
    copies.set(key, copy);
    return copy;
  };
}
