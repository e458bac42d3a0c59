import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { retryHeader } from '../../adapters/http/retry-header.ts';
import { getScan } from '../../core/api/scan-endpoints.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { env } from './env.ts';

const access = openAccess(env);

export const handler = apiHandler(getScan, access, async ({ principal, params }) => {
  const scan = await scanFor(access.store, principal, params.scanId);
  return { status: 200, headers: retryHeader(scan), json: viewScan(scan) };
});
