import { z } from 'zod';
import { gateResults } from '../gate/gate.ts';
import { createIdSchema } from '../ids.ts';
import { authorSchema } from '../people/author.ts';
import { impactSchema } from '../scans/page-result.ts';
import { groupsByImpactSchema, scanFailureCodes, scanStatuses } from '../scans/scan.ts';
import { type EventType, type SentEventType, sentEventTypes } from './event.ts';
import { keyReminderDays } from './outbox-entry.ts';
import { type WebhookChangeKind, webhookChanges } from './webhook-change.ts';

/** The data of each type of event, as webhooks send it and the OpenAPI document describes it. */

const count = z.number().int().min(0);
const url = z.string();

const linksSchema = z
  .object({
    dashboard: url.meta({ description: 'Where people see it.' }),
    api: url.meta({ description: 'The call that returns all of it.' }),
  })
  .meta({ id: 'EventLinks', description: 'Where there is more than the event has.' });

const siteSchema = z
  .object({
    id: createIdSchema('site').meta({ description: 'Id of the site.' }),
    name: z.string().meta({ description: 'Its name.' }),
    url: url.meta({ description: 'Its start URL.' }),
  })
  .meta({ id: 'EventSite', description: 'The site that the event is about.' });

const scanSchema = z
  .object({
    id: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    status: z.enum(scanStatuses).meta({ description: 'Its final status.' }),
    branch: z.string().nullable().meta({ description: '`metadata.branch`; null if not given.' }),
    commit: z.string().nullable().meta({ description: '`metadata.commit`; null if not given.' }),
    isSiteResult: z.boolean().meta({
      description:
        'Whether the scan shows the state of the site: of its main branch, not of a pull request, and of all its pages.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'When it was triggered.' }),
    finishedAt: z.iso.datetime().nullable().meta({ description: 'When its last page ended.' }),
  })
  .meta({ id: 'EventScan', description: 'The scan that the event is about.' });

const groupSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the issue group.' }),
    ruleId: z.string().meta({ description: 'The rule.' }),
    help: z.string().meta({ description: 'The requirement of the rule.' }),
    impact: impactSchema.nullable().meta({ description: 'Its worst impact; null if not known any more.' }),
    elements: count.meta({ description: 'Number of elements.' }),
    pages: count.meta({ description: 'Number of pages.' }),
    pageUrls: z.array(url).meta({ description: 'Its first pages, at most 3.' }),
    element: z
      .object({ selector: z.string(), html: z.string() })
      .nullable()
      .meta({ description: 'An example, cut to 300 characters; null if not known any more.' }),
    howToFix: z.string().nullable().meta({ description: 'How to fix the example; null if not known.' }),
    successCriteria: z.array(z.string()).meta({ description: 'Numbers of success criteria, e.g. `1.4.3`.' }),
    links: linksSchema,
  })
  .meta({ id: 'EventIssueGroup', description: 'An issue group: one fix probably removes all its elements.' });
export type EventGroup = z.infer<typeof groupSchema>;

const ofAccount = { accountId: createIdSchema('acct').meta({ description: 'Id of the account.' }) };
const ofSite = { ...ofAccount, site: siteSchema };
const ofScan = { ...ofSite, scan: scanSchema, links: linksSchema };

const groups = {
  total: count.meta({ description: 'Number of issue groups.' }),
  byImpact: groupsByImpactSchema.meta({ description: 'Their number by impact.' }),
  groups: z.array(groupSchema).meta({ description: 'The worst of them, as many as fit into 20 KB.' }),
};
const ofGroups = { ...ofScan, ...groups };

const gateReasons = z
  .array(z.string())
  .meta({ description: 'Why, in sentences for people; at most 5. The report has all reasons.' });

const gateSchema = z.enum(gateResults).nullable().meta({ description: 'The gate; null without `failOn`.' });

const ofKey = z
  .object({
    id: createIdSchema('apikey'),
    name: z.string(),
    expiresAt: z.iso.datetime().meta({ description: 'When it expires, or has expired.' }),
  })
  .meta({ id: 'EventKey', description: 'The API key that the event is about. Its value is in no event.' });

const ofWebhook = z
  .object({ id: createIdSchema('webhook'), url, events: z.array(z.string()) })
  .meta({ id: 'EventWebhook', description: 'The endpoint that the event is about.' });

