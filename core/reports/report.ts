import { z } from 'zod';
import { notAttemptedReasonSchema } from '../crawl/not-attempted.ts';
import { idSchema } from '../ids.ts';
import { ruleSetNameSchema } from '../rule-sets/rule-sets.ts';
import { pageOutcomeSchema } from '../scans/page-outcome.ts';
import {
  engineSchema,
  findingNodeSchema,
  impactSchema,
  impacts,
  ruleOutcomeSchema,
} from '../scans/page-result.ts';
import { scanConfigSchema } from '../scans/scan-config.ts';
import { scanSettingsSchema } from '../scans/scan-settings.ts';

/**
 * The version of the report's form, `major.minor`. A member that is added raises the minor number; readers
 * pass over members they do not know. Whatever could break a reader raises the major number.
 */
export const REPORT_SCHEMA_VERSION = '1.1';

const count = z.number().int().min(0);
const time = z.iso.datetime();

const reportScanSchema = z
  .object({
    id: idSchema('scan'),
    status: z.enum(['completed', 'failed', 'cancelled']),
    incomplete: z
      .boolean()
      .meta({ description: 'True when the scan did not run to its end; see incompleteReason.' }),
    incompleteReason: z.string().nullable(),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
    requestId: z.string().nullable().meta({
      description:
        '`X-Request-Id` of the call that triggered the scan; null for a scan that no call triggered.',
    }),
    config: scanConfigSchema,
  })
  .meta({ id: 'ReportScan' });

const reportSiteSchema = z
  .object({
    id: idSchema('site')
      .nullable()
      .meta({ description: 'Null for a scan of no site that the service keeps.' }),
    name: z.string(),
    url: z.string(),
  })
  .meta({ id: 'ReportSite' });

const reportRuleSetSchema = z
  .object({
    name: ruleSetNameSchema,
    meaning: z.string(),
    standard: z.string(),
    version: z.string(),
    axeTags: z.array(z.string()),
    ruleIds: z.array(z.string()),
  })
  .meta({ id: 'ReportRuleSet' });

const reportConfigurationSchema = z
  .object({
    ruleSets: z.array(reportRuleSetSchema).meta({ description: 'The rule sets of the scan.' }),
    ruleIds: z
      .array(z.string())
      .meta({ description: 'The axe rules that were run, of all rule sets together.' }),
    startUrls: z.array(z.string()).meta({ description: 'The start URL, then the listed pages.' }),
    settings: scanSettingsSchema.meta({
      description: 'What the scan did, with the defaults filled in: how pages were found and opened.',
    }),
  })
  .meta({ id: 'ReportConfiguration' });

const reportEngineSchema = engineSchema
  .extend({
    pageCount: count.meta({ description: 'Pages that were scanned under exactly these conditions.' }),
  })
  .meta({ id: 'ReportEngine' });

const reportCriterionSchema = z
  .object({
    number: z.string().meta({ example: '1.4.3' }),
    name: z.string(),
    level: z.enum(['A', 'AA', 'AAA']),
    url: z.string(),
  })
  .meta({ id: 'ReportCriterion' });

const reportLimitsSchema = z
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

