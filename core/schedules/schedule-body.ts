import { z } from 'zod';
import { scanConfigSchema } from '../scans/scan-config.ts';
import { WITHIN_MINUTES_DEFAULT, WITHIN_MINUTES_MAX } from './schedule-limits.ts';
import { weekdays } from './weekdays.ts';

/** True if the runtime knows the time zone: an IANA name such as `Europe/Berlin`, or `UTC`. An offset is no name. */
function isTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const TIME_ZONE_LENGTH_MAX = 64;

export const timeOfDaySchema = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 06:00')
  .meta({
    description:
      'Time of day in the time zone. Where it does not exist on a day, because clocks are put forward, the next one that exists; where it exists twice, the first.',
    example: '06:00',
  });

export const timeZoneSchema = z
  .string()
  .max(TIME_ZONE_LENGTH_MAX, { abort: true })
  .refine(isTimeZone, 'must be the name of a time zone in the IANA database, such as Europe/Berlin')
  .meta({ description: 'Name of a time zone in the IANA database.', example: 'Europe/Berlin' });

const common = {
  at: timeOfDaySchema,
  timeZone: timeZoneSchema,
  withinMinutes: z.number().int().min(0).max(WITHIN_MINUTES_MAX).default(WITHIN_MINUTES_DEFAULT).meta({
    description:
      'The scan starts within this many minutes after the time, always at the same distance for a site, so that the scans of many sites do not start at once. If a limit of the account refuses it, it is tried again until then.',
  }),
  config: scanConfigSchema
    .refine(({ baseline }) => baseline === undefined, {
      path: ['baseline'],
      error: 'must be omitted: each scan is compared with the latest comparable one',
    })
    .refine(({ expectChanged }) => expectChanged === undefined, {
      path: ['expectChanged'],
      error: 'must be omitted: it declares the change of one scan, and would hide what changes later',
    })
    .refine(({ metadata }) => metadata?.pullRequest === undefined && metadata?.commit === undefined, {
      path: ['metadata'],
      error: 'must have no commit and no pullRequest: they are not the same in each scan',
    })
    .meta({
      description:
        'The configuration of each scan, as in `POST /sites/{siteId}/scans`, without `baseline`, `metadata.commit` and `metadata.pullRequest`.',
      example: { rules: ['wcag-aa'], priority: 'normal' },
    }),
};

/** Returns the schema of days of a week or month: at least one, each once; sorted. */
function createDaysSchema<Day extends z.ZodType<string | number>>(
  day: Day,
  order: (day: z.output<Day>) => number,
) {
  return z
    .array(day)
    .min(1, 'must name at least one day')
    .refine((days) => new Set(days).size === days.length, 'must name each day once')
    .overwrite((days) => [...days].sort((one, other) => order(one) - order(other)));
}

export const weekdaysSchema = createDaysSchema(z.enum(weekdays), (day) => weekdays.indexOf(day)).meta({
  description: 'Days of the week.',
  example: ['monday'],
});

/** The body of `PUT /sites/<id>/schedule`. */
export const scheduleBodySchema = z
  .discriminatedUnion(
    'every',
    [
      z.strictObject({
        every: z.enum(['day', 'weekday']).meta({ description: '`weekday`: Monday to Friday.' }),
        ...common,
      }),
      z.strictObject({
        every: z.literal('week'),
        on: weekdaysSchema,
        ...common,
      }),
      z.strictObject({
        every: z.literal('month'),
        on: createDaysSchema(z.number().int().min(1).max(31), (day) => day).meta({
          description: 'Days of the month. In a month without such a day, its last day.',
          example: [1],
        }),
        ...common,
      }),
    ],
    { error: 'must have every: day, weekday, week or month' },
  )
  .meta({
    id: 'SetSchedule',
    description: 'When a site is scanned, and how.',
    example: {
      every: 'week',
      on: ['monday'],
      at: '06:00',
      timeZone: 'Europe/Berlin',
      withinMinutes: 60,
      config: { rules: ['wcag-aa'], priority: 'normal', metadata: { branch: 'main' } },
    },
  });
export type ScheduleBody = z.output<typeof scheduleBodySchema>;
