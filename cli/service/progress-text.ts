import type { Scan } from '../../client/index.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';

/** How far a scan is, on one line, for people. */
export function formatProgress({ status, progress }: Pick<Scan, 'status' | 'progress'>): string {
  const { pagesDone, pagesKnown } = progress;
  if (status === 'queued') return 'Queued';
  if (status !== 'running') return 'Putting the report together';
  if (pagesKnown === 0) return 'Looking for pages';
  return formatPageProgress(pagesDone, pagesKnown);
}

/** How many pages are done, of those that are known so far. */
export function formatPageProgress(done: number, known: number): string {
  return `${formatNumber(done)} of ${formatCount(known, 'page')}`;
}
