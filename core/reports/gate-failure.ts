import {
  classifyForGate,
  getGateScope,
  getThresholds,
  hasThreshold,
  isAtOrAbove,
  isNew,
  toGateFinding,
} from '../gate/gate-finding.ts';
import type { GateReason } from '../gate/gate-reasons.ts';
import type { Report } from './report.ts';
import type { ReportFinding } from './report-source.ts';

/**
 * True if the finding made the gate fail. If it is false for all findings, the gate did not
 * fail, or it failed because of elements that pages counted without listing them.
 */
export function isGateFailure(
  head: Pick<Report, 'gate' | 'scan' | 'comparison'>,
  { kind, ruleId, node }: ReportFinding,
): boolean {
  const { failOn } = head.scan.config;
  if (failOn === undefined || head.gate.result !== 'failed') return false;
  const finding = toGateFinding({ kind, ruleId, ...node });
  if (!hasThreshold(finding, failOn) || classifyForGate(finding) !== 'counted') return false;
  const scope = getGateScope(finding);
  const thresholds = getThresholds(failOn, scope);
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
