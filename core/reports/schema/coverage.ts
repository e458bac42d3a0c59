import { z } from 'zod';
import { notAttemptedReasonSchema } from '../../crawl/not-attempted.ts';
import { formatMeanings } from '../../meanings.ts';
import { countSchema } from './numbers.ts';

export const reportCriterionSchema = z
  .object({
    number: z.string().meta({ example: '1.4.3' }),
    name: z.string(),
    level: z.enum(['A', 'AA', 'AAA']),
    url: z.string(),
  })
  .meta({ id: 'ReportCriterion' });

/** Why no rule of a scan tested a criterion. */
const untestedReasons = {
  'no-rule': 'No rule can test it: people must.',
  'not-in-scan': 'There are rules for it, but they are not part of the rule sets of the scan.',
  'not-run': 'Rules of the scan belong to it, but they ran on no page.',
} as const;
export type UntestedReason = keyof typeof untestedReasons;
const untestedReasonCodes = Object.keys(untestedReasons) as [UntestedReason, ...UntestedReason[]];

export const testedCriterionSchema = reportCriterionSchema
  .extend({
    ruleIds: z.array(z.string()).optional().meta({
      description:
        'The rules of the scan that belong to it and ran on at least one page, sorted. Those of the service itself begin with `a11y-`. Absent in reports before 1.6.',
    }),
  })
  .meta({ id: 'TestedCriterion' });

export const untestedCriterionSchema = reportCriterionSchema
  .extend({
    reason: z
      .enum(untestedReasonCodes)
      .optional()
      .meta({ description: `${formatMeanings(untestedReasons)} Absent in reports before 1.6.` }),
    why: z.string().optional().meta({
      description: 'Why no rule tested it, for people. Absent in reports before 1.6.',
    }),
    howToTest: z.string().optional().meta({
      description: 'What a person has to do. Absent in reports before 1.6.',
    }),
  })
  .meta({ id: 'UntestedCriterion' });

export const reportLimitsSchema = z
  .object({
    statement: z.string().meta({ description: 'What automated checks cannot show.' }),
    criteriaTestedInPart: z.array(testedCriterionSchema).meta({
      description:
        'Criteria of the chosen standards for which at least one rule ran. No rule tests a whole criterion.',
    }),
    criteriaNotTested: z.array(untestedCriterionSchema).meta({
      description: 'Criteria of the chosen standards for which no rule ran.',
    }),
  })
  .meta({ id: 'ReportLimits' });

export const reportCrawlSchema = z
  .object({
    adoptedOrigin: z.string().nullable().meta({
      description:
        'The origin that the start URL redirected to: with https, or with or without `www.`; null if it did not redirect.',
    }),
    notes: z.array(z.string()).meta({
      description: "Which parts of the site's robots.txt and sitemaps could not be read completely.",
    }),
    notAttempted: z
      .object({
        count: countSchema.meta({ description: 'Total number.' }),
        byReason: z.partialRecord(notAttemptedReasonSchema, countSchema).meta({
          description: 'Number by reason; reasons without pages are omitted.',
        }),
        pages: z
          .array(
            z.object({
              url: z.string().meta({ description: 'The address under which it was found.' }),
              reason: notAttemptedReasonSchema,
            }),
          )
          .meta({ description: 'At most 500 pages.' }),
      })
      .meta({ description: 'Pages that were found and are not part of the scan.' }),
  })
  .meta({ id: 'ReportCrawl', description: 'How the pages of the scan were found.' });
