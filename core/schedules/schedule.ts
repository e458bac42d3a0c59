import { createHash } from 'node:crypto';
import { createId } from '../ids.ts';
import type { Author } from '../people/author.ts';
import { toConfigView } from '../scans/scan-config.ts';
import { truncate } from '../text/line.ts';
import type { ScheduleBody } from './schedule-body.ts';
import { getNextTime, listNextTimes } from './schedule-times.ts';
import {
  NEXT_RUNS,
  RUNS_MAX,
  type ScheduleRun,
  type ScheduleView,
  UNJUDGED_SCANS_MAX,
} from './schedule-view.ts';

/** Longest stored detail of a run, in characters. It may quote a URL. */
export const RUN_DETAIL_LENGTH_MAX = 500;

/** A schedule as the service stores it. Times are RFC 3339 UTC. */
export interface Schedule {
  scheduleId: string;
  accountId: string;
  siteId: string;
  body: ScheduleBody;
  /** The next planned time. */
  planned: string;
  /** When the next attempt is due: the planned time and the site's distance from it, or later if one was refused. */
  attemptAt: string;
  /** When the schedule was paused because its scans judged no page; null if it is active. */
  pausedAt: string | null;
  /** Newest first. */
  runs: ScheduleRun[];
  author: Author;
  createdAt: string;
  updatedAt: string;
}

/** Returns the view of a schedule for the API. */
export function toScheduleView({
  scheduleId,
  body,
  accountId: _account,
  siteId: _site,
  ...schedule
}: Schedule): ScheduleView {
  const { planned, attemptAt: _attempt, pausedAt, ...shown } = schedule;
  const following = listNextTimes(body, new Date(planned), NEXT_RUNS - 1);
  return {
    id: scheduleId,
    schedule: { ...body, config: toConfigView(body.config) },
    state: pausedAt === null ? 'active' : 'paused',
    pausedAt,
    nextRuns: pausedAt === null ? [planned, ...following.map((time) => time.toISOString())] : [],
    ...shown,
  };
}

/**
 * Returns a schedule with the given settings, active. A planned time whose scan has not started yet stays, unless the
 * times change: setting a schedule again must not skip it.
 * @param before the earlier schedule of the site
 */
export function setSchedule(
  before: Schedule | undefined,
  at: Pick<Schedule, 'accountId' | 'siteId' | 'author'>,
  body: ScheduleBody,
  now: Date,
): Schedule {
  return {
    scheduleId: before?.scheduleId ?? createId('schedule', now),
    ...at,
    body,
    ...(before !== undefined && before.pausedAt === null && hasSameTimes(before.body, body)
      ? { planned: before.planned, attemptAt: before.attemptAt }
      : planNext(at.siteId, body, now)),
    pausedAt: null,
    runs: before?.runs ?? [],
    createdAt: before?.createdAt ?? now.toISOString(),
    updatedAt: now.toISOString(),
  };
}

function hasSameTimes(before: ScheduleBody, after: ScheduleBody): boolean {
  const list = (body: ScheduleBody) =>
    JSON.stringify([body.every, 'on' in body && body.on, body.at, body.timeZone, body.withinMinutes]);
  return list(before) === list(after);
}

/** Returns the schedule after something happened at its planned time. */
export function endRun(schedule: Schedule, run: Omit<ScheduleRun, 'planned' | 'at'>, now: Date): Schedule {
  const { siteId, body, planned, runs } = schedule;
  const detail = run.detail === null ? null : truncate(run.detail, RUN_DETAIL_LENGTH_MAX);
  return {
    ...schedule,
    // After a time without service, missed times are not made up for.
    ...planNext(siteId, body, now),
    runs: [{ planned, at: now.toISOString(), ...run, detail }, ...runs].slice(0, RUNS_MAX),
  };
}

const RETRY_MS = 5 * 60_000;

/** Returns the schedule with another attempt at the same planned time; undefined if its window is over then. */
export function retryRun(schedule: Schedule, now: Date): Schedule | undefined {
  const next = now.getTime() + RETRY_MS;
  if (next > Date.parse(schedule.planned) + schedule.body.withinMinutes * 60_000) return undefined;
  return { ...schedule, attemptAt: new Date(next).toISOString() };
}

/**
 * Returns the ids of the latest scans of a schedule since it was set, newest first; fewer than `UNJUDGED_SCANS_MAX` if
 * there were not as many.
 */
export function listLatestScanIds({ runs, updatedAt }: Schedule): string[] {
  return runs
    .flatMap(({ at, scanId }) => (scanId === null || at < updatedAt ? [] : [scanId]))
    .slice(0, UNJUDGED_SCANS_MAX);
}

function planNext(siteId: string, body: ScheduleBody, now: Date): Pick<Schedule, 'planned' | 'attemptAt'> {
  const distance = getDistanceMs(siteId, body.withinMinutes);
  const planned = getNextTime(body, now);
  return { planned: planned.toISOString(), attemptAt: new Date(planned.getTime() + distance).toISOString() };
}

/** Returns how long after the planned time the scan of a site starts: the same for each scan, different among sites. */
function getDistanceMs(siteId: string, withinMinutes: number): number {
  const random = createHash('sha256').update(siteId).digest().readUInt32BE() / 2 ** 32;
  return Math.floor(random * withinMinutes) * 60_000;
}
