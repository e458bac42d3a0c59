import { isDeepStrictEqual } from 'node:util';
import { type Actor, toActor } from '../core/audit/audit-entry.ts';
import { Problem } from '../core/problems/problem.ts';
import { type Schedule, setSchedule } from '../core/schedules/schedule.ts';
import type { ScheduleBody } from '../core/schedules/schedule-body.ts';
import { type FindSite, getSite } from './get-site.ts';
import { prepareScan } from './prepare-scan.ts';
import { type ReadAuthorDependencies, readAuthor } from './read-author.ts';
import type { RequestContext } from './request-context.ts';
import type { CheckUrl } from './require-allowed-url.ts';
import { retryWrite } from './retry-write.ts';

export interface FindSchedule {
  findSchedule(siteId: string): Promise<Schedule | undefined>;
}

export interface GetScheduleDependencies extends FindSite, FindSchedule {}

export interface SetScheduleDependencies extends GetScheduleDependencies, CheckUrl, ReadAuthorDependencies {
  /** Sets the schedule of a site, unless it has changed since it was read. */
  replaceSchedule(
    before: Schedule | undefined,
    after: Schedule,
    by: Actor,
    now: Date,
  ): Promise<'set' | 'changed' | 'site-gone'>;
}

export interface DeleteScheduleDependencies extends GetScheduleDependencies {
  removeSchedule(schedule: Schedule, by: Actor, now: Date): Promise<boolean>;
}

type Input = RequestContext<'key' | 'member'> & { siteId: string };

/** Returns the schedule of a site. */
export async function getSchedule(dependencies: GetScheduleDependencies, input: Input): Promise<Schedule> {
  const { siteId } = await getSite(dependencies, input);
  const schedule = await dependencies.findSchedule(siteId);
  if (schedule === undefined) throw new Problem('schedule-not-found');
  return schedule;
}

/** Sets the schedule of a site and returns it. Refuses a config that the site does not allow now. */
export async function putSchedule(
  dependencies: SetScheduleDependencies,
  input: Input & { body: ScheduleBody },
): Promise<Schedule> {
  const { principal, requestId, now, body } = input;
  const site = await getSite(dependencies, input);
  prepareScan(dependencies, site, body.config);
  const { accountId, siteId } = site;
  const author = await readAuthor(dependencies, principal);
  return retryWrite('schedule', async () => {
    const before = await dependencies.findSchedule(siteId);
    // Tools for deployment set it regularly, which must not reset what is known about its last scans.
    if (before?.pausedAt === null && isDeepStrictEqual(before.body, body)) return before;
    const after = setSchedule(before, { accountId, siteId, author }, body, now);
    const outcome = await dependencies.replaceSchedule(before, after, toActor(principal, requestId), now);
    if (outcome === 'site-gone') throw new Problem('site-not-found');
    return outcome === 'set' ? after : undefined;
  });
}

/** Deletes the schedule of a site. */
export async function deleteSchedule(dependencies: DeleteScheduleDependencies, input: Input): Promise<void> {
  const { principal, requestId, now } = input;
  const schedule = await getSchedule(dependencies, input);
  const isRemoved = await dependencies.removeSchedule(schedule, toActor(principal, requestId), now);
  if (!isRemoved) throw new Problem('schedule-not-found');
}
