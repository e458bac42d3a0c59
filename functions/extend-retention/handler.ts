import type { Context, ScheduledEvent } from 'aws-lambda';
import { bindTo } from '../../adapters/bind-to.ts';
import { listDueExtensions, recordExtension } from '../../adapters/dynamodb/retention-extensions.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { listObjects, rewriteObject } from '../../adapters/report-bucket/bucket-objects.ts';
import { openReportBucket } from '../../adapters/report-bucket/report-bucket.ts';
import { createScheduledHandler } from '../../adapters/schedules/scheduled-handler.ts';
import { extendRetention, type RetentionExtender } from '../../use-cases/extend-retention.ts';
import { schemas } from '../env.ts';
import { reserveMs } from './reserve.ts';

/**
 * The used part of the scheduled event: the time at which the run was due, RFC 3339. An operator may pass another
 * retention period before a stage is deployed with it: see docs/runbook.md.
 */
type Run = Pick<ScheduledEvent, 'time'> & { retentionDays?: number };
type RemainingTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** Runs every day. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['extend-retention'], environment);
  const extender: RetentionExtender = {
    ...bindTo(openStore({ table: env.TABLE_NAME }), {
      listDueExtensions,
      recordExtension,
    }),
    ...bindTo(openReportBucket(env.BUCKET_NAME), { listObjects, rewriteObject }),
    log: logger(),
  };
  return createScheduledHandler(
    ({ time, retentionDays = env.RETENTION_DAYS }: Run, context: RemainingTime) => {
      const isTimeUp = () => context.getRemainingTimeInMillis() < reserveMs;
      return extendRetention(extender, { now: new Date(time), retentionDays }, isTimeUp);
    },
  );
}
