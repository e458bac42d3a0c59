import type { Check } from '../findings/check.ts';

/** What a page proposes to a check over all pages: one element, with the data that are compared. */
export interface Proposal {
  page: ProposingPage;
  /** Number of the element among those of its page. */
  index: number;
  data: NonNullable<Check['data']>;
}

export interface ProposingPage {
  pageId: string;
  /** Identity of the page: several addresses can lead to one. Null for addresses that are not compared. */
  identity: string | null;
  /** The redacted address, for people. */
  url: string;
}

/** Why a proposal is a finding. */
export interface Verdict {
  message: string;
  /** The evidence, which replaces the proposed data. */
  data: NonNullable<Check['data']>;
}

/**
 * Compares the proposals of all pages. Its time grows no faster than their number.
 * @param proposals in the order of the pages in the report
 * @returns the proposals that are findings; null if the site has too little to compare
 */
export type SiteCheck = (proposals: readonly Proposal[]) => ReadonlyMap<Proposal, Verdict> | null;

/** How many other pages the evidence of a finding lists. */
export const PAGES_LISTED = 3;

/** Returns the addresses of the first other pages, for the evidence. */
export function listOtherPages(proposals: readonly Proposal[], { page }: Proposal): string[] {
  const urls: string[] = [];
  for (const other of proposals) {
    if (other.page.pageId === page.pageId || urls.includes(other.page.url)) continue;
    urls.push(other.page.url);
    if (urls.length === PAGES_LISTED) break;
  }
  return urls;
}

/** Returns a member of proposed data as a text; empty if it is not one. The page may have written anything. */
export function readText({ data }: Proposal, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

/** Returns a member of proposed data as a list of texts. */
export function readTexts({ data }: Proposal, name: string): string[] {
  const value = data[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Returns a number of pages as text. */
export function formatPages(count: number): string {
  return count === 1 ? '1 other page' : `${count} other pages`;
}
