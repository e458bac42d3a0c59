import type { SchedulePrincipal } from '../core/access/principal.ts';
import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import { buildScan } from '../core/scans/build-scan.ts';
import type { Scan } from '../core/scans/scan.ts';
import {
  createLimitProblem,
  type ScanLimits,
  type Trigger,
  type TriggerOutcome,
} from '../core/scans/trigger.ts';
import { endRun, retryRun, type Schedule } from '../core/schedules/schedule.ts';
import type { ScheduleRun } from '../core/schedules/schedule-view.ts';
import type { FindSite } from './get-site.ts';
import type { Log } from './log.ts';
import type { FindSchedule } from './manage-schedule.ts';
import { prepareScan } from './prepare-scan.ts';
import type { CheckUrl } from './require-allowed-url.ts';

export interface RunScheduleDependencies extends FindSchedule, FindSite, CheckUrl {
  limits: ScanLimits;
  listUnfinishedScanIds(siteId: string): Promise<string[]>;
  /** Writes a scan and the schedule after it together; nothing if the schedule has changed since it was read. */
  insertScheduledScan(
    trigger: Trigger,
    before: Schedule,
    after: Schedule,
  ): Promise<TriggerOutcome | { kind: 'schedule-changed' }>;
  /** Writes that nothing was started. Returns false if the schedule has changed since it was read. */
  advanceSchedule(before: Schedule, after: Schedule): Promise<boolean>;
  /** Deletes a schedule whose site is deleted. */
  removeSchedule(schedule: Schedule, by: Actor, now: Date): Promise<boolean>;
  /** Requests the planning of a scan. */
  requestPlan(scan: Scan): Promise<void>;
  log: Log;
}

/**
 * Starts the scan of a schedule that is due, or records why it does not. The scan and the schedule's next time are
 * written together, so a planned time has at most one scan, whatever crashes.
 * @param runId id of the run of the sweeper; also the correlation id of the scan
 */
export async function runSchedule(
  dependencies: RunScheduleDependencies,
  siteId: string,
  runId: string,
  now: Date,
): Promise<void> {
  const { findSchedule, advanceSchedule, removeSchedule, log } = dependencies;
  const schedule = await findSchedule(siteId);
  // The index may be behind the schedule.
  if (schedule === undefined || schedule.pausedAt !== null || Date.parse(schedule.attemptAt) > now.getTime())
    return;
  const { accountId, scheduleId, planned } = schedule;
  const principal: SchedulePrincipal = { kind: 'schedule', accountId, scheduleId, role: 'scanner' };
  const by = toActor(principal, runId);
  const note = { accountId, siteId, scheduleId, planned };
  const skip = async (skipped: ScheduleRun['skipped'], detail: string | null) => {
    await advanceSchedule(schedule, endRun(schedule, { scanId: null, skipped, detail }, now));
    log.info('skipped a scheduled scan', { ...note, skipped, detail });
  };

  const site = await dependencies.findSite(accountId, siteId);
  if (site === undefined) {
    await removeSchedule(schedule, by, now);
    return;
  }
  if ((await dependencies.listUnfinishedScanIds(siteId)).length > 0) return skip('scan-unfinished', null);

  const { config } = schedule.body;
  let start: Trigger['start'];
  try {
    start = prepareScan(dependencies, site, config);
  } catch (error) {
    // The site may have changed since the schedule was set.
    if (error instanceof Problem) return skip('refused', error.detail);
    throw error;
  }
  const { limits } = dependencies;
  const scan = buildScan({ site, config, principal, requestId: runId, now });
  const after = endRun(schedule, { scanId: scan.scanId, skipped: null, detail: null }, now);
  const started = await dependencies.insertScheduledScan({ scan, start, limits, by, now }, schedule, after);
  switch (started.kind) {
    case 'created':
      log.info('started a scheduled scan', { ...note, scanId: scan.scanId });
      return dependencies.requestPlan(scan);
    case 'limit': {
      const retried = retryRun(schedule, now);
      if (retried === undefined) return skip('limit', createLimitProblem(started.limit, limits, now).detail);
      await advanceSchedule(schedule, retried);
      return;
    }
    case 'schedule-changed':
    case 'site-gone':
      // The next run of the sweeper finds what changed, if something is due still.
      return;
    default:
      throw new Error(`a scan without an idempotency key had the outcome ${started.kind}`);
  }
}
