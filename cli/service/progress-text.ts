import { countOf, grouped } from '../../forms/parts/words.ts';

/** What is looked at of a scan. */
export interface ScanProgress {
  status: string;
  progress: { pagesDone: number; pagesKnown: number };
}

/** How far a scan is, on one line, for people. */
export function progressText({ status, progress }: ScanProgress): string {
  const { pagesDone, pagesKnown } = progress;
  if (status === 'queued') return 'Queued';
  if (status !== 'running') return 'Putting the report together';
  if (pagesKnown === 0) return 'Looking for pages';
  return pagesText(pagesDone, pagesKnown);
}

/** How many pages are done, of those that are known so far. */
export function pagesText(done: number, known: number): string {
  return `${grouped(done)} of ${countOf(known, 'page')}`;
}
