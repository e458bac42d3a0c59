import type { SchedulePrincipal } from '../core/access/principal.ts';
import type { OutboxEntry } from '../core/alerts/outbox-entry.ts';
import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { listLatestScanIds, type Schedule } from '../core/schedules/schedule.ts';
import { UNJUDGED_SCANS_MAX } from '../core/schedules/schedule-view.ts';
import type { FindScan } from './get-scan.ts';
import { judgedNoPage, type ReadPages } from './judged-no-page.ts';
import type { Log } from './log.ts';
import type { FindSchedule } from './manage-schedule.ts';
import { retryWrite } from './retry-write.ts';

export interface PauseScheduleDependencies extends FindSchedule, FindScan, ReadPages {
  /** Pauses a schedule, unless it has changed since it was read. */
  pauseSchedule(before: Schedule, by: Actor, now: Date): Promise<boolean>;
  log: Log;
}

/**
 * Pauses the schedule of a site after the end of a scan, if the last scans of the schedule judged no page: somebody
 * must look. It can be repeated.
 */
export async function pauseUnjudgedSchedule(
  dependencies: PauseScheduleDependencies,
  { scanId, siteId }: { scanId: string; siteId: string },
  { correlationId }: Pick<OutboxEntry, 'correlationId'>,
  now: Date,
): Promise<void> {
  const { findSchedule, findScan, pauseSchedule, log } = dependencies;
  const scan = await findScan(scanId);
  if (scan === undefined || scan.failure !== 'no-page-scanned') return;
  await retryWrite('schedule', async () => {
    const schedule = await findSchedule(siteId);
    if (schedule === undefined || schedule.pausedAt !== null) return true;
    const ids = listLatestScanIds(schedule);
    if (ids.length < UNJUDGED_SCANS_MAX || !ids.includes(scanId)) return true;
    const scans = await Promise.all(ids.map((id) => findScan(id)));
    const ended = await Promise.all(
      scans.map((each) => each !== undefined && judgedNoPage(dependencies, each)),
    );
    if (!ended.every(Boolean)) return true;
    const { accountId, scheduleId } = schedule;
    const principal: SchedulePrincipal = { kind: 'schedule', accountId, scheduleId, role: 'scanner' };
    if (!(await pauseSchedule(schedule, toActor(principal, correlationId), now))) return undefined;
    log.info('paused a schedule', { accountId, siteId, scheduleId });
    return true;
  });
}
