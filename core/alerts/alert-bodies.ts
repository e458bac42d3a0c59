import { z } from 'zod';
import { createIdSchema } from '../ids.ts';
import { NAME_LENGTH_MAX } from '../name-length.ts';
import { impactSchema } from '../scans/page-result.ts';
import { timeOfDaySchema, timeZoneSchema, weekdaysSchema } from '../schedules/schedule-body.ts';
import { labelsSchema } from '../sites/labels.ts';
import { isPlainText, NOT_PLAIN } from '../sites/plain-text.ts';
import { isDistinct } from './distinct.ts';
import { type EventType, eventTypes } from './event.ts';

const SITES_MAX = 100;
const PEOPLE_MAX = 20;
const BRANCHES_MAX = 20;
const BRANCH_LENGTH_MAX = 255;
const SLACK_URL_LENGTH_MAX = 500;

/** The events that an alert can be about: those of sites. Administrators hear of those of the account anyway. */
export const alertEvents = [
  'issues.new',
  'issues.regressed',
  'issues.fixed',
  'gate.failed',
  'gate.recovered',
  'site.unreachable',
  'scan.completed',
  'scan.failed',
  'schedule.paused',
] as const satisfies readonly EventType[];
export type AlertEventType = (typeof alertEvents)[number];

const alertEventsDefault: AlertEventType[] = [
  'issues.new',
  'issues.regressed',
  'site.unreachable',
  'schedule.paused',
];

const NOT_DISTINCT = 'must not have an entry twice';

export const alertSitesSchema = z
  .union([
    z.literal('all'),
    z.strictObject({
      ids: z.array(createIdSchema('site')).min(1).max(SITES_MAX).refine(isDistinct, NOT_DISTINCT),
    }),
    z.strictObject({ labels: labelsSchema.min(1) }),
  ])
  .meta({
    description:
      '`all` sites, those with these `ids`, or those that have one of these `labels` when a scan ends. Nobody hears of a site that they may not access.',
    example: 'all',
  });

export const alertBranchesSchema = z
  .union([
    z.literal('main'),
    z
      .array(z.string().trim().min(1).max(BRANCH_LENGTH_MAX).refine(isPlainText, NOT_PLAIN))
      .min(1)
      .max(BRANCHES_MAX)
      .refine(isDistinct, NOT_DISTINCT),
  ])
  .meta({
    description:
      '`main`: scans that show the state of the site, see `mainBranch` of a site. Or scans whose `metadata.branch` is one of these names. Scans of pull requests, and of a part of a site, alert nobody.',
    example: 'main',
  });

const time = { at: timeOfDaySchema, timeZone: timeZoneSchema };
export const alertDeliverySchema = z
  .discriminatedUnion(
    'every',
    [
      z
        .strictObject({ every: z.literal('event') })
        .meta({ description: 'A message for each event, at once.' }),
      z.strictObject({ every: z.literal('day'), ...time }),
      z.strictObject({ every: z.literal('week'), on: weekdaysSchema, ...time }),
    ],
    { error: 'must have every: event, day or week' },
  )
  .meta({
    description:
      'When it is sent: a message for each event, or one message with all events every day or week. If nothing happened, no message is sent.',
    example: { every: 'week', on: ['monday'], at: '08:00', timeZone: 'Europe/Berlin' },
  });
export type AlertDelivery = z.output<typeof alertDeliverySchema>;

const peopleSchema = z
  .array(createIdSchema('person'))
  .min(1)
  .max(PEOPLE_MAX)
  .refine(isDistinct, NOT_DISTINCT)
  .meta({ description: 'Ids of members of the account.' });

/** The channel in the body of a call. */
export const alertChannelSchema = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('mail'), people: peopleSchema }),
      z.strictObject({
        kind: z.literal('slack'),
        url: z.string().max(SLACK_URL_LENGTH_MAX).meta({
          description:
            'URL of an incoming webhook of Slack, `https://hooks.slack.com/…`. It is a secret: the service stores it encrypted and never shows it.',
          example: 'https://hooks.slack.com/services/T000/B000/XXXX',
        }),
      }),
    ],
    { error: 'must have kind: mail or slack' },
  )
  .meta({ description: 'Who or what hears.' });

const name = z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isPlainText, NOT_PLAIN).meta({
  description: 'Name of the alert. Each message shows it.',
  example: 'New problems of the shop',
});
const events = z
  .array(z.enum(alertEvents))
  .min(1)
  .refine(isDistinct, NOT_DISTINCT)
  .meta({
    description: `What is reported: ${alertEvents.map((event) => `\`${event}\`: ${eventTypes[event]}`).join(' ')} The first scan of a site gives a summary instead of \`issues.new\`, and a change of the rules gives one note.`,
  });
const impact = impactSchema.meta({
  description: 'Issue groups of at least this impact are reported.',
  example: 'serious',
});

/** The body of `POST /alerts`. */
export const createAlertSchema = z
  .strictObject({
    name,
    sites: alertSitesSchema.default('all'),
    events: events.default(alertEventsDefault),
    impact: impact.default('serious'),
    branches: alertBranchesSchema.default('main'),
    channel: alertChannelSchema,
    delivery: alertDeliverySchema.default({ every: 'event' }),
  })
  .meta({ id: 'CreateAlert', description: 'Who hears what of which sites, by which channel, and when.' });
export type CreateAlert = z.output<typeof createAlertSchema>;

/** The body of `PATCH /alerts/{alertId}`. */
export const updateAlertSchema = z
  .strictObject({
    name,
    sites: alertSitesSchema,
    events,
    impact,
    branches: alertBranchesSchema,
    channel: alertChannelSchema,
    delivery: alertDeliverySchema,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must change at least one member')
  .meta({ id: 'UpdateAlert', description: 'The members to change. A change also enables a disabled alert.' });
export type UpdateAlert = z.output<typeof updateAlertSchema>;

/** The body of `POST /alerts/preview`. */
export const previewAlertSchema = z
  .strictObject({
    siteId: createIdSchema('site').meta({ description: 'The site whose latest scan is shown.' }),
    events: events.default(alertEventsDefault),
    impact: impact.default('serious'),
  })
  .meta({ id: 'PreviewAlert', description: 'What an alert would report.' });
export type PreviewAlert = z.output<typeof previewAlertSchema>;
