import { bindTo } from '../../adapters/bind-to.ts';
import { readBaselineLine } from '../../adapters/dynamodb/baseline-lines.ts';
import { hasLatest, readLatest } from '../../adapters/dynamodb/latest-scans.ts';
import { saveReference } from '../../adapters/dynamodb/references.ts';
import { recordScanPlanned } from '../../adapters/dynamodb/scan-steps.ts';
import { saveSiteDiscovery } from '../../adapters/dynamodb/site-discoveries.ts';
import { listSuppressions } from '../../adapters/dynamodb/suppressions.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { planMessageSchema } from '../../core/scans/messages.ts';
import { discoverSite } from '../../scanner/site/discover-site.ts';
import { planScan, type ScanPlanner } from '../../use-cases/plan-scan.ts';
import { buildEgressPolicy } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';
import { openWorkflow } from '../workflow/open-workflow.ts';

export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['plan-scan'], environment);
  const egress = buildEgressPolicy(env);
  const { tables, workflow } = openWorkflow(env);
  const reads = { listSuppressions, readBaselineLine, readLatest, hasLatest };
  const planner: ScanPlanner = {
    ...workflow,
    store: {
      ...workflow.store,
      ...bindTo(tables, { ...reads, saveReference, saveSiteDiscovery, recordScanPlanned }),
    },
    askSite: (start) => discoverSite(start, { egress }),
    now: () => new Date(),
  };
  return createQueueHandler(planMessageSchema, ({ message: { scanId } }) => planScan(planner, scanId));
}
