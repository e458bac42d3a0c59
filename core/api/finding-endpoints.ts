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

/** One finding as the list of findings shows it: all that the report has of it, and its rule. */
const findingViewSchema = reportNodeSchema
  .extend({
    kind: z.enum(findingKinds).meta({ description: '`review`: the rule could not decide; a person has to.' }),
    ruleId: z.string().meta({ description: 'The rule that it is a result of.' }),
    help: z.string().nullable().meta({ description: 'What should hold; null for a rule of old.' }),
    successCriteria: z
      .array(z.string())
      .meta({ description: 'Plain numbers of the success criteria of the rule, e.g. `1.4.3`.' }),
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
  principals: ['key'],
  tag: 'Reports',
  summary: 'Lists the findings of a scan, in the order of its report',
  description:
    'Violations first, then what needs review; rule by rule, page by page. All filters that are given must hold. A page may be cut short of `limit` where findings are long.',
  request: {
    params: scanParams,
    query: z.strictObject({
      ...listQuery,
      state: z.enum(findingStateNames).optional().meta({ description: 'What became of it.' }),
      impact: impactSchema.optional().meta({ description: 'Its impact, exactly.' }),
      kind: z
        .enum(findingKinds)
        .optional()
        .meta({ description: 'Violations only, or only what needs review.' }),
      rule: z
        .string()
        .refine(isKnownRule, 'must be the id of a rule, as reports show it')
        .optional()
        .meta({ description: 'The rule that it is a result of.', example: 'color-contrast' }),
      page: z
        .string()
        .min(1)
        .max(2 * URL_LENGTH_MAX)
        .optional()
        .meta({ description: 'Id of the page, or its URL as it was requested.' }),
      criterion: z
        .string()
        .refine((number) => findCriterion(number) !== undefined, 'must be a criterion such as 1.4.3')
        .optional()
        .meta({ description: 'A success criterion of its rule.', example: '1.4.3' }),
      suppressed: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Only those that a suppression takes out of the count, or only the others.' }),
      issueGroup: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'must be the id of an issue group, as reports show it')
        .optional()
        .meta({ description: 'Id of its issue group.' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of findings.',
      content: {
        'application/json': {
          schema: createPageSchema(findingViewSchema, 'FindingPage')
            .extend({
              total: z.number().int().min(0).meta({ description: 'How many findings match in all.' }),
            })
            .meta({ id: 'FindingList', description: 'One page of a list.' }),
          example: { items: [exampleFinding], nextCursor: null, total: 1 },
        },
      },
    },
    202: {
      description: 'The scan has not ended, or its report is being put together; try again.',
      headers: { 'Retry-After': { ...retryAfterHeader, required: true } },
      content: { 'application/json': { schema: scanViewSchema, example: exampleScan } },
    },
  },
  problems: ['scan-not-found', 'cursor-invalid', 'nothing-to-report'],
});
