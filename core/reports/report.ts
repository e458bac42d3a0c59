import { z } from 'zod';
import { gateSchema } from '../gate/gate.ts';
import { suppressionViewSchema } from '../suppressions/suppression.ts';
import { type fixedFindingSchema, reportComparisonSchema } from './schema/comparison.ts';
import { reportCrawlSchema, type reportCriterionSchema, reportLimitsSchema } from './schema/coverage.ts';
import { issueGroupSchema, ruleFindingsSchema } from './schema/findings.ts';
import type { reportNodeSchema } from './schema/node.ts';
import { countSchema } from './schema/numbers.ts';
import { reportPageSchema } from './schema/page.ts';
import {
  reportConfigurationSchema,
  reportEngineSchema,
  reportScanSchema,
  reportSiteSchema,
} from './schema/scan.ts';
import { type reportCountsSchema, reportSummarySchema } from './schema/summary.ts';

/**
 * The version of the report's form, `major.minor`. A member that is added raises the minor number; readers
 * pass over members they do not know. Whatever could break a reader raises the major number.
 */
export const REPORT_SCHEMA_VERSION = '1.4';

const reportSuppressionSchema = suppressionViewSchema
  .extend({
    findings: countSchema.meta({ description: 'Findings of this scan that it takes out of the count.' }),
    expired: z.boolean().meta({ description: 'Whether it had expired when the scan ended.' }),
  })
  .meta({ id: 'ReportSuppression' });

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
    gate: gateSchema,
    comparison: reportComparisonSchema,
    suppressions: z.array(reportSuppressionSchema).meta({
      description: 'Those of the site, expired ones among them.',
    }),
    issueGroups: z.array(issueGroupSchema).meta({
      description:
        'What is to be fixed: violations before what needs review, of each those with new or regressed findings first (unless a change of the engine caused them), then worst first, then by number of findings; those that are wholly suppressed last. At most 10,000; findings of others still name theirs.',
    }),
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

export type ReportComparison = z.infer<typeof reportComparisonSchema>;

export type FixedFinding = z.infer<typeof fixedFindingSchema>;

export type IssueGroup = z.infer<typeof issueGroupSchema>;

export type ReportSuppression = z.infer<typeof reportSuppressionSchema>;
