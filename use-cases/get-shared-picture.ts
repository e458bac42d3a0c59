import { Problem } from '../core/problems/problem.ts';
import { buildPictureKey } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { SharedPicture } from '../core/shared-reports/shared-views.ts';

/**
 * Returns a picture of a shared report: its bytes, because a link to the object would name account and scan and work
 * on after the shared report has ended.
 * @throws Problem picture-not-found
 */
export async function getSharedPicture(
  { getObject }: { getObject: (key: string) => Promise<Uint8Array | undefined> },
  { scan, pictureId }: { scan: Scan; pictureId: string },
): Promise<SharedPicture> {
  const bytes = await getObject(buildPictureKey({ ...scan, id: pictureId }));
  if (bytes === undefined) throw new Problem('picture-not-found');
  return { mediaType: 'image/webp', data: Buffer.from(bytes).toString('base64') };
}
