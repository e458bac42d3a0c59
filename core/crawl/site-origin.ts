import type { FrontierPage } from '../scans/scan.ts';

/**
 * Returns the origin at which a scan opens the pages it finds: that of the start URL, or the origin that the start URL
 * redirected to if that is of the same site (http to https, with or without `www.`).
 */
export function getCrawlOrigin(startUrl: string, pages: readonly FrontierPage[]): string {
  return getAdoptedOrigin(pages) ?? new URL(startUrl).origin;
}

/** Returns the origin of the same site that the start URL redirected to; undefined if it did not redirect. */
export function getAdoptedOrigin(pages: readonly FrontierPage[]): string | undefined {
  const start = pages.find(({ depth, position }) => depth === 0 && position === 0);
  if (start?.movedTo === undefined) return undefined;
  return start.movedTo.origin === new URL(start.url).origin ? undefined : start.movedTo.origin;
}
