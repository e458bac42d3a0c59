import { z } from 'zod';
import { baselineSchema, findingStateNames } from '../../comparison/states.ts';
import { findingKinds } from '../../findings/finding-kind.ts';
import { impactSchema } from '../../scans/page-result.ts';
import { countSchema, createObjectSchema } from './numbers.ts';

export const byStateSchema = createObjectSchema(findingStateNames, countSchema);

export const fixedFindingSchema = z
  .object({
    fingerprint: z.string(),
    ruleId: z.string(),
    help: z.string(),
    kind: z.enum(findingKinds),
    impact: impactSchema,
    url: z.string().meta({ description: 'URL of the page in the baseline.' }),
    selector: z.string().meta({ description: 'Location of the element in the baseline.' }),
  })
  .meta({ id: 'FixedFinding', description: 'A finding of the baseline that was fixed.' });

export const reportComparisonSchema = z
  .object({
    baseline: baselineSchema
      .nullable()
      .meta({ description: 'The scan that this scan was compared with; null without a baseline.' }),
    whyNone: z.string().nullable().meta({ description: 'Why there is no baseline, for people.' }),
    comparableKey: z.string().meta({
      description: 'Equal for scans that can be compared: same rule sets, conditions and selectors.',
    }),
    violations: byStateSchema.meta({
      description:
        'Violations by state, without suppressed ones. Unlisted elements of a page are `unknown`. A finding that needed review in the baseline and that a person decided to be a problem is `unchanged`: a decision makes nothing new.',
    }),
    needsReview: byStateSchema.meta({
      description:
        'Needs-review findings by state, without those that do not count: suppressed and decided to be fine.',
    }),
    byEngine: countSchema.meta({
      description:
        'New or regressed findings of either kind that count and that a change of the engine caused.',
    }),
    fixed: z
      .object({
        count: countSchema,
        findings: z.array(fixedFindingSchema).meta({ description: 'At most 1,000, worst first.' }),
      })
      .meta({
        description:
          'Findings of the baseline whose rule completed again on their page and frame, and no longer found them.',
      }),
    notSeenAgain: z
      .object({
        count: countSchema,
        pages: z.array(z.string()).meta({ description: 'At most 100 addresses.' }),
      })
      .meta({
        description:
          'Findings of the baseline whose page or frame was not scanned again, whose page was possibly incomplete, or whose rule did not run or did not list all elements: it is unknown whether they are fixed. They are kept for the next comparison.',
      }),
    mustBeAccepted: z.boolean().optional().meta({
      description:
        'Whether what the scan saw may not be the same site: a page changed too much to be compared, or the site lost half of its pages. Then later scans are compared with an earlier scan, until somebody accepts this one. Absent in reports before 1.8.',
    }),
  })
  .meta({ id: 'ReportComparison', description: 'What changed since the baseline.' });
