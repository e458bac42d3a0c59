import { acceptScan as writeAcceptance } from '../../adapters/dynamodb/accept-scan.ts';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { readReference } from '../../adapters/dynamodb/references.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { nothingToReport } from '../../adapters/http/report-there.ts';
import { objectSize, reportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { acceptScan } from '../../core/api/scan-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { editionKey, editionParts, hasEdition } from '../../core/scans/result-key.ts';
import { canBeBaseline, type Scan, viewScan } from '../../core/scans/scan.ts';
import { schema } from './env.ts';

function whyNot({ status, report }: Scan): string {
  if (status !== 'completed') {
    return `The scan is ${status}. Only a completed scan that has a report can be accepted.`;
  }
  return `The scan has no report${report === 'pending' ? ' yet' : ''}. Only a completed scan that has one can be accepted.`;
}

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);
  const bucket = reportBucket(env.BUCKET_NAME);

  return apiHandler(acceptScan, access, async ({ principal, params, body, by, now }) => {
    const scan = await scanFor(access.store, principal, params.scanId);
    if (!canBeBaseline(scan)) throw new Problem('scan-not-completed', whyNot(scan));
    const reference = await readReference(access.store, scan.scanId);
    if (reference === undefined || !(await isKept(scan))) throw nothingToReport(scan);
    const { keyId } = principal;
    const key = await findKey(access.store, keyId);
    const acceptance = {
      at: now.toISOString(),
      by: { keyId, name: key?.name ?? keyId },
      reason: body.reason,
    };
    const accepted = await writeAcceptance(access.store, scan, reference.comparableKey, acceptance, by);
    if (accepted === undefined) throw nothingToReport(scan);
    return { status: 200, json: viewScan(accepted) };
  });

  /** Whether what the scan found is still there to compare others with. */
  async function isKept(scan: Scan): Promise<boolean> {
    if (!hasEdition(scan)) return false;
    return (await objectSize(bucket, editionKey(scan, editionParts.state))) !== undefined;
  }
}
