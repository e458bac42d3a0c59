import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { retryHeader } from '../../adapters/http/retry-header.ts';
import { getScan } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(getScan, access, async ({ principal, params }) => {
    const scan = await scanFor(access.store, principal, params.scanId);
    return { status: 200, headers: retryHeader(scan), json: viewScan(scan) };
  });
}
