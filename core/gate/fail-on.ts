import { z } from 'zod';
import { impactSchema } from '../scans/page-result.ts';

/** Default of `minCoverage`: the percentage of the attempted pages that must have been scanned for the gate to pass. */
const MIN_COVERAGE_DEFAULT = 90;

const thresholds = {
  new: impactSchema.optional().meta({
    description: 'Fails on a new or regressed violation of this impact or above.',
    example: 'serious',
  }),
  any: impactSchema.optional().meta({
    description: 'Fails on any violation of this impact or above.',
    example: 'critical',
  }),
  total: z
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Fails if there are more violations than this.', example: 50 }),
};

const NO_THRESHOLD = 'must set at least one of new, any, total, bestPractice';

/** What makes the gate of a scan fail. */
export const failOnSchema = z
  .strictObject({
    ...thresholds,
    bestPractice: z
      .strictObject(thresholds)
      .refine((given) => Object.keys(given).length > 0, 'must set at least one of new, any, total')
      .optional()
      .meta({
        description: 'The same thresholds for best practices. Best practices count for no other threshold.',
        example: { new: 'critical' },
      }),
    review: z.boolean().default(false).meta({
      description:
        'Whether findings that need review count like violations. Findings that a person decided to be fine do not need review.',
    }),
    minCoverage: z.number().min(0).max(100).default(MIN_COVERAGE_DEFAULT).meta({
      description:
        'Percentage of the attempted pages that must have been scanned. Below it, the gate does not pass.',
    }),
    onNoBaseline: z.enum(['report', 'fail']).default('report').meta({
      description:
        'What happens with `new` if there is no baseline: `report` makes the gate inconclusive, `fail` counts every finding as new.',
    }),
  })
  .refine(
    (given) => [given.new, given.any, given.total, given.bestPractice].some((each) => each !== undefined),
    NO_THRESHOLD,
  )
  .meta({
    id: 'FailOn',
    description:
      'The thresholds of the gate: "at or above" for impacts, "more than" for totals. Suppressed findings, findings that a person decided to be fine, and findings that a change of the engine caused, never count. Findings that a person decided to be problems count as violations.',
    example: {
      new: 'serious',
      total: 50,
      review: false,
      minCoverage: MIN_COVERAGE_DEFAULT,
      onNoBaseline: 'report',
    },
  });
export type FailOn = z.output<typeof failOnSchema>;
