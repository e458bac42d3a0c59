import type { Scan } from '../../client/index.ts';
import { formatCount, formatNumber } from '../../formats/parts/words.ts';

/** Formats the progress of a scan on one line. */
export function formatProgress({ status, progress }: Pick<Scan, 'status' | 'progress'>): string {
  const { pagesDone, pagesKnown } = progress;
  if (status === 'queued') return 'Queued';
  if (status !== 'running') return 'Building the report';
  if (pagesKnown === 0) return 'Looking for pages';
  return formatPageProgress(pagesDone, pagesKnown);
}

/** Formats the number of finished pages, and of all known pages. */
export function formatPageProgress(done: number, known: number): string {
  return `${formatNumber(done)} of ${formatCount(known, 'page')}`;
}
