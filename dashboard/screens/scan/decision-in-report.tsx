import type { ReportFinding, ScanResults } from '../../api/types.ts';
import { Time } from '../../parts/time.tsx';
import { reportDecisionsText as t } from '../../text/en/report-decisions.ts';

interface DecisionInReportProps {
  finding: ReportFinding;
  /** The decisions of the report; undefined if it does not show them, as in a shared report. */
  decisions: ScanResults['decisions'];
}

/** What a report says about the decision on a finding, and who decided. */
export function DecisionInReport({ finding, decisions = [] }: DecisionInReportProps) {
  const { decision } = finding;
  if (decision == null) return null;
  const decisionId = 'decisionId' in finding ? finding.decisionId : null;
  const made = decisions.find(({ id }) => id === decisionId);
  return (
    <p class="decision">
      <span class={decision === 'outdated' ? 'badge warning' : 'badge'}>{t.inReport[decision]}</span>
      {made !== undefined && (
        <>
          {' '}
          {decision === 'outdated' && `${t.outdated} `}
          {t.by(made.author.name)}, <Time at={made.decidedAt} />: {made.reason}
        </>
      )}
    </p>
  );
}
