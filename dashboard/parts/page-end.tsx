import type { ScanPage } from '../api/types.ts';
import { pageOutcomesText, pageStatesText } from '../text/en/page-outcomes.ts';

/** How a page ended, with the reason if it was not wholly scanned or cannot be compared; before that, its state. */
export function PageEnd({ page: { state, outcome, detail, changed } }: { page: ScanPage }) {
  if (outcome === null) return <span class="soft">{pageStatesText[state]}</span>;
  return (
    <>
      <span class={`badge ${outcomeKinds[outcome] ?? 'bad'}`}>{pageOutcomesText[outcome]}</span>
      {outcome !== 'scanned' && detail !== null && <span class="soft">{detail}</span>}
      {changed !== null && <span class="soft">{changed}</span>}
    </>
  );
}

/** Kinds of badges; pages with other outcomes have no findings, although they may have problems. */
const outcomeKinds: Partial<Record<keyof typeof pageOutcomesText, string>> = {
  scanned: 'good',
  'partially-scanned': 'warning',
  'duplicate-redirect': '',
  'off-site-redirect': '',
  'not-html': '',
  'broken-link': 'warning',
  gone: '',
  'not-attempted': 'warning',
};
