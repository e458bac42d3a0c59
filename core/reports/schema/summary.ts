import { z } from 'zod';
import { rulesNotRunSchema } from '../../gate/rules-not-run.ts';
import { pageOutcomeSchema } from '../../scans/page-outcome.ts';
import { impactSchema, impacts } from '../../scans/page-result.ts';
import { countSchema, createObjectSchema } from './numbers.ts';

const elementsAndRules = z.object({
  elements: countSchema.meta({
    description: 'Elements; one that is on two pages, or named by two rules, counts twice.',
  }),
  rules: countSchema.meta({ description: 'Rules, each under the worst impact it has.' }),
});

const reportRuleCountSchema = z
  .object({
    ruleId: z.string(),
    help: z.string(),
    impact: impactSchema,
    elements: countSchema,
    pages: countSchema,
  })
  .meta({ id: 'ReportRuleCount' });

export const reportCountsSchema = elementsAndRules
  .extend({
    byImpact: createObjectSchema(impacts, elementsAndRules),
    byRule: z.array(reportRuleCountSchema).meta({ description: 'Worst first, then by number of elements.' }),
  })
  .meta({ id: 'ReportCounts' });

export const reportSummarySchema = z
  .object({
    pages: z.object({
      known: countSchema.meta({ description: 'Pages that belong to the scan.' }),
      scanned: countSchema.meta({ description: 'Pages that were scanned, wholly or in part.' }),
      byOutcome: z
        .partialRecord(pageOutcomeSchema, countSchema)
        .meta({ description: 'Pages by outcome; an outcome without pages is left out.' }),
    }),
    rulesNotRun: rulesNotRunSchema,
    violations: reportCountsSchema.meta({ description: 'Without suppressed ones.' }),
    needsReview: reportCountsSchema.meta({
      description: 'What the rules could not decide. Never part of the violations.',
    }),
    suppressed: z
      .object({ violations: elementsAndRules, needsReview: elementsAndRules })
      .meta({ description: 'What a suppression takes out of the numbers above.' }),
    issueGroups: countSchema.meta({
      description:
        'Things to fix: issue groups with a violation that is not suppressed. One fix removes the findings of a group, or probably does: see `oneFix` of each.',
    }),
  })
  .meta({ id: 'ReportSummary' });
