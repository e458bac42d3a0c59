import { z } from 'zod';
import type { ScanComparison } from '../comparison/scan-comparison.ts';
import { differenceStateNames, differenceStates } from '../comparison/states.ts';
import { findingKinds } from '../findings/finding-kind.ts';
import { FINGERPRINT } from '../findings/identity.ts';
import {
  findingHistoryViewSchema,
  groupHistoryViewSchema,
  historyScanViewSchema,
} from '../history/history-view.ts';
import { createIdSchema } from '../ids.ts';
import { formatMeanings } from '../meanings.ts';
import { countSchema, createObjectSchema } from '../reports/schema/numbers.ts';
import { isKnownRule } from '../rule-sets/rules.ts';
import { engineViewSchema } from '../scans/engine.ts';
import { impactSchema } from '../scans/page-result.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleFinishedScan, exampleSite } from './examples.ts';
import { branchQuery, createPageSchema, listQuery, scanParams, siteParams } from './parts.ts';

const call = {
  handledBy: 'read-history',
  method: 'GET',
  permission: 'scans:read',
  principals: ['key', 'member'],
  tag: 'Reports',
} as const;

const EARLIER_SCAN_ID = 'scan_01k6zq1b4d7f0h3k6n9q2s5v8x';
const EXAMPLE_GROUP_ID = 'grp_0f6f0c0f6a113c1e';
const EXAMPLE_FINGERPRINT = 'f1_3c1e5a0b4c7e9b7b0f6f0c0f';
const exampleEarlier = { scanId: EARLIER_SCAN_ID, commit: '51ab0c3', at: '2026-03-01T08:00:00.000Z' };
const exampleLatest = {
  scanId: exampleFinishedScan.id,
  commit: '9f1c2ab',
  at: exampleFinishedScan.createdAt,
};
export const exampleLife = {
  asOf: exampleLatest,
  ruleId: 'image-alt',
  kind: 'violation' as const,
  state: 'open' as const,
  firstSeen: exampleEarlier,
  isEarlier: false,
  events: [{ event: 'first-seen' as const, ...exampleEarlier }],
  eventsOmitted: 0,
};

const historyQuery = z.strictObject({
  branch: branchQuery,
  scan: createIdSchema('scan').optional().meta({
    description:
      'The history as of this completed scan of the site, instead of the newest one. Not together with `branch`.',
  }),
});
const OF_HISTORY =
  'The history is that of the newest completed scan of the site itself (not of a pull request or of another address), or of `branch`. It goes on from scan to scan of one branch; a new branch continues the history of its baseline. Scans with different settings, such as another viewport, have different histories. A fix is in it only if a scan observed it: the rule completed on the page without finding it again.';

export const getFindingHistory = defineEndpoint({
  ...call,
  operationId: 'get-finding-history',
  path: '/sites/{siteId}/findings/{fingerprint}/history',
  summary: 'Returns when a finding was first seen, fixed, and seen again',
  description: OF_HISTORY,
  request: {
    params: siteParams.extend({
      fingerprint: z
        .string()
        .regex(FINGERPRINT)
        .meta({ description: 'Fingerprint of the finding.', example: EXAMPLE_FINGERPRINT }),
    }),
    query: historyQuery,
  },
  responses: {
    200: {
      description: 'The history of the finding.',
      content: {
        'application/json': {
          schema: findingHistoryViewSchema,
          example: {
            fingerprint: EXAMPLE_FINGERPRINT,
            issueGroup: EXAMPLE_GROUP_ID,
            ...exampleLife,
          },
        },
      },
    },
  },
  problems: [
    'site-not-found',
    'scan-not-found',
    'scan-not-completed',
    'history-not-found',
    'nothing-to-report',
  ],
});

export const getGroupHistory = defineEndpoint({
  ...call,
  operationId: 'get-group-history',
  path: '/sites/{siteId}/groups/{groupId}/history',
  summary: 'Returns when an issue group was first seen, fixed, and seen again',
  description: OF_HISTORY,
  request: {
    params: siteParams.extend({
      groupId: z
        .string()
        .regex(/^grp_[\w-]{1,64}$/)
        .meta({ description: 'Id of the issue group.', example: EXAMPLE_GROUP_ID }),
    }),
    query: historyQuery,
  },
  responses: {
    200: {
      description: 'The history of the issue group.',
      content: {
        'application/json': {
          schema: groupHistoryViewSchema,
          example: { issueGroup: EXAMPLE_GROUP_ID, ...exampleLife },
        },
      },
    },
  },
  problems: [
    'site-not-found',
    'scan-not-found',
    'scan-not-completed',
    'history-not-found',
    'nothing-to-report',
  ],
});

