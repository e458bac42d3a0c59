import { type PageOutcome, pageOutcomeCodes } from '../scans/page-outcome.ts';
import type { PageState, ScanPage } from './scan-pages.ts';

/** Filter for pages; all given members must match. */
export interface PageFilter {
  state?: PageState | undefined;
  outcome?: PageOutcome | undefined;
  /** A text that the URL or the title contains, in upper or lower case. */
  text?: string | undefined;
}

/** Returns the pages that match, in the same order. */
export function filterPages(pages: readonly ScanPage[], { state, outcome, text }: PageFilter): ScanPage[] {
  const part = text?.toLowerCase();
  const hasText = (given: string | null) => given?.toLowerCase().includes(part ?? '') === true;
  return pages.filter(
    (page) =>
      (state === undefined || page.state === state) &&
      (outcome === undefined || page.outcome === outcome) &&
      (part === undefined || hasText(page.url) || hasText(page.title)),
  );
}

/** Numbers of the pages of a scan, without any filter. */
export interface PageCounts {
  byState: Record<PageState, number>;
  /** Outcomes without pages are omitted. */
  byOutcome: Partial<Record<PageOutcome, number>>;
}

/** Returns the number of pages by state and by outcome. */
export function countPageEnds(pages: readonly ScanPage[]): PageCounts {
  const byState = { waiting: 0, running: 0, ended: 0 };
  const counts = new Map<PageOutcome, number>();
  for (const { state, outcome } of pages) {
    byState[state] += 1;
    if (outcome !== null) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  const inOrder = pageOutcomeCodes.flatMap((code) => {
    const number = counts.get(code);
    return number === undefined ? [] : [[code, number] as const];
  });
  return { byState, byOutcome: Object.fromEntries(inOrder) };
}
