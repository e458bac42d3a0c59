import { z } from 'zod';
import { gateResults } from '../gate/gate.ts';
import { createIdSchema } from '../ids.ts';
import type { Report, ReportCounts } from '../reports/report.ts';
import { countSchema, createObjectSchema } from '../reports/schema/numbers.ts';
import { engineViewSchema, listDistinctEngines } from '../scans/engine.ts';
import { impacts } from '../scans/page-result.ts';

/** What one completed scan adds to the trend of its site. */
export const trendPointSchema = z
  .object({
    scanId: createIdSchema('scan').meta({ description: 'Id of the scan.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the scan was triggered.' }),
    branch: z.string().nullable().meta({ description: '`metadata.branch` of the scan; null for none.' }),
    commit: z.string().nullable().meta({ description: '`metadata.commit` of the scan; null for none.' }),
    comparableKey: z.string().meta({
      description: 'Equal for scans whose numbers can be compared; `keys` says what it stands for.',
    }),
    violations: z
      .object({
        elements: countSchema.meta({ description: 'All of them.' }),
        byImpact: createObjectSchema(impacts, countSchema).meta({ description: 'By impact.' }),
      })
      .meta({ description: 'Elements with a violation, without suppressed ones.' }),
    needsReview: countSchema.meta({ description: 'Elements that need review, without suppressed ones.' }),
    suppressed: countSchema.meta({ description: 'Suppressed violations.' }),
    new: countSchema.nullable().meta({ description: 'New violations; null without a baseline.' }),
    regressed: countSchema.nullable().meta({ description: 'Regressed violations; null without a baseline.' }),
    fixed: countSchema.nullable().meta({ description: 'Findings that were fixed; null without a baseline.' }),
    issueGroups: countSchema.meta({ description: 'Things to fix.' }),
    pages: z
      .object({
        attempted: countSchema.meta({
          description: 'Pages that the scan tried to open, without broken links.',
        }),
        scanned: countSchema.meta({ description: 'Pages that were scanned, wholly or in part.' }),
      })
      .meta({ description: 'Pages counted; where they differ much, so may the other numbers.' }),
    gate: z
      .enum(gateResults)
      .nullable()
      .meta({ description: 'The decision of the gate; null without `failOn`.' }),
    engines: z
      .array(engineViewSchema)
      .meta({ description: 'What the pages were scanned with; several after an update of the service.' }),
  })
  .meta({ id: 'TrendPoint', description: 'The numbers of one completed scan.' });
export type TrendPoint = z.infer<typeof trendPointSchema>;

/** The point of a completed scan, from its report, with or without nodes. */
export function buildTrendPoint(report: Report): TrendPoint {
  const { scan, summary, comparison, gate, engines } = report;
  const { known, scanned, byOutcome } = summary.pages;
  const compared = comparison.baseline !== null;
  return {
    scanId: scan.id,
    createdAt: scan.createdAt,
    branch: scan.config.metadata?.branch ?? null,
    commit: scan.config.metadata?.commit ?? null,
    comparableKey: comparison.comparableKey,
    violations: { elements: summary.violations.elements, byImpact: elementsByImpact(summary.violations) },
    needsReview: summary.needsReview.elements,
    suppressed: summary.suppressed.violations.elements,
    new: compared ? comparison.violations.new : null,
    regressed: compared ? comparison.violations.regressed : null,
    fixed: compared ? comparison.fixed.count : null,
    issueGroups: summary.issueGroups,
    pages: {
      attempted: known - (byOutcome['not-attempted'] ?? 0) - (byOutcome['broken-link'] ?? 0),
      scanned,
    },
    gate: gate.result,
    engines: listDistinctEngines(engines),
  };
}

function elementsByImpact({ byImpact }: ReportCounts): TrendPoint['violations']['byImpact'] {
  return Object.fromEntries(
    impacts.map((impact) => [impact, byImpact[impact].elements]),
  ) as TrendPoint['violations']['byImpact'];
}

/** Which points of a trend are wanted. */
export interface TrendFilter {
  branch?: string;
  comparableKey?: string;
  /** Scans that were triggered at or after then. */
  from?: Date;
  /** Scans that were triggered before then. */
  to?: Date;
}
