import { z } from 'zod';
import { rulesNotRunSchema } from '../../gate/rules-not-run.ts';
import { pageOutcomeSchema } from '../../scans/page-outcome.ts';
import { impactSchema, impacts } from '../../scans/page-result.ts';
import { countSchema, createObjectSchema } from './numbers.ts';

const elementsAndRules = z.object({
  elements: countSchema.meta({
    description: 'Number of elements; one that is on two pages, or reported by two rules, counts twice.',
  }),
  rules: countSchema.meta({ description: 'Number of rules, each under its worst impact.' }),
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
        .meta({ description: 'Pages by outcome; outcomes without pages are omitted.' }),
    }),
    rulesNotRun: rulesNotRunSchema,
    violations: reportCountsSchema.meta({
      description: 'Without suppressed ones. Includes findings that a person decided to be problems.',
    }),
    needsReview: reportCountsSchema.meta({
      description:
        'Findings that the rules could not decide, without suppressed ones and those that a person decided about.',
    }),
    suppressed: z
      .object({ violations: elementsAndRules, needsReview: elementsAndRules })
      .meta({ description: 'Suppressed findings, which the numbers above do not include.' }),
    decided: z
      .object({
        fine: elementsAndRules.meta({
          description: 'Findings that a person decided to be fine. The numbers above do not include them.',
        }),
        problems: elementsAndRules.meta({
          description:
            'Findings that the rules could not decide and a person decided to be problems. `violations` includes them.',
        }),
        outdated: elementsAndRules.meta({
          description:
            'Findings that a person decided about before, and that need review again because the rule or what the person judged is not the same. `needsReview` includes those that are not suppressed.',
        }),
      })
      .optional()
      .meta({ description: 'Findings that a person decided about. Absent in reports before 1.5.' }),
    issueGroups: countSchema.meta({
      description:
        'Issue groups to fix: groups with a violation that is not suppressed. One fix certainly or probably removes the findings of a group: see its `oneFix`.',
    }),
    issueGroupsByImpact: createObjectSchema(impacts, countSchema).meta({
      description: 'The same, by the worst impact of a group.',
    }),
  })
  .meta({ id: 'ReportSummary' });
