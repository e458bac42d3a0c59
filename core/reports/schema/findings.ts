import { z } from 'zod';
import { findingStateNames } from '../../comparison/states.ts';
import { findingKinds } from '../../findings/finding-kind.ts';
import { formatMeanings } from '../../meanings.ts';
import { ruleSources } from '../../scans/engine.ts';
import { impactSchema } from '../../scans/page-result.ts';
import { byStateSchema } from './comparison.ts';
import { reportCriterionSchema } from './coverage.ts';
import { reportNodeSchema } from './node.ts';
import { countSchema } from './numbers.ts';

/** How certain it is that one fix removes all findings of an issue group. */
const oneFix = {
  certain:
    'The same element at the same component path: once on each page, or several times in one container.',
  probable: 'The findings are similar. One fix probably removes all of them.',
};

const oneFixNames = Object.keys(oneFix) as (keyof typeof oneFix)[];

const decidedFineSchema = countSchema.optional().meta({
  description:
    'Findings that a person decided to be fine and that no suppression matches. Absent in reports before 1.5.',
});

const groupPageSchema = z
  .object({
    pageId: z.string(),
    elements: countSchema.meta({
      description:
        'Findings on this page, including those that do not count: suppressed and decided to be fine.',
    }),
    suppressed: countSchema,
    decidedFine: decidedFineSchema,
    byState: z
      .partialRecord(z.enum(findingStateNames), countSchema)
      .meta({ description: 'By state, only findings that count; states without findings are omitted.' }),
  })
  .meta({ id: 'IssueGroupPage', description: 'Numbers of an issue group on one page.' });

export const issueGroupSchema = z
  .object({
    id: z.string(),
    ruleId: z.string(),
    kind: z.enum(findingKinds),
    impact: impactSchema.meta({ description: 'The worst impact of its findings.' }),
    oneFix: z
      .enum(oneFixNames)
      .nullable()
      .meta({
        description: `Whether one fix removes all its findings; null for a single finding. ${formatMeanings(oneFix)}`,
      }),
    elements: countSchema.meta({
      description:
        'Number of findings, including those that do not count: suppressed and decided to be fine.',
    }),
    suppressed: countSchema,
    decidedFine: decidedFineSchema,
    decidedProblems: z.boolean().optional().meta({
      description:
        'True for a group of findings that a person decided to be problems. Absent in reports before 1.5.',
    }),
    decisionsOutdated: countSchema.optional().meta({
      description:
        'Findings that a person decided about before, and that need review again because the rule or what the person judged is not the same. Absent in reports before 1.5.',
    }),
    unlisted: countSchema.meta({
      description:
        'Further elements, not suppressed, that the rule counted on the pages of the group without listing them. Unlisted elements of a page are added to the group with the most listed elements there.',
    }),
    byState: byStateSchema.meta({ description: 'Its findings by state, only those that count.' }),
    byEngine: countSchema.meta({
      description: 'Number of new or regressed findings that a change of the engine caused.',
    }),
    pageIds: z.array(z.string()).meta({ description: 'The pages it occurs on, in the order of the report.' }),
    pages: z.array(groupPageSchema).meta({
      description: 'Number of its findings by page; at most its first 20 pages.',
    }),
    example: reportNodeSchema.meta({
      description: 'Its first finding that counts, new ones before others.',
    }),
  })
  .meta({
    id: 'IssueGroup',
    description:
      'Findings of one component and template, such as those of a header on every page. One fix certainly or probably removes them: see `oneFix`. To list them, also by page, use GET /scans/{scanId}/findings?issueGroup=…&page=….',
  });

export const ruleFindingsSchema = z
  .object({
    ruleId: z.string(),
    help: z.string().meta({ description: 'The requirement of the rule.' }),
    description: z.string(),
    helpUrl: z.string().nullable(),
    impact: impactSchema.meta({ description: 'The worst impact of its elements.' }),
    affects: z
      .string()
      .nullable()
      .meta({ description: 'People who are affected by such a problem; null if unknown.' }),
    remedy: z.string().nullable().meta({
      description: 'How to fix such a problem in general; `fix` of each node applies to that element.',
    }),
    successCriteria: z.array(z.string()).meta({ description: 'Plain numbers, e.g. `1.4.3`.' }),
    criteria: z.array(reportCriterionSchema).meta({ description: 'The same criteria with names and URLs.' }),
    bestPractice: z.boolean().meta({ description: 'True if no success criterion requires it.' }),
    tags: z.array(z.string()),
    source: z.enum(ruleSources).optional().meta({
      description: 'The engine that has the rule. Absent in reports before 1.6.',
    }),
    actRules: z.array(z.string()).optional().meta({
      description: 'Ids of the ACT rules that it implements. Absent in reports before 1.6.',
    }),
    assumptions: z.string().nullable().optional().meta({
      description:
        'What a check of `a11y-scan` assumes: where that is not true, its findings are wrong. Null for `axe-core`; absent in reports before 1.6.',
    }),
    pageCount: countSchema,
    nodeCount: countSchema.meta({
      description:
        'True number of elements, including suppressed ones. Larger than the length of `nodes` if a page, or the whole scan, had more elements than the report stores.',
    }),
    nodes: z.array(reportNodeSchema),
  })
  .meta({ id: 'RuleFindings' });
