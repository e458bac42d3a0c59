import { z } from 'zod';
import { findingStateNames } from '../comparison/states.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { reportNodeSchema } from '../reports/schema/node.ts';
import { isKnownRule } from '../rule-sets/rules.ts';
import { impactSchema } from '../scans/page-result.ts';
import { scanViewSchema } from '../scans/scan.ts';
import { URL_LENGTH_MAX } from '../sites/url.ts';
import { findCriterion } from '../wcag/criteria.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleNode } from './example-report.ts';
import { exampleScan } from './examples.ts';
import { createPageSchema, listQuery, retryAfterHeader, scanParams } from './parts.ts';

/** One finding in the list of findings: all members that the report has, and its rule. */
const findingViewSchema = reportNodeSchema
  .extend({
    kind: z
      .enum(findingKinds)
      .meta({ description: '`review`: the rule could not decide, so a person must review the element.' }),
    ruleId: z.string().meta({ description: 'The rule that reported the finding.' }),
    help: z
      .string()
      .nullable()
      .meta({ description: 'What the rule requires; null for a rule that no longer exists.' }),
    successCriteria: z
      .array(z.string())
      .meta({ description: 'Numbers of the success criteria of the rule, e.g. `1.4.3`.' }),
  })
  .meta({ id: 'Finding', description: 'One result of one rule at one element of one page.' });
export type FindingView = z.infer<typeof findingViewSchema>;

const exampleFinding: FindingView = {
  ...exampleNode,
  kind: 'violation',
  ruleId: 'image-alt',
  help: 'Images must have alternative text',
  successCriteria: ['1.1.1'],
};

export const listFindings = defineEndpoint({
  operationId: 'list-findings',
  method: 'GET',
  path: '/scans/{scanId}/findings',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
  summary: 'Lists the findings of a scan, in the order of its report',
  description:
    'Violations come first, then findings that need review, ordered by rule and page. A finding must match all given filters. A page of results may have fewer than `limit` findings if they are large.',
  request: {
    params: scanParams,
    query: z.strictObject({
      ...listQuery,
      state: z
        .enum(findingStateNames)
        .optional()
        .meta({ description: 'Only findings in this state relative to the baseline.' }),
      impact: impactSchema.optional().meta({ description: 'Only findings with exactly this impact.' }),
      kind: z
        .enum(findingKinds)
        .optional()
        .meta({ description: 'Only violations, or only findings that need review.' }),
      rule: z
        .string()
        .refine(isKnownRule, 'must be the id of a rule, as reports show it')
        .optional()
        .meta({ description: 'Only findings of this rule.', example: 'color-contrast' }),
      page: z
        .string()
        .min(1)
        .max(2 * URL_LENGTH_MAX)
        .optional()
        .meta({ description: 'Only findings on this page: its id, or its requested URL.' }),
      criterion: z
        .string()
        .refine((number) => findCriterion(number) !== undefined, 'must be a criterion such as 1.4.3')
        .optional()
        .meta({ description: 'Only findings of rules for this success criterion.', example: '1.4.3' }),
      suppressed: z.enum(['true', 'false']).optional().meta({
        description: '`true`: only suppressed findings; `false`: only findings that are not suppressed.',
      }),
      issueGroup: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'must be the id of an issue group, as reports show it')
        .optional()
        .meta({ description: 'Only findings of the issue group with this id.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of findings.',
      content: {
        'application/json': {
          schema: createPageSchema(findingViewSchema, 'FindingPage')
            .extend({
              total: z
                .number()
                .int()
                .min(0)
                .meta({ description: 'Number of matching findings on all pages of results.' }),
            })
            .meta({ id: 'FindingList', description: 'One page of results.' }),
          example: { items: [exampleFinding], nextCursor: null, total: 1 },
        },
      },
    },
    202: {
      description: 'The scan has not ended, or its report is not ready yet. Try again later.',
      headers: { 'Retry-After': { ...retryAfterHeader, required: true } },
      content: { 'application/json': { schema: scanViewSchema, example: exampleScan } },
    },
  },
  problems: ['scan-not-found', 'cursor-invalid', 'nothing-to-report'],
});
