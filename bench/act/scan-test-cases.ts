import { tmpdir } from 'node:os';
import { rules } from '../../core/rule-sets/rules.ts';
import type { PageResult } from '../../core/scans/page-result.ts';
import { pageSettingsDefault } from '../../core/scans/page-settings.ts';
import { findChromium } from '../../scanner/browser/find-chromium.ts';
import { scanChunkPages } from '../../scanner/scan-chunk-pages.ts';

const PAGE_TIMEOUT_MS = 20_000;

/**
 * Scans URLs, by default with every rule, and returns the results by URL.
 * @param browsers number of browsers at the same time. The tabs of one browser share a process, so more tabs gain
 * nothing
 * @param onStart called when a page begins
 */
export async function scanUrls(
  urls: readonly string[],
  browsers: number,
  onPage: () => void,
  ruleIds: readonly string[] = rules.map(({ ruleId }) => ruleId),
  onStart: () => void = () => undefined,
): Promise<Map<string, PageResult>> {
  const results = new Map<string, PageResult>();
  const chromium = findChromium();
  const scanPart = (part: readonly string[]) =>
    scanChunkPages(
      {
        scanId: 'act',
        pages: part.map((url) => ({ pageId: url, url, attempt: 1, identity: url })),
        ruleIds: [...ruleIds],
        settings: { ...pageSettingsDefault, screenshots: 'none' },
        hashRoutes: false,
        marks: [],
      },
      {
        async pageStarted() {
          onStart();
        },
        async picture() {},
        async pageDeferred() {},
        async pageFinished(result) {
          results.set(result.requestedUrl, result);
          onPage();
        },
      },
      {
        egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
        workDir: tmpdir(),
        deadline: () => Number.POSITIVE_INFINITY,
        pageTimeoutMs: PAGE_TIMEOUT_MS,
        findBrowser: () => chromium,
      },
    );
  const parts = Array.from({ length: browsers }, (_, index) =>
    urls.filter((_url, at) => at % browsers === index),
  );
  await Promise.all(parts.filter((part) => part.length > 0).map(scanPart));
  return results;
}