const reportCrawlSchema = z
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
        count: count.meta({ description: 'How many there are.' }),
        byReason: z.partialRecord(notAttemptedReasonSchema, count).meta({
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

const elementsAndRules = z.object({
  elements: count.meta({
    description: 'Elements; one that is on two pages, or named by two rules, counts twice.',
  }),
  rules: count.meta({ description: 'Rules, each under the worst impact it has.' }),
});

const reportRuleCountSchema = z
  .object({
    ruleId: z.string(),
    help: z.string(),
    impact: impactSchema,
    elements: count,
    pages: count,
  })
  .meta({ id: 'ReportRuleCount' });

const reportCountsSchema = elementsAndRules
  .extend({
    byImpact: z.object(
      Object.fromEntries(impacts.map((impact) => [impact, elementsAndRules])) as Record<
        (typeof impacts)[number],
        typeof elementsAndRules
      >,
    ),
    byRule: z.array(reportRuleCountSchema).meta({ description: 'Worst first, then by number of elements.' }),
  })
  .meta({ id: 'ReportCounts' });

const reportSummarySchema = z
  .object({
    pages: z.object({
      known: count.meta({ description: 'Pages that belong to the scan.' }),
      scanned: count.meta({ description: 'Pages that were scanned, wholly or in part.' }),
      byOutcome: z
        .partialRecord(pageOutcomeSchema, count)
        .meta({ description: 'Pages by outcome; an outcome without pages is left out.' }),
    }),
    violations: reportCountsSchema,
    needsReview: reportCountsSchema.meta({
      description: 'What the rules could not decide. Never part of the violations.',
    }),
  })
  .meta({ id: 'ReportSummary' });

const reportPageSchema = z
  .object({
    id: z.string(),
    requestedUrl: z.string(),
    depth: count.meta({ description: 'Links away from the pages that the scan began with.' }),
    finalUrl: z
      .string()
      .nullable()
      .meta({ description: 'The URL after redirects; null when nothing was reached.' }),
    title: z.string().nullable(),
    httpStatus: z.number().int().nullable(),
    contentType: z.string().nullable(),
    outcome: pageOutcomeSchema,
    detail: z.string().meta({ description: 'One sentence on how the page ended.' }),
    settled: z.boolean().nullable().meta({
      description: 'False when the page was still changing when the rules were run.',
    }),
    startedAt: time.nullable(),
    durationMs: count.nullable(),
    attempts: count.meta({ description: 'Times the page was opened.' }),
    violations: count.meta({ description: 'Elements with a violation on this page.' }),
    needsReview: count.meta({ description: 'Elements on this page that need review.' }),
    rules: z.array(ruleOutcomeSchema).meta({ description: 'What each rule of the scan said here.' }),
  })
  .meta({ id: 'ReportPage' });

const reportNodeSchema = findingNodeSchema
  .extend({
    pageId: z.string(),
    url: z.string().meta({ description: 'URL of the page as it was requested.' }),
    impact: impactSchema,
  })
  .meta({
    id: 'ReportNode',
    description:
      'One element. `target` has one entry a frame, from the top document down; an entry that is a list walks through shadow roots. Mend any one of `fix.any` and all of `fix.all` and `fix.none`.',
  });

const ruleFindingsSchema = z
  .object({
    ruleId: z.string(),
    help: z.string().meta({ description: 'What should hold.' }),
    description: z.string(),
    helpUrl: z.string().nullable(),
    impact: impactSchema.meta({ description: 'The worst impact among the elements.' }),
    affects: z.string().nullable().meta({ description: 'Whom such a fault affects, where known.' }),
    remedy: z.string().nullable().meta({
      description: 'How such a fault is mended in general; the `fix` of each node is about that element.',
    }),
    successCriteria: z.array(z.string()).meta({ description: 'Plain numbers, e.g. `1.4.3`.' }),
    bestPractice: z.boolean().meta({ description: 'True when no success criterion asks for it.' }),
    tags: z.array(z.string()),
    pageCount: count,
    nodeCount: count.meta({
      description:
        'True number of elements. Larger than the length of `nodes` where a page, or the scan as a whole, had more than are kept.',
    }),
    nodes: z.array(reportNodeSchema),
  })
  .meta({ id: 'RuleFindings' });

/** The report of one scan, as it is stored and served. */
export const reportSchema = z
  .object({
    schemaVersion: z
      .string()
      .regex(/^1\.\d+$/)
      .meta({ description: 'major.minor; within a major number members are only added.', example: '1.0' }),
    scan: reportScanSchema,
    site: reportSiteSchema,
    configuration: reportConfigurationSchema,
    engines: z.array(reportEngineSchema).meta({
      description:
        'Versions and conditions of the scan; more than one entry when the service was updated during it.',
    }),
    crawl: reportCrawlSchema,
    limits: reportLimitsSchema,
    summary: reportSummarySchema,
    pages: z.array(reportPageSchema),
    violations: z.array(ruleFindingsSchema).meta({ description: 'Worst first, then by number of elements.' }),
    needsReview: z
      .array(ruleFindingsSchema)
      .meta({ description: 'In the same order; a person has to decide.' }),
  })
  .meta({ id: 'Report' });

export type Report = z.infer<typeof reportSchema>;
export type ReportPage = z.infer<typeof reportPageSchema>;
export type RuleFindings = z.infer<typeof ruleFindingsSchema>;
export type ReportNode = z.infer<typeof reportNodeSchema>;
export type ReportCounts = z.infer<typeof reportCountsSchema>;
export type ReportCriterion = z.infer<typeof reportCriterionSchema>;
export type ReportLimits = z.infer<typeof reportLimitsSchema>;
export type ReportEngine = z.infer<typeof reportEngineSchema>;
