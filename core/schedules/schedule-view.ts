import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { authorSchema } from '../people/author.ts';
import { scheduleBodySchema } from './schedule-body.ts';

/** Number of runs that a schedule remembers. */
export const RUNS_MAX = 20;

/** Number of scans in a row that judged no page after which a schedule pauses. */
export const UNJUDGED_SCANS_MAX = 3;

/** Number of planned times that the view shows. */
export const NEXT_RUNS = 3;

/** Why no scan was started at a planned time. */
const skipReasons = {
  'scan-unfinished': 'another scan of the site had not ended',
  limit: 'a limit of the account refused the scan until the end of the window',
  refused: 'the site or the account did not allow the scan; `detail` says why',
} as const;
export type SkipReason = keyof typeof skipReasons;

const runSchema = z.object({
  planned: z.iso.datetime().meta({ description: 'The planned time.' }),
  at: z.iso.datetime().meta({ description: 'When the scan was started or skipped.' }),
  scanId: createIdSchema('scan').nullable().meta({ description: 'The scan; null if it was skipped.' }),
  skipped: z
    .enum(Object.keys(skipReasons) as [SkipReason, ...SkipReason[]])
    .nullable()
    .meta({
      description: `Why no scan was started: ${Object.entries(skipReasons)
        .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
        .join('; ')}. Null if one was.`,
    }),
  detail: z.string().nullable().meta({ description: 'More about the reason, if known.' }),
});
/** What happened at a planned time. */
export type ScheduleRun = z.infer<typeof runSchema>;

/** A schedule as the API shows it. */
export const scheduleViewSchema = z
  .object({
    id: createIdSchema('schedule').meta({ description: 'Id of the schedule, the actor of its scans.' }),
    schedule: scheduleBodySchema,
    state: z.enum(['active', 'paused']).meta({
      description: `\`paused\`: ${UNJUDGED_SCANS_MAX} scans in a row judged no page, so the site is not scanned until the schedule is set again.`,
    }),
    pausedAt: z.iso.datetime().nullable().meta({ description: 'Since when it is paused; null if active.' }),
    nextRuns: z.array(z.iso.datetime()).meta({
      description: `The next ${NEXT_RUNS} planned times; none if paused. Scans start within \`withinMinutes\` after them.`,
    }),
    runs: z.array(runSchema).meta({ description: `The last ${RUNS_MAX} planned times, newest first.` }),
    author: authorSchema.meta({ description: 'The key or the person that set the schedule last.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Schedule', description: 'When a site is scanned by itself.' });
export type ScheduleView = z.infer<typeof scheduleViewSchema>;
