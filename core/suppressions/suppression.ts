import { z } from 'zod';
import { globSchema } from '../crawl/url-glob.ts';
import { FINGERPRINT } from '../findings/identity.ts';
import { issueGroupIdSchema } from '../findings/issue-group-id.ts';
import { createId, createIdSchema } from '../ids.ts';
import { type Author, authorSchema } from '../people/author.ts';
import { isKnownRule } from '../rule-sets/rules.ts';
import { selectorSchema } from '../scans/selector-fault.ts';
import { reasonSchema } from '../sites/plain-text.ts';

/** Maximum number of suppressions of one site. */
export const SUPPRESSIONS_MAX = 200;
/** Maximum number of suppressions with a selector: each selector is matched on every page. */
export const SELECTOR_SUPPRESSIONS_MAX = 50;

/** The findings that a suppression matches: those for which all given members match. */
const suppressionMatchSchema = z
  .strictObject({
    fingerprint: z
      .string()
      .regex(FINGERPRINT, 'must be the fingerprint of a finding, as reports show it')
      .optional()
      .meta({ description: 'One finding, by its fingerprint.' }),
    issueGroup: issueGroupIdSchema.optional().meta({
      description:
        'Findings of one issue group, also later ones, by the id of the group in reports. If the structure around the elements changes, the group gets another id.',
      example: 'grp_0f6f0c0f6a113c1e',
    }),
    rule: z
      .string()
      .refine(isKnownRule, 'must be the id of a rule, as reports show it')
      .optional()
      .meta({ description: 'Findings of one rule.', example: 'color-contrast' }),
    selector: selectorSchema.optional().meta({
      description:
        'Findings of elements that a CSS selector matches, and of elements within them. The selector is matched while a page is scanned, so it takes effect with the next scan that is triggered.',
      example: '#chat-widget',
    }),
    page: globSchema.optional().meta({
      description: 'Findings on pages whose URL matches a glob, as in `includeUrls`.',
      example: '/legacy/**',
    }),
  })
  .refine(
    (given) => Object.values(given).some((each) => each !== undefined),
    'must give at least one of fingerprint, issueGroup, rule, selector, page',
  )
  .meta({ id: 'SuppressionMatch', description: 'All given members must match.' });

const reason = reasonSchema.meta({
  description: 'The reason; shown in reports.',
  example: 'Third-party widget, replaced in March',
});

const expiresAt = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-03-31T00:00:00Z' })
  .nullable()
  .meta({
    description: 'Time from which the findings count again; null for never.',
  });

/** The body of `POST /sites/<id>/suppressions`. The handler checks that `expiresAt` is in the future. */
export const createSuppressionSchema = z
  .strictObject({ match: suppressionMatchSchema, reason, expiresAt: expiresAt.default(null) })
  .meta({ id: 'CreateSuppression', description: 'Findings to exclude from the count.' });
export type CreateSuppression = z.output<typeof createSuppressionSchema>;

/** The body of `PATCH /sites/<id>/suppressions/<id>`. */
export const updateSuppressionSchema = z
  .strictObject({ reason, expiresAt })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must change at least one of reason, expiresAt')
  .meta({ id: 'UpdateSuppression', description: 'The changes of a suppression.' });
export type UpdateSuppression = z.output<typeof updateSuppressionSchema>;

/** A suppression as the service stores it. Times are RFC 3339 UTC. */
export interface Suppression {
  suppressionId: string;
  accountId: string;
  siteId: string;
  match: z.infer<typeof suppressionMatchSchema>;
  reason: string;
  author: Author;
  expiresAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A suppression as the API and reports show it. */
export const suppressionViewSchema = z
  .object({
    id: createIdSchema('supp').meta({ description: 'Id of the suppression.' }),
    match: suppressionMatchSchema,
    reason: z.string(),
    author: authorSchema.meta({ description: 'The key or the person that created it.' }),
    expiresAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Suppression', description: 'Findings that are reported but do not count.' });
export type SuppressionView = z.infer<typeof suppressionViewSchema>;

/** Returns the view of a suppression for the API and reports. */
export function toSuppressionView(suppression: Suppression): SuppressionView {
  const { suppressionId, match, reason, author, expiresAt, createdAt, updatedAt } = suppression;
  return { id: suppressionId, match, reason, author, expiresAt, createdAt, updatedAt };
}

/** Returns a new suppression. */
export function buildSuppression(
  at: { accountId: string; siteId: string; author: Suppression['author'] },
  { match, reason, expiresAt }: CreateSuppression,
  now: Date,
): Suppression {
  const time = now.toISOString();
  return {
    suppressionId: createId('supp', now),
    ...at,
    match,
    reason,
    expiresAt: toUtc(expiresAt),
    createdAt: time,
    updatedAt: time,
  };
}

/**
 * Returns the suppression with a change applied. `updatedAt` always increases, because it distinguishes concurrent
 * writers.
 */
export function applySuppressionChange(
  suppression: Suppression,
  { reason, expiresAt }: UpdateSuppression,
  now: Date,
): Suppression {
  const updatedAt = new Date(Math.max(now.getTime(), Date.parse(suppression.updatedAt) + 1)).toISOString();
  return {
    ...suppression,
    ...(reason === undefined ? {} : { reason }),
    ...(expiresAt === undefined ? {} : { expiresAt: toUtc(expiresAt) }),
    updatedAt,
  };
}

/** The last time that RFC 3339 can represent. */
const latestTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns what is wrong with a new expiry time, or null. */
export function findExpiryFault(expiresAt: string | null, now: Date): string | null {
  if (expiresAt === null) return null;
  const time = Date.parse(expiresAt);
  if (time <= now.getTime()) return 'must be in the future';
  return time > latestTime ? 'must be before the year 10000 in UTC' : null;
}

function toUtc(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
