import { cancelScan as writeCancellation } from '../../adapters/dynamodb/scan-progress.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { apiHandler } from '../../adapters/http/api-handler.ts';
import { askToFinish } from '../../adapters/http/ask-pipeline.ts';
import { scanFor } from '../../adapters/http/lookup.ts';
import { openAccess } from '../../adapters/http/open-access.ts';
import { cancelScan } from '../../core/api/scan-endpoints.ts';
import { Problem } from '../../core/problems/problem.ts';
import { viewScan } from '../../core/scans/scan.ts';
import { schema } from './env.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schema, environment);
  const access = openAccess(env);

  return apiHandler(cancelScan, access, async ({ principal, params, by, now }) => {
    const { scanId } = await scanFor(access.store, principal, params.scanId);
    const outcome = await writeCancellation(access.store, scanId, 'requested', by, now);
    if (!outcome) throw new Problem('scan-not-found');
    if (outcome.kind === 'ended') {
      throw new Problem(
        'scan-already-ended',
        `The scan is ${outcome.scan.status} and can no longer be cancelled.`,
      );
    }
    // A second call may come after a first one that died before it could send this.
    if (outcome.scan.report === 'pending') await askToFinish(env.FINISH_QUEUE_URL, outcome.scan);
    return { status: 200, json: viewScan(outcome.scan) };
  });
}