/** The schema of `data` by type. */
export const eventDataSchemas = {
  'scan.completed': z.object({
    ...ofScan,
    isFirst: z.boolean().meta({
      description:
        'Whether it is the first scan of the site or branch, so that no issue group counts as new.',
    }),
    gate: gateSchema,
    issueGroups: count.meta({ description: 'Issue groups to fix.' }),
    issueGroupsByImpact: groupsByImpactSchema,
    new: count.meta({ description: 'New and regressed violations.' }),
    fixed: count.meta({ description: 'Fixed findings.' }),
    pages: z
      .object({ attempted: count, scanned: count, notJudged: count })
      .meta({ description: 'Numbers of pages: attempted, scanned, and not or only partly judged.' }),
    groups: groups.groups.meta({ description: 'The worst issue groups of a first scan; else empty.' }),
  }),
  'scan.failed': z.object({
    ...ofScan,
    failure: z
      .object({ code: z.enum(scanFailureCodes), reason: z.string() })
      .meta({ description: 'Why it failed.' }),
  }),
  'scan.cancelled': z.object({
    ...ofScan,
    reason: z.string().nullable().meta({ description: 'Why it was cancelled.' }),
  }),
  'issues.new': z.object(ofGroups),
  'issues.regressed': z.object(ofGroups),
  'issues.fixed': z.object(ofGroups),
  'rules.changed': z.object({
    ...ofGroups,
    change: z.enum(['engine', 'settings']).meta({
      description:
        '`engine`: axe-core, the checks of a11y-scan, or the browser have another version. `settings`: the rules or the conditions of the scan are others.',
    }),
  }),
  'gate.failed': z.object({ ...ofScan, reasons: gateReasons }),
  'gate.recovered': z.object(ofScan),
  'site.unreachable': z.object({
    ...ofScan,
    reason: z.string().meta({ description: 'What the first page answered.' }),
  }),
  'schedule.paused': z.object({ ...ofSite, links: linksSchema }),
  'key.expiring': z.object({
    ...ofAccount,
    key: ofKey,
    days: z
      .literal([...keyReminderDays])
      .meta({ description: 'Days until it expires; 0 if it has expired.' }),
    links: linksSchema,
  }),
  'member.invited': z.object({
    ...ofAccount,
    invitation: z
      .object({ id: createIdSchema('invite'), role: z.string(), expiresAt: z.iso.datetime() })
      .meta({
        id: 'EventInvitation',
        description: 'The invitation. Its link and its address are in no event.',
      }),
    links: linksSchema,
  }),
  'webhook.changed': z.object({
    ...ofAccount,
    webhook: ofWebhook,
    change: z
      .enum(Object.keys(webhookChanges) as [WebhookChangeKind, ...WebhookChangeKind[]])
      .meta({ description: 'What somebody did. `webhook` is the endpoint after it, or before a deletion.' }),
    changed: z.array(z.string()).meta({ description: 'Names of the members that differ after it.' }),
    author: authorSchema.meta({ description: 'The person or key that did it.' }),
    links: linksSchema,
  }),
  'alert.disabled': z.object({
    ...ofAccount,
    alert: z
      .object({ id: createIdSchema('alert'), name: z.string() })
      .meta({ id: 'EventAlert', description: 'The alert.' }),
    links: linksSchema,
  }),
  'webhook.disabled': z.object({
    ...ofAccount,
    webhook: ofWebhook,
    reason: z.string().meta({ description: 'Why it is disabled.' }),
    links: linksSchema,
  }),
  'webhook.test': z.object({ ...ofAccount, webhook: ofWebhook, links: linksSchema }),
} as const satisfies Record<SentEventType, z.ZodObject>;

/** The data of an event by its type. */
export type EventData<Type extends SentEventType = EventType> = z.infer<(typeof eventDataSchemas)[Type]>;

/** Returns the schema of an event as webhooks send it. */
export function buildEventSchema(type: SentEventType) {
  return z
    .object({
      type: z.literal(type),
      timestamp: z.iso.datetime().meta({ description: 'When it happened.' }),
      data: eventDataSchemas[type],
    })
    .meta({ description: sentEventTypes[type] });
}
