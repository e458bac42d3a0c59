import { PICTURE_LINK_SECONDS } from '../core/api/picture-endpoints.ts';
import { Problem } from '../core/problems/problem.ts';
import { buildPictureKey } from '../core/scans/object-keys.ts';
import type { Scan } from '../core/scans/scan.ts';
import type { Link } from './create-link.ts';
import type { GetPictureDependencies } from './get-picture.ts';

/**
 * Returns a link to a picture of a shared report. The audit log has the first call of a day instead of each link.
 * @throws Problem picture-not-found
 */
export async function getSharedPicture(
  { getObjectSize, presignObjectUrl }: Pick<GetPictureDependencies, 'getObjectSize' | 'presignObjectUrl'>,
  { scan, pictureId, now }: { scan: Scan; pictureId: string; now: Date },
): Promise<Link> {
  const key = buildPictureKey({ ...scan, id: pictureId });
  if ((await getObjectSize(key)) === undefined) throw new Problem('picture-not-found');
  const url = await presignObjectUrl(key, {
    expiresInSeconds: PICTURE_LINK_SECONDS,
    contentType: 'image/webp',
    fileName: `${pictureId}.webp`,
  });
  return { url, expiresAt: new Date(now.getTime() + PICTURE_LINK_SECONDS * 1000).toISOString() };
}
