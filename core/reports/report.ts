import { z } from 'zod';
import { decisionViewSchema } from '../decisions/decision.ts';
import { gateSchema } from '../gate/gate.ts';
import { suppressionViewSchema } from '../suppressions/suppression.ts';
import { type fixedFindingSchema, reportComparisonSchema } from './schema/comparison.ts';
import {
  reportCrawlSchema,
  type reportCriterionSchema,
  reportLimitsSchema,
  type testedCriterionSchema,
  type untestedCriterionSchema,
} from './schema/coverage.ts';
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
 * The version of the report schema, `major.minor`. A new member raises the minor number; readers ignore members that
 * they do not know. A change that can break a reader raises the major number.
 */
export const REPORT_SCHEMA_VERSION = '1.8';

const reportSuppressionSchema = suppressionViewSchema
  .extend({
    findings: countSchema.meta({
      description: 'Number of findings of this scan that it excludes from the count.',
    }),
    expired: z.boolean().meta({ description: 'Whether it had expired when the scan ended.' }),
  })
  .meta({ id: 'ReportSuppression' });

const reportDecisionSchema = decisionViewSchema
  .extend({
    findings: countSchema.meta({ description: 'Number of findings of this scan that it applies to.' }),
    outdated: countSchema.meta({
      description:
        'Number of findings that need review again, because the rule or what the person judged is not the same.',
    }),
    notApplied: countSchema.meta({
      description:
        'Number of violations with this fingerprint. It does not apply to them, because the rule itself could decide. Use a suppression to exclude a violation from the count.',
    }),
  })
  .meta({ id: 'ReportDecision' });

/** The report of one scan, as it is stored and served. */
export const reportSchema = z
  .object({
    schemaVersion: z
      .string()
      .regex(/^1\.\d+$/)
      .meta({ description: 'major.minor; within a major version, members are only added.', example: '1.0' }),
    scan: reportScanSchema,
    site: reportSiteSchema,
    configuration: reportConfigurationSchema,
    engines: z.array(reportEngineSchema).meta({
      description:
        'Versions and conditions of the scan; more than one entry if the service was updated during the scan.',
    }),
    crawl: reportCrawlSchema,
    limits: reportLimitsSchema,
    summary: reportSummarySchema,
    pages: z.array(reportPageSchema),
    gate: gateSchema,
    comparison: reportComparisonSchema,
    suppressions: z.array(reportSuppressionSchema).meta({
      description: 'All suppressions of the site, including expired ones.',
    }),
    decisions: z.array(reportDecisionSchema).optional().meta({
      description:
        'The decisions of people about findings of this scan, by fingerprint. Absent in reports before 1.5.',
    }),
    issueGroups: z.array(issueGroupSchema).meta({
      description:
        'Issues to fix: violations before findings that need review. Within each: groups with new or regressed findings first (unless a change of the engine caused them), then worst first, then by number of findings. Groups without findings that count are last. At most 10,000 groups; findings of other groups still have the id of their group.',
    }),
    violations: z.array(ruleFindingsSchema).meta({ description: 'Worst first, then by number of elements.' }),
    needsReview: z.array(ruleFindingsSchema).meta({
      description: 'In the same order. A person must decide these, except nodes whose `decision` is `fine`.',
    }),
  })
  .meta({ id: 'Report' });

export type Report = z.infer<typeof reportSchema>;

export type ReportPage = z.infer<typeof reportPageSchema>;

export type RuleFindings = z.infer<typeof ruleFindingsSchema>;

export type ReportNode = z.infer<typeof reportNodeSchema>;

export type ReportCounts = z.infer<typeof reportCountsSchema>;

export type ReportCriterion = z.infer<typeof reportCriterionSchema>;
export type TestedCriterion = z.infer<typeof testedCriterionSchema>;
export type UntestedCriterion = z.infer<typeof untestedCriterionSchema>;

export type ReportLimits = z.infer<typeof reportLimitsSchema>;

export type ReportEngine = z.infer<typeof reportEngineSchema>;

export type ReportComparison = z.infer<typeof reportComparisonSchema>;

export type FixedFinding = z.infer<typeof fixedFindingSchema>;

export type IssueGroup = z.infer<typeof issueGroupSchema>;

export type ReportDecision = z.infer<typeof reportDecisionSchema>;

export type ReportSuppression = z.infer<typeof reportSuppressionSchema>;
