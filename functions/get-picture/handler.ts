import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { linkTo, objectSize, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { getPicture, PICTURE_LINK_SECONDS } from '../../core/api/picture-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { pictureKey } from '../../core/scans/result-key.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const bucket = reportBucket(env.BUCKET_NAME);

  return apiHandler(getPicture, access, async ({ principal, params, query, now }) => {
    const { accountId, scanId } = await scanFor(access.store, principal, params.scanId);
    const key = pictureKey({ accountId, scanId, id: params.pictureId });
    if ((await objectSize(bucket, key)) === undefined) throw new Problem('picture-not-found');
    const url = await linkTo(bucket, key, {
      expiresInSeconds: PICTURE_LINK_SECONDS,
      contentType: 'image/webp',
      fileName: `${params.pictureId}.webp`,
    });
    const link = { url, expiresAt: new Date(now.getTime() + PICTURE_LINK_SECONDS * 1000).toISOString() };
    return query.delivery === 'redirect'
      ? { status: 303, headers: { Location: url }, json: link }
      : { status: 200, json: link };
  });
}
