import { z } from 'zod';
import { notAttemptedReasonSchema } from '../../crawl/not-attempted.ts';
import { countSchema } from './numbers.ts';

export const reportCriterionSchema = z
  .object({
    number: z.string().meta({ example: '1.4.3' }),
    name: z.string(),
    level: z.enum(['A', 'AA', 'AAA']),
    url: z.string(),
  })
  .meta({ id: 'ReportCriterion' });

export const reportLimitsSchema = z
  .object({
    statement: z.string().meta({ description: 'What automated checks cannot say.' }),
    criteriaTestedInPart: z.array(reportCriterionSchema).meta({
      description:
        'Criteria of the chosen standards that at least one rule which ran belongs to. No rule tests all of one.',
    }),
    criteriaNotTested: z.array(reportCriterionSchema).meta({
      description: 'Criteria of the chosen standards that no rule which ran belongs to.',
    }),
  })
  .meta({ id: 'ReportLimits' });

export const reportCrawlSchema = z
  .object({
    adoptedOrigin: z.string().nullable().meta({
      description:
        'Where the start URL moved the site: to https, or with or without `www.`; null when it did not.',
    }),
    notes: z.array(z.string()).meta({
      description: "What of the site's robots.txt and sitemaps could not be read, or not wholly.",
    }),
    notAttempted: z
      .object({
        count: countSchema.meta({ description: 'How many there are.' }),
        byReason: z.partialRecord(notAttemptedReasonSchema, countSchema).meta({
          description: 'How many by reason; a reason without pages is left out.',
        }),
        pages: z
          .array(
            z.object({
              url: z.string().meta({ description: 'The address under which it was found.' }),
              reason: notAttemptedReasonSchema,
            }),
          )
          .meta({ description: 'At most 500 of them.' }),
      })
      .meta({ description: 'Pages that were found and are not part of the scan.' }),
  })
  .meta({ id: 'ReportCrawl', description: 'How the pages of the scan were found.' });
