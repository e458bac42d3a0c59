import { z } from 'zod';
import { gateResults } from '../gate/gate.ts';
import { undecidedReasons } from '../gate/resolutions.ts';
import { createIdSchema } from '../ids.ts';
import type { Report, ReportCounts } from '../reports/report.ts';
import { countAttemptedPages } from '../reports/report-head.ts';
import { countSchema, createObjectSchema } from '../reports/schema/numbers.ts';
import { engineViewSchema, listDistinctEngines } from '../scans/engine.ts';
import { impacts } from '../scans/page-result.ts';

/** The numbers that one completed scan adds to the trend of its site. */
export const trendPointSchema = z
  .object({
    scanId: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the scan was triggered.' }),
    branch: z.string().nullable().meta({ description: '`metadata.branch` of the scan; null if not given.' }),
    commit: z.string().nullable().meta({ description: '`metadata.commit` of the scan; null if not given.' }),
    comparableKey: z.string().meta({
      description: 'Equal for scans whose numbers can be compared. `keys` describes the conditions.',
    }),
    violations: z
      .object({
        elements: countSchema.meta({ description: 'Total.' }),
        byImpact: createObjectSchema(impacts, countSchema).meta({ description: 'By impact.' }),
      })
      .meta({ description: 'Elements with a violation, without suppressed ones.' }),
    needsReview: countSchema.meta({ description: 'Elements that need review, without suppressed ones.' }),
    suppressed: countSchema.meta({ description: 'Suppressed violations.' }),
    new: countSchema.nullable().meta({
      description:
        'New violations, without regressed ones (`new` of the summary of a scan includes them); null without a baseline.',
    }),
    regressed: countSchema.nullable().meta({ description: 'Regressed violations; null without a baseline.' }),
    fixed: countSchema.nullable().meta({ description: 'Findings that were fixed; null without a baseline.' }),
    issueGroups: countSchema.meta({ description: 'Issue groups to fix.' }),
    pages: z
      .object({
        attempted: countSchema.meta({
          description: 'Pages that the scan tried to open, without broken links.',
        }),
        scanned: countSchema.meta({ description: 'Pages that were scanned, wholly or in part.' }),
      })
      .meta({
        description: 'Numbers of pages. If they differ much between scans, so may the other numbers.',
      }),
    gate: z
      .enum(gateResults)
      .nullable()
      .meta({ description: 'The decision of the gate; null without `failOn`.' }),
    inconclusiveReasons: z.array(z.enum(undecidedReasons)).meta({
      description:
        'Codes of the reasons why the gate is not decided; empty if it passed or failed, and without `failOn`.',
    }),
    engines: z.array(engineViewSchema).meta({
      description:
        'Engines that scanned the pages; more than one if the service was updated during the scan.',
    }),
  })
  .meta({ id: 'TrendPoint', description: 'The numbers of one completed scan.' });
export type TrendPoint = z.infer<typeof trendPointSchema>;

/** Returns the trend point of a completed scan. @param report with or without nodes */
export function buildTrendPoint(report: Report): TrendPoint {
  const { scan, summary, comparison, gate, engines } = report;
  const compared = comparison.baseline !== null;
  return {
    scanId: scan.id,
    createdAt: scan.createdAt,
    branch: scan.config.metadata?.branch ?? null,
    commit: scan.config.metadata?.commit ?? null,
    comparableKey: comparison.comparableKey,
    violations: {
      elements: summary.violations.elements,
      byImpact: countElementsByImpact(summary.violations),
    },
    needsReview: summary.needsReview.elements,
    suppressed: summary.suppressed.violations.elements,
    new: compared ? comparison.violations.new : null,
    regressed: compared ? comparison.violations.regressed : null,
    fixed: compared ? comparison.fixed.count : null,
    issueGroups: summary.issueGroups,
    pages: { attempted: countAttemptedPages(summary.pages), scanned: summary.pages.scanned },
    gate: gate.result,
    inconclusiveReasons: gate.result === 'inconclusive' ? listUndecidedReasons(gate) : [],
    engines: listDistinctEngines(engines),
  };
}

function listUndecidedReasons({ reasons }: Report['gate']): TrendPoint['inconclusiveReasons'] {
  return undecidedReasons.filter((code) => reasons.some((reason) => reason.code === code));
}

function countElementsByImpact({ byImpact }: ReportCounts): TrendPoint['violations']['byImpact'] {
  return Object.fromEntries(
    impacts.map((impact) => [impact, byImpact[impact].elements]),
  ) as TrendPoint['violations']['byImpact'];
}

/** Filter for the points of a trend. */
export interface TrendFilter {
  branch?: string;
  /** The main branch of the site: without `branch`, the trend has the results of the site itself. */
  mainBranch?: string | null;
  comparableKey?: string;
  /** Only scans that were triggered at or after this time. */
  from?: Date;
  /** Only scans that were triggered before this time. */
  to?: Date;
}
