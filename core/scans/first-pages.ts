import { normalizeUrl } from '../sites/url.ts';
import type { FrontierPage } from './scan.ts';

const PAGE_ID_LENGTH = 32;

/**
 * The id of a page: the first 128 bits of the SHA-256 of its normalized URL, in hexadecimal. So the same page
 * has the same id however often it is found.
 */
export async function pageIdOf(url: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalizeUrl(url)));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `page_${hex.slice(0, PAGE_ID_LENGTH)}`;
}

/** The pages that a scan begins with, each once: the start URL, then the listed pages in their order. */
export async function firstPages(scanId: string, startUrls: readonly string[]): Promise<FrontierPage[]> {
  const pages = new Map<string, FrontierPage>();
  for (const [position, url] of startUrls.entries()) {
    const pageId = await pageIdOf(url);
    if (pages.has(pageId)) continue;
    const page = { scanId, pageId, url: normalizeUrl(url), depth: 0, position };
    pages.set(pageId, { ...page, state: 'open', attempts: 0, sends: 0 });
  }
  return [...pages.values()];
}
