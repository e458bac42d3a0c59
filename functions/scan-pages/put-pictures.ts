import { putObject, type ReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { pictureKey } from '../../core/scans/result-key.ts';

/**
 * Puts the pictures of a chunk into the bucket. Equal pictures have one id and are put once; another chunk of the scan
 * that puts the same one again writes the same bytes.
 */
export function picturesPutter(
  bucket: ReportBucket,
  of: { accountId: string; scanId: string },
): (id: string, bytes: Uint8Array) => Promise<void> {
  const there = new Set<string>();
  return async (id, bytes) => {
    if (there.has(id)) return;
    await putObject(bucket, pictureKey({ ...of, id }), bytes, 'image/webp');
    there.add(id);
  };
}
