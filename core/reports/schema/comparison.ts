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
    url: z.string().meta({ description: 'The page as the baseline knew it.' }),
    selector: z.string().meta({ description: 'Where the element was.' }),
  })
  .meta({ id: 'FixedFinding', description: 'A finding of the baseline that is no more.' });

export const reportComparisonSchema = z
  .object({
    baseline: baselineSchema.nullable().meta({ description: 'The scan compared with; null for none.' }),
    whyNone: z.string().nullable().meta({ description: 'Why there is no baseline, for people.' }),
    comparableKey: z.string().meta({
      description: 'Equal for scans that can be compared: same rule sets, conditions and selectors.',
    }),
    violations: byStateSchema.meta({
      description:
        'Violations by state, without suppressed ones. Elements beyond those that a page names one by one are `unknown`.',
    }),
    needsReview: byStateSchema.meta({
      description: 'Needs-review findings by state, without suppressed ones.',
    }),
    byEngine: countSchema.meta({
      description:
        'New or regressed findings of either kind, not suppressed, that a change of the engine caused.',
    }),
    fixed: z
      .object({
        count: countSchema,
        findings: z.array(fixedFindingSchema).meta({ description: 'At most 1,000, worst first.' }),
      })
      .meta({
        description:
          'Findings of the baseline whose rule completed again on their page and frame, and found them no more.',
      }),
    notSeenAgain: z
      .object({
        count: countSchema,
        pages: z.array(z.string()).meta({ description: 'At most 100 addresses.' }),
      })
      .meta({
        description:
          'Findings of the baseline whose page, frame or rule was not reached: fixed or not, nobody knows. They are kept for the next comparison.',
      }),
  })
  .meta({ id: 'ReportComparison', description: 'What changed since the baseline.' });
