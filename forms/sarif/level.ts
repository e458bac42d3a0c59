import type { ReportingConfiguration, Result } from 'sarif';
import type { FindingKind } from '../../core/findings/finding-kind.ts';
import type { Impact } from '../../core/scans/page-result.ts';

/** How bad an impact is in SARIF: its level, and its rank from 0 to 100. */
export const levels: Record<Impact, { level: 'error' | 'warning' | 'note'; rank: number }> = {
  critical: { level: 'error', rank: 100 },
  serious: { level: 'error', rank: 75 },
  moderate: { level: 'warning', rank: 50 },
  minor: { level: 'note', rank: 25 },
};

/** What SARIF says of a finding: what needs review has no level (SARIF 2.1.0, section 3.27.10). */
export function judgementOf(kind: FindingKind, impact: Impact): Pick<Result, 'kind' | 'level' | 'rank'> {
  const { level, rank } = levels[impact];
  return kind === 'violation' ? { kind: 'fail', level, rank } : { kind: 'review', level: 'none', rank };
}

/** What a rule's findings are unless they say otherwise. */
export function configurationOf(impact: Impact): ReportingConfiguration {
  return { enabled: true, ...levels[impact] };
}
