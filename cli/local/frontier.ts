import {
  addDeferral,
  type DeferralRequest,
  type DeferralStreak,
  deferOrEnd,
  getPauseSeconds,
  isDeferralLimitReached,
} from '../../core/crawl/deferral.ts';
import {
  beginAttempt,
  dispatchPage,
  endPage,
  type PageChange,
  type PageEnd,
  reopenPage,
  type TrackedPage,
} from '../../core/crawl/tracked-page.ts';
import { comparePagePositions } from '../../core/reports/pages.ts';
import { isScanned } from '../../core/scans/page-outcome.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import { getNextStep, type NextStep } from '../../core/scans/tracked-scan.ts';

/** The pages of a scan in memory. They follow the same rules as on the service. */
export class Frontier {
  readonly #pages = new Map<string, TrackedPage>();
  #streak: Partial<DeferralStreak> = {};
  #pausedUntil = 0;
  #finishedAt: string | undefined;

  /** Adds pages to scan. Known pages are not changed. */
  add(pages: readonly FrontierPage[]): void {
    for (const page of pages) if (!this.#pages.has(page.pageId)) this.#pages.set(page.pageId, page);
  }

  /** All pages, in scan order. */
  get pages(): TrackedPage[] {
    return [...this.#pages.values()].sort(comparePagePositions);
  }

  /** Pages without an outcome that no browser scans, in scan order. */
  get open(): TrackedPage[] {
    return this.pages.filter(({ state }) => state === 'open');
  }

  get known(): number {
    return this.#pages.size;
  }

  get done(): number {
    return this.pages.filter(({ state }) => state === 'done').length;
  }

  /** End of the pause that the host requested, in milliseconds since 1970. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** The next step of the scan. */
  get nextStep(): NextStep {
    const outstanding = this.known - this.done;
    const finished = this.#finishedAt === undefined ? {} : { finishedAt: this.#finishedAt };
    return getNextStep({ status: 'running', report: 'pending', opening: false, outstanding, ...finished });
  }

  /** Records that the scan has all its pages and all have ended. */
  finish(now: Date): void {
    this.#finishedAt = now.toISOString();
  }

  /** Puts the open pages among the given ones into a chunk, and returns them. */
  dispatch(pages: readonly FrontierPage[], chunkId: string, now: Date): TrackedPage[] {
    const open = pages.map(({ pageId }) => this.#of(pageId)).filter(({ state }) => state === 'open');
    for (const page of open) this.#pages.set(page.pageId, dispatchPage(page, chunkId, now));
    return open;
  }

  /** Reopens the pages that their browser left without an outcome. */
  release(pages: readonly FrontierPage[]): void {
    for (const { pageId } of pages) this.#change(pageId, reopenPage);
  }

  /** Records that a page is being opened. */
  begin(pageId: string, at: { chunkId: string; attempt: number }, now: Date): void {
    this.#change(pageId, (page) => beginAttempt(page, at, now));
  }

  end(pageId: string, end: PageEnd): void {
    this.#change(pageId, (page) => endPage(page, end));
  }

  /** Pauses the host and defers or ends the page. If the host defers everything, all open pages end. */
  defer(pageId: string, request: DeferralRequest, now: Date): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now.getTime() + getPauseSeconds(request) * 1_000);
    const pagesScanned = this.pages.filter(({ outcome }) => outcome && isScanned(outcome)).length;
    const streak = addDeferral({ ...this.#streak, pagesScanned });
    this.#streak = streak;
    this.#change(pageId, (page) => deferOrEnd(page, request));
    if (isDeferralLimitReached(streak)) for (const page of this.open) this.end(page.pageId, request.end);
  }

  #change(pageId: string, rule: (page: TrackedPage) => PageChange | undefined): void {
    const change = rule(this.#of(pageId));
    if (change) this.#pages.set(pageId, change.page);
  }

  #of(pageId: string): TrackedPage {
    const page = this.#pages.get(pageId);
    if (page === undefined) throw new Error(`${pageId} is no page of the scan`);
    return page;
  }
}
