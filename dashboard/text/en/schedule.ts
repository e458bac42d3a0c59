import type { ScheduleBody } from '../../../core/schedules/schedule-body.ts';
import type { ScheduleTimes } from '../../../core/schedules/schedule-times.ts';
import type { SkipReason } from '../../../core/schedules/schedule-view.ts';
import type { Schedule } from '../../api/types.ts';
import { formatCount, formatList, formatOrdinal } from '../plural.ts';

const days = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} satisfies Record<Extract<ScheduleBody, { every: 'week' }>['on'][number], string>;

/** Returns the days of a schedule in words, such as `Every Monday and Friday`. */
function describeDays(schedule: ScheduleTimes): string {
  switch (schedule.every) {
    case 'day':
      return 'Every day';
    case 'weekday':
      return 'Every working day (Monday to Friday)';
    case 'week':
      return `Every ${formatList(schedule.on.map((day) => days[day]))}`;
    case 'month':
      return `Every month on the ${formatList(schedule.on.map(formatOrdinal))}`;
  }
}

/** Returns times in words, such as `Every Monday at 06:00 (Europe/Berlin)`. */
export function describeTimes(times: ScheduleTimes): string {
  return `${describeDays(times)} at ${times.at} (${times.timeZone})`;
}

/** Texts of the schedule of a site. */
export const scheduleText = {
  title: 'Schedule',
  intro:
    'The service scans the site by itself at these times. So you learn about new problems of a site that changes without a pipeline, too.',
  none: 'This site is scanned only when somebody starts a scan.',
  days,
  describe: (schedule: Schedule['schedule']) => `${describeTimes(schedule)}.`,
  rules: (names: readonly string[]) => `Rule sets: ${formatList(names)}.`,
  branch: (name: string) => `Branch: ${name}.`,
  within: (minutes: number) =>
    minutes === 0
      ? 'The scan starts at that time.'
      : `The scan starts within ${formatCount(minutes, { one: 'minute', other: 'minutes' })} after that time.`,
  paused: {
    title: 'This schedule is paused',
    text: 'Its last three scans could test no page. Look at them, correct the site or its settings, and then resume the schedule.',
    since: 'Paused since',
    resume: 'Resume',
    done: 'The schedule is active again.',
  },
  next: { title: 'Next scans', label: 'Planned times' },
  runs: {
    title: 'Last planned times',
    caption: 'What happened at the last planned times',
    empty: 'No planned time has passed yet.',
    columns: { planned: 'Planned', result: 'Result' },
    started: 'Scan',
    gate: 'Gate:',
    skipped: {
      'scan-unfinished': 'No scan: another scan of the site had not ended.',
      limit: 'No scan: a limit of the account was reached.',
      refused: 'No scan: the site does not allow these settings any more.',
    } satisfies Record<SkipReason, string>,
  },
  add: 'Set up a schedule',
  change: 'Change',
  remove: {
    label: 'Delete schedule',
    title: 'Delete this schedule?',
    text: 'The site is then scanned only when somebody starts a scan. Scans that have started go on.',
    confirm: 'Delete',
    done: 'The schedule was deleted.',
  },
  edit: {
    title: 'Set the schedule',
    submit: 'Save schedule',
    done: 'The schedule was saved.',
    fields: {
      every: 'How often',
      periods: { day: 'Every day', weekday: 'Every working day', week: 'Every week', month: 'Every month' },
      weekDays: 'Days of the week',
      monthDays: 'Days of the month',
      monthDaysHint:
        'Numbers from 1 to 31, separated by commas, such as 1, 15. In a month without such a day, its last day counts.',
      at: 'Time of day',
      timeZone: 'Time zone',
      timeZoneHint: 'The name of a time zone in the IANA database, such as Europe/Berlin.',
      within: 'Start within (minutes)',
      withinHint: (most: string) =>
        `Each site starts at a time of its own within these minutes, so that the scans of many sites do not start at once. 0 to ${most}.`,
      branch: 'Branch',
      branchHint:
        'The scans are recorded as scans of this branch, and compared with earlier ones of it. Use the main branch of the site.',
    },
  },
};
