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

/** The pages of a scan in memory, which change by the rules of the service. */
export class Frontier {
  readonly #pages = new Map<string, TrackedPage>();
  #row: Partial<DeferralStreak> = {};
  #pausedUntil = 0;
  #finishedAt: string | undefined;

  /** Adds pages that are to be scanned; those that it has already stay as they are. */
  add(pages: readonly FrontierPage[]): void {
    for (const page of pages) if (!this.#pages.has(page.pageId)) this.#pages.set(page.pageId, page);
  }

  /** All pages, in the order in which they are scanned. */
  get pages(): TrackedPage[] {
    return [...this.#pages.values()].sort(comparePagePositions);
  }

  /** Pages that have no outcome yet and are in no browser, in the same order. */
  get open(): TrackedPage[] {
    return this.pages.filter(({ state }) => state === 'open');
  }

  get known(): number {
    return this.#pages.size;
  }

  get done(): number {
    return this.pages.filter(({ state }) => state === 'done').length;
  }

  /** Time until which the host asked to be left alone, in milliseconds since 1970. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** What the scan needs next. */
  get nextStep(): NextStep {
    const outstanding = this.known - this.done;
    const finished = this.#finishedAt === undefined ? {} : { finishedAt: this.#finishedAt };
    return getNextStep({ status: 'running', report: 'pending', opening: false, outstanding, ...finished });
  }

  /** Notes that the scan has all its pages and that they have ended. */
  finish(now: Date): void {
    this.#finishedAt = now.toISOString();
  }

  /** Puts those of some pages that are open into a chunk, and returns them. */
  dispatch(pages: readonly FrontierPage[], chunkId: string, now: Date): TrackedPage[] {
    const open = pages.map(({ pageId }) => this.#of(pageId)).filter(({ state }) => state === 'open');
    for (const page of open) this.#pages.set(page.pageId, dispatchPage(page, chunkId, now));
    return open;
  }

  /** Puts those of some pages back that their browser left without an outcome. */
  release(pages: readonly FrontierPage[]): void {
    for (const { pageId } of pages) this.#change(pageId, reopenPage);
  }

  /** Notes that a page is being opened. */
  begin(pageId: string, at: { chunkId: string; attempt: number }, now: Date): void {
    this.#change(pageId, (page) => beginAttempt(page, at, now));
  }

  end(pageId: string, end: PageEnd): void {
    this.#change(pageId, (page) => endPage(page, end));
  }

  /** Leaves a host alone that asked for it, and defers or ends the page; a host that defers everything ends all open pages. */
  defer(pageId: string, request: DeferralRequest, now: Date): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now.getTime() + getPauseSeconds(request) * 1_000);
    const pagesScanned = this.pages.filter(({ outcome }) => outcome && isScanned(outcome)).length;
    const row = addDeferral({ ...this.#row, pagesScanned });
    this.#row = row;
    this.#change(pageId, (page) => deferOrEnd(page, request));
    if (isDeferralLimitReached(row)) for (const page of this.open) this.end(page.pageId, request.end);
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
