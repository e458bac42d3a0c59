import { WITHIN_MINUTES_DEFAULT } from '../../../core/schedules/schedule-limits.ts';
import type { Schedule } from '../../api/types.ts';
import { parseWholeNumber } from '../../parts/parse-number.ts';
import { getTimeZone } from '../../text/dates.ts';
import { type GateValues, toFailOn, toGateValues } from '../start-scan/scan-values.ts';

/** What a person enters to set a schedule. */
export interface ScheduleValues extends GateValues {
  every: string;
  weekDays: string[];
  monthDays: string;
  at: string;
  timeZone: string;
  withinMinutes: string;
  rules: string[];
  branch: string;
  url: string;
}

/**
 * Returns what the fields show at first.
 * @param schedule undefined if the site has none
 * @param mainBranch the main branch of the site, if it names one
 */
export function toScheduleValues(
  schedule: Schedule['schedule'] | undefined,
  mainBranch: string | null,
): ScheduleValues {
  return {
    every: schedule?.every ?? 'week',
    weekDays: schedule?.every === 'week' ? [...schedule.on] : ['monday'],
    monthDays: schedule?.every === 'month' ? schedule.on.join(', ') : '1',
    at: schedule?.at ?? '06:00',
    timeZone: schedule?.timeZone ?? getTimeZone(),
    withinMinutes: String(schedule?.withinMinutes ?? WITHIN_MINUTES_DEFAULT),
    rules: schedule?.config.rules ?? ['wcag-aa'],
    ...toGateValues(schedule?.config.failOn),
    url: schedule?.config.url ?? '',
    branch: schedule === undefined ? (mainBranch ?? '') : (schedule.config.metadata?.branch ?? ''),
  };
}

/**
 * Returns the body to send. The service validates it.
 * @param before the schedule as it is; the members of its config that have no field are kept
 */
export function toScheduleBody(
  values: ScheduleValues,
  before: Schedule['schedule'] | undefined,
): Readonly<Record<string, unknown>> {
  const { every, at, timeZone, rules, branch } = values;
  const { metadata, failOn, url: _url, ...config } = before?.config ?? {};
  const { branch: _branch, ...others } = metadata ?? {};
  const named = { ...others, ...(branch.trim() === '' ? {} : { branch: branch.trim() }) };
  return {
    every,
    ...(every === 'week' ? { on: values.weekDays } : {}),
    ...(every === 'month' ? { on: values.monthDays.split(',').map(parseWholeNumber) } : {}),
    at,
    timeZone: timeZone.trim(),
    withinMinutes: parseWholeNumber(values.withinMinutes),
    config: {
      ...config,
      rules,
      ...(values.url.trim() === '' ? {} : { url: values.url.trim() }),
      ...toFailOn(values, failOn),
      ...(Object.keys(named).length === 0 ? {} : { metadata: named }),
    },
  };
}
