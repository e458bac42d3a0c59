import { byPlace } from '../../core/reports/pages.ts';
import { isScanned, type PageOutcome } from '../../core/scans/page-outcome.ts';
import type { FrontierPage } from '../../core/scans/scan.ts';
import { DEFERRALS_IN_VAIN_MAX, PAUSE_MAX_SECONDS, putOff } from '../../core/scans/server-places.ts';
import type { Deferral } from '../../scanner/chunk.ts';

/** How a page ended. */
export interface PageEnd {
  outcome: PageOutcome;
  detail: string;
  movedTo?: FrontierPage['movedTo'];
}

/** The pages of a scan and how far each has come, as the service's recorder keeps them in its table. */
export class Frontier {
  readonly #pages = new Map<string, FrontierPage>();
  readonly #deferrals = new Map<string, number>();
  /** Deferrals in a row, without a page scanned in between. */
  #inVain = 0;
  #pausedUntil = 0;

  /** Adds pages that are to be scanned; those that it has already stay as they are. */
  add(pages: readonly FrontierPage[]): void {
    for (const page of pages) if (!this.#pages.has(page.pageId)) this.#pages.set(page.pageId, page);
  }

  /** All pages, in the order in which they are scanned. */
  get pages(): FrontierPage[] {
    return [...this.#pages.values()].sort(byPlace);
  }

  /** Pages that have no outcome yet and are in no browser, in the same order. */
  get open(): FrontierPage[] {
    return this.pages.filter(({ state }) => state === 'open');
  }

  get known(): number {
    return this.#pages.size;
  }

  get done(): number {
    return this.pages.filter(({ state }) => state === 'done').length;
  }

  /** Time until which the server wants to be left alone, in milliseconds since 1970. */
  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Notes that a browser has some pages. */
  handOut(pages: readonly FrontierPage[]): void {
    for (const { pageId } of pages) this.#of(pageId).state = 'queued';
  }

  /** Opens those of some pages again that their browser has left without an outcome. */
  takeBack(pages: readonly FrontierPage[]): void {
    for (const { pageId } of pages) {
      const page = this.#of(pageId);
      if (page.state === 'queued') page.state = 'open';
    }
  }

  /** Notes that a page is being opened. @param attempt how often it has been by now */
  begin(pageId: string, attempt: number): void {
    this.#of(pageId).attempts = attempt;
  }

  end(pageId: string, end: PageEnd): void {
    const page = this.#of(pageId);
    page.state = 'done';
    page.outcome = end.outcome;
    page.detail = end.detail;
    if (end.movedTo) page.movedTo = end.movedTo;
    if (isScanned(end.outcome)) this.#inVain = 0;
  }

  /**
   * Leaves the server alone that asked for it, and puts the page off while that is not too often or too long; the attempt
   * does not count. A server that puts everything off ends all open pages.
   */
  defer(
    pageId: string,
    attempt: number,
    { retryAfterSeconds, outcome, detail }: Deferral,
    now: number,
  ): void {
    const pause = Math.min(retryAfterSeconds, PAUSE_MAX_SECONDS) * 1_000;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    this.#inVain += 1;
    const before = this.#deferrals.get(pageId) ?? 0;
    if (putOff(before, retryAfterSeconds)) {
      this.#deferrals.set(pageId, before + 1);
      const page = this.#of(pageId);
      page.attempts = attempt - 1;
      page.state = 'open';
    } else this.end(pageId, { outcome, detail });
    if (this.#inVain > DEFERRALS_IN_VAIN_MAX)
      for (const page of this.open) this.end(page.pageId, { outcome, detail });
  }

  #of(pageId: string): FrontierPage {
    const page = this.#pages.get(pageId);
    if (page === undefined) throw new Error(`${pageId} is no page of the scan`);
    return page;
  }
}
