import type { FindingView } from '../../core/api/finding-endpoints.ts';
import type { ReportFinding } from '../../core/reports/report-source.ts';
import { axeRule } from '../../core/rule-sets/axe-rule.ts';
import { criteriaOf } from '../../core/wcag/criteria.ts';

/** A finding as the API shows it. */
export function viewFinding({ kind, ruleId, node }: ReportFinding): FindingView {
  const rule = axeRule(ruleId);
  return {
    kind,
    ruleId,
    help: rule?.help ?? null,
    successCriteria: rule ? criteriaOf(rule.tags) : [],
    ...node,
  };
}
