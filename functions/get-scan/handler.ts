import { bindTo } from '../../adapters/bind-to.ts';
import * as scans from '../../adapters/dynamodb/scans.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { retryHeader } from '../../adapters/http/scan-answers.ts';
import { getScan as endpoint } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { getScan } from '../../use-cases/get-scan.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const dependencies = bindTo(access.store, { findScan: scans.getScan });
  return apiHandler(endpoint, access, async (call) => {
    const scan = await getScan(dependencies, { ...call, ...call.params });
    return { status: 200, headers: retryHeader(scan), json: viewScan(scan) };
  });
}
