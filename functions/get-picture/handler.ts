import { bindTo } from '../../adapters/bind-to.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { linkTo, objectSize, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { getPicture as endpoint } from '../../core/api/picture-endpoints.ts';
import { getPicture } from '../../use-cases/get-picture.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = {
    ...bindTo(access.store, { findScan: scans.getScan }),
    ...bindTo(reportBucket(env.BUCKET_NAME), { linkTo, objectSize }),
  };
  return apiHandler(endpoint, access, async (call) => {
    const link = await getPicture(dependencies, { ...call, ...call.params });
    return call.query.delivery === 'redirect'
      ? { status: 303, headers: { Location: link.url }, json: link }
      : { status: 200, json: link };
  });
}
