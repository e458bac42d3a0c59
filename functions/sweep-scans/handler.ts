import type { ScheduledEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { failScan } from '../../adapters/dynamodb/end-scan.ts';
import { saveCancellation } from '../../adapters/dynamodb/save-cancellation.ts';
import { listDueScans, rescheduleSweep } from '../../adapters/dynamodb/sweeps.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { sendPlan } from '../../adapters/queues/send.ts';
import { createScheduledHandler } from '../../adapters/schedules/scheduled-handler.ts';
import { type ScanSweeper, sweepScans } from '../../use-cases/sweep-scans.ts';
import { schemas } from '../env.ts';
import { openWorkflow } from '../workflow/open-workflow.ts';

/** The used part of the scheduled event: the time at which the run was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'time'>;

/** Runs every minute. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['sweep-scans'], environment);
  const { tables, workflow } = openWorkflow(env);
  const sweeper: ScanSweeper = {
    ...workflow,
    store: {
      ...workflow.store,
      ...bindTo(tables, { listDueScans, rescheduleSweep, saveCancellation, failScan }),
    },
    sendPlan: (message) => sendPlan(env.PLAN_QUEUE_URL, message),
  };
  return createScheduledHandler(({ time }: ScheduledRun) => sweepScans(sweeper, new Date(time)));
}
