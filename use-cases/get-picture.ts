import { PICTURE_LINK_SECONDS } from '../core/api/picture-endpoints.ts';
import { Problem } from '../core/problems/problem.ts';
import { buildPictureKey } from '../core/scans/object-keys.ts';
import { type CreateLinkDependencies, createLink, type Link } from './create-link.ts';
import { type FindScan, getScan } from './get-scan.ts';
import type { RequestContext } from './request-context.ts';

export interface GetPictureDependencies extends FindScan, CreateLinkDependencies {
  /** Returns the size of an object of the bucket in bytes; undefined if it does not exist. */
  getObjectSize(key: string): Promise<number | undefined>;
}

/** Returns a link to a picture of a scan. */
export async function getPicture(
  dependencies: GetPictureDependencies,
  input: RequestContext & { scanId: string; pictureId: string },
): Promise<Link> {
  const { pictureId } = input;
  const scan = await getScan(dependencies, input);
  const key = buildPictureKey({ ...scan, id: pictureId });
  if ((await dependencies.getObjectSize(key)) === undefined) throw new Problem('picture-not-found');
  const link = {
    expiresInSeconds: PICTURE_LINK_SECONDS,
    contentType: 'image/webp',
    fileName: `${pictureId}.webp`,
  };
  const linked = { scan, action: 'picture.linked', detail: { picture: pictureId } } as const;
  return createLink(dependencies, key, link, linked, input);
}
