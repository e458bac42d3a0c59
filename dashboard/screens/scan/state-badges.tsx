import type { ReportGroup } from '../../api/types.ts';
import { findingTerms } from '../../text/en/finding-terms.ts';
import { resultsText } from '../../text/en/results.ts';
import { formatNumber } from '../../text/plural.ts';

/** How many findings are in each state, for a scan that was compared with a baseline. */
export function StateBadges({ byState }: Pick<ReportGroup, 'byState'>) {
  const counts = Object.entries(byState) as [keyof typeof byState, number][];
  return counts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => (
      <span key={state} class={`badge ${state === 'new' || state === 'regressed' ? 'bad' : ''}`}>
        {resultsText.stateCount(findingTerms.states[state], formatNumber(count))}
      </span>
    ));
}