const comparedScanSchema = historyScanViewSchema.extend({
  branch: z.string().nullable().meta({ description: '`metadata.branch` of the scan; null if not given.' }),
  engines: z.array(engineViewSchema).meta({ description: 'The engines that ran the rules.' }),
  unlisted: countSchema.meta({
    description: 'Number of findings that are counted but not listed. They are not compared.',
  }),
});

const comparedFindingSchema = z.object({
  state: z.enum(differenceStateNames).meta({ description: formatMeanings(differenceStates) }),
  fingerprint: z.string().regex(FINGERPRINT),
  ruleId: z.string(),
  help: z.string().meta({ description: 'The requirement of the rule.' }),
  kind: z.enum(findingKinds),
  impact: impactSchema,
  suppressed: z.boolean().nullable().meta({
    description: 'Whether the report of its scan has it as suppressed; null if the report does not list it.',
  }),
  url: z.string().meta({ description: 'URL of the page.' }),
  selector: z.string().meta({ description: 'Path to the element, cut to 200 characters.' }),
});

const scanComparisonSchema = createPageSchema(comparedFindingSchema, 'ComparedFindingPage')
  .extend({
    total: countSchema.meta({
      description: 'Number of matching findings on all pages of results.',
    }),
    scan: comparedScanSchema,
    with: comparedScanSchema.meta({ description: 'The scan that `with` names.' }),
    isComparable: z.boolean().meta({
      description:
        'Whether both scans have the same rule sets, viewport and other settings that determine findings. If not, no finding is `fixed`.',
    }),
    settingsChanged: z
      .array(z.string())
      .meta({ description: 'Names of these settings that differ, as in `config`.' }),
    enginesChanged: z.boolean().meta({
      description: 'Whether the rule engine or browser differs, which can also change findings.',
    }),
    counts: createObjectSchema(
      differenceStateNames,
      createObjectSchema(['violations', 'needsReview', 'suppressed'], countSchema),
    ).meta({
      description:
        'Numbers of findings by state, regardless of the filters. Suppressed ones count only as `suppressed`.',
    }),
  })
  .meta({ id: 'ScanComparison', description: 'One page of the comparison of two scans.' });
export type ScanComparisonView = z.infer<typeof scanComparisonSchema>;
export type ComparedFindingView = z.infer<typeof comparedFindingSchema>;

const exampleCounts = Object.fromEntries(
  differenceStateNames.map((state) => [
    state,
    { violations: state === 'new' ? 1 : 0, needsReview: 0, suppressed: 0 },
  ]),
) as ScanComparison['counts'];
const exampleCompared = {
  branch: 'feature/menu',
  engines: [{ axe: '4.14.1', browser: 'Chrome/153.0.7900.0' }],
  unlisted: 0,
};

export const exampleComparison: ScanComparisonView = {
  items: [
    {
      state: 'new',
      fingerprint: EXAMPLE_FINGERPRINT,
      ruleId: 'image-alt',
      help: 'Images must have alternative text',
      kind: 'violation',
      impact: 'critical',
      suppressed: false,
      url: exampleSite.url,
      selector: 'main > img',
    },
  ],
  nextCursor: null,
  total: 1,
  scan: { ...exampleLatest, ...exampleCompared },
  with: { ...exampleEarlier, ...exampleCompared },
  isComparable: true,
  settingsChanged: [],
  enginesChanged: false,
  counts: exampleCounts,
};

export const compareScans = defineEndpoint({
  ...call,
  operationId: 'compare-scans',
  path: '/scans/{scanId}/comparison',
  summary: 'Compares two completed scans of a site',
  description:
    'A finding is in a scan only if its report lists it, and is gone only if the scan completed the rule on its page and lists everything there. All else is `unknown` or `not-seen-again`. Suppressed findings are listed, and counted apart. The report of a scan has its comparison with its baseline, which also decides the gate; this call decides nothing.',
  request: {
    params: scanParams,
    query: z.strictObject({
      ...listQuery,
      with: createIdSchema('scan').meta({
        description: 'Id of another completed scan of the same site, usually an earlier one.',
        example: EARLIER_SCAN_ID,
      }),
      state: z.enum(differenceStateNames).optional().meta({ description: 'Only findings in this state.' }),
      kind: z
        .enum(findingKinds)
        .optional()
        .meta({ description: 'Only violations, or only findings that need review.' }),
      impact: impactSchema.optional().meta({ description: 'Only findings with exactly this impact.' }),
      rule: z
        .string()
        .refine(isKnownRule, 'must be the id of a rule, as reports show it')
        .optional()
        .meta({ description: 'Only findings of this rule.', example: 'color-contrast' }),
    }),
  },
  responses: {
    200: {
      description: 'One page of the comparison.',
      content: {
        'application/json': {
          schema: scanComparisonSchema,
          example: exampleComparison,
        },
      },
    },
  },
  problems: ['scan-not-found', 'scan-not-completed', 'cursor-invalid', 'nothing-to-report'],
});
