import { findingTerms as t } from '../text/en/finding-terms.ts';

type Impact = keyof typeof t.impacts;

const kinds: Readonly<Record<Impact, string>> = {
  critical: 'bad',
  serious: 'bad',
  moderate: 'warning',
  minor: '',
};

/** The impact of a finding or an issue group, as text. */
export function ImpactBadge({ impact }: { impact: Impact }) {
  return <span class={`badge ${kinds[impact]}`}>{t.impacts[impact]}</span>;
}
