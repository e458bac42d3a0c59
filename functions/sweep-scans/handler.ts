import type { ScheduledEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { listDue } from '../../adapters/dynamodb/due.ts';
import { failScan } from '../../adapters/dynamodb/end-scan.ts';
import { recordKeyExpiry } from '../../adapters/dynamodb/key-changes.ts';
import { saveCancellation } from '../../adapters/dynamodb/save-cancellation.ts';
import { listDueScans, rescheduleSweep } from '../../adapters/dynamodb/sweeps.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { sendPlan } from '../../adapters/queues/send.ts';
import { createScheduledHandler } from '../../adapters/schedules/scheduled-handler.ts';
import { sweepDue } from '../../use-cases/sweep-due.ts';
import { type ScanSweeper, sweepScans } from '../../use-cases/sweep-scans.ts';
import { schemas } from '../env.ts';
import { openWorkflow } from '../workflow/open-workflow.ts';

/** The used parts of the scheduled event: its id, and the time at which the run was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'id' | 'time'>;

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
  const due = { ...bindTo(tables, { findKey, listDue, recordKeyExpiry }), log: workflow.log };
  return createScheduledHandler(async ({ id, time }: ScheduledRun) => {
    const now = new Date(time);
    // Neither waits for the other, and a fault of one does not stop the other.
    const runs = await Promise.allSettled([sweepScans(sweeper, now), sweepDue(due, id, now)]);
    const failures = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason] : []));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'neither scans nor what is due were swept');
  });
}
