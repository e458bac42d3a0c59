import type { ScheduledEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { findKey } from '../../adapters/dynamodb/access.ts';
import { dueDeliveryShards, listSweptDeliveries, postponeSweep } from '../../adapters/dynamodb/deliveries.ts';
import { claimDigest } from '../../adapters/dynamodb/digests.ts';
import { listDue } from '../../adapters/dynamodb/due.ts';
import { failScan } from '../../adapters/dynamodb/end-scan.ts';
import { recordKeyExpiry, remindOfKeyExpiry } from '../../adapters/dynamodb/key-changes.ts';
import { claimOutboxEntry } from '../../adapters/dynamodb/outbox.ts';
import { saveCancellation } from '../../adapters/dynamodb/save-cancellation.ts';
import { listUnfinishedScanIds } from '../../adapters/dynamodb/scans.ts';
import {
  advanceSchedule,
  findSchedule,
  insertScheduledScan,
  removeSchedule,
} from '../../adapters/dynamodb/schedules.ts';
import { findSite } from '../../adapters/dynamodb/sites.ts';
import { listDueScans, rescheduleSweep } from '../../adapters/dynamodb/sweeps.ts';
import { readEnvironment, readScanLimits } from '../../adapters/environment.ts';
import { requestPlan } from '../../adapters/queues/request-step.ts';
import { sendDelivery, sendEvents, sendPlan } from '../../adapters/queues/send.ts';
import { createScheduledHandler } from '../../adapters/schedules/scheduled-handler.ts';
import { type RunScheduleDependencies, runSchedule } from '../../use-cases/run-schedule.ts';
import { type SweepDeliveriesDependencies, sweepDeliveries } from '../../use-cases/sweep-deliveries.ts';
import { sweepDue } from '../../use-cases/sweep-due.ts';
import { type ScanSweeper, sweepScans } from '../../use-cases/sweep-scans.ts';
import { createUrlCheck } from '../egress/egress-policy.ts';
import { schemas } from '../env.ts';
import { openWorkflow } from '../workflow/open-workflow.ts';

/** The used parts of the scheduled event: its id, and the time at which the run was due, RFC 3339. */
type ScheduledRun = Pick<ScheduledEvent, 'id' | 'time'>;

/** Time for deliveries in a run, in milliseconds. The run itself ends after 50 seconds. */
const DELIVERIES_MS = 30_000;

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
  const schedules: RunScheduleDependencies = {
    ...bindTo(tables, {
      findSchedule,
      findSite,
      listUnfinishedScanIds,
      insertScheduledScan,
      advanceSchedule,
      removeSchedule,
    }),
    ...bindTo(env.PLAN_QUEUE_URL, { requestPlan }),
    urlFault: createUrlCheck(env),
    limits: readScanLimits(env),
    log: workflow.log,
  };
  const due = {
    ...bindTo(tables, {
      findKey,
      listDue,
      remindOfKeyExpiry,
      recordKeyExpiry,
      claimOutboxEntry,
      claimDigest,
    }),
    ...bindTo(env.EVENTS_QUEUE_URL, { sendEvents }),
    ...bindTo(schedules, { runSchedule }),
    log: workflow.log,
  };
  const deliveries: SweepDeliveriesDependencies = {
    shards: dueDeliveryShards(),
    ...bindTo(tables, { listSweptDeliveries, postponeSweep }),
    sendMessage: ({ accountId, deliveryId, correlationId, channel }) => {
      const queueUrl = channel.kind === 'mail' ? env.MAILS_QUEUE_URL : env.DELIVERIES_QUEUE_URL;
      return sendDelivery(queueUrl, { accountId, deliveryId, correlationId });
    },
    log: workflow.log,
  };
  return createScheduledHandler(async ({ id, time }: ScheduledRun) => {
    const now = new Date(time);
    const end = Date.now() + DELIVERIES_MS;
    // None waits for another, and a fault of one does not stop the others.
    const runs = await Promise.allSettled([
      sweepScans(sweeper, now),
      sweepDue(due, id, now),
      sweepDeliveries(deliveries, now, () => Date.now() > end),
    ]);
    const failures = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason] : []));
    if (failures.length === 1) throw failures[0];
    // Lambda logs only the message of an error, not the errors that it consists of.
    const reasons = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
    if (failures.length > 1)
      throw new AggregateError(
        failures,
        `not everything of scans, deliveries and what is due was swept: ${reasons.join('; ')}`,
      );
  });
}
