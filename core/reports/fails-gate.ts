import {
  gateFindingOf,
  isAskedFor,
  isAtOrAbove,
  isNew,
  scopeOf,
  standingOf,
  thresholdsOf,
} from '../gate/counted.ts';
import type { GateReason } from '../gate/gate.ts';
import type { Report } from './report.ts';
import type { ReportFinding } from './report-source.ts';

/**
 * Whether a finding is one of those that make the gate of its report fail. If no finding is, the gate did not fail, or
 * it failed because of elements that pages counted without listing them.
 */
export function failsGate(
  head: Pick<Report, 'gate' | 'scan' | 'comparison'>,
  { kind, ruleId, node }: ReportFinding,
): boolean {
  const { failOn } = head.scan.config;
  if (failOn === undefined || head.gate.result !== 'failed') return false;
  const finding = gateFindingOf({ kind, ruleId, ...node });
  if (!isAskedFor(finding, failOn) || standingOf(finding) !== 'counted') return false;
  const scope = scopeOf(finding);
  const thresholds = thresholdsOf(failOn, scope);
  const prefix = scope === 'criteria' ? '' : ('best-practice-' as const);
  const hasFailed = (code: GateReason) => head.gate.reasons.some((reason) => reason.code === code);
  const isOver = (impact: typeof node.impact | undefined) =>
    impact !== undefined && isAtOrAbove(finding.impact, impact);
  const hasBaseline = head.comparison.baseline !== null;
  return (
    (hasFailed(`${prefix}new`) && isOver(thresholds?.new) && isNew(finding, hasBaseline, failOn)) ||
    (hasFailed(`${prefix}any`) && isOver(thresholds?.any)) ||
    hasFailed(`${prefix}total`)
  );
}
