import { MAX_PAGES_LIMIT } from '../../core/crawl/crawl-settings.ts';
import { resolveScanSettings } from '../../core/scans/resolve-settings.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { dedupePageUrls, findMaxPagesFault } from '../../core/sites/listed-pages.ts';
import { siteCrawlDefault } from '../../core/sites/site-crawl.ts';
import { createUsageError } from '../errors.ts';
import type { RequestedOutput } from '../settings/settings.ts';

/**
 * What a scan of some URLs begins with: the first is the start URL, the others are listed pages, on whatever origin.
 * What the config leaves open is as for a site of the service that sets nothing.
 * @throws CliError usage `too-many-pages`
 */
export function buildLocalStart(urls: readonly URL[], config: ScanConfig): ScanStart {
  const startUrls = dedupePageUrls(urls, config.hashRoutes ?? siteCrawlDefault.hashRoutes);
  const max = config.maxPages ?? MAX_PAGES_LIMIT;
  if (findMaxPagesFault(max, startUrls.length) !== null) {
    const message = `${startUrls.length} pages are named, and the scan may have ${max}.`;
    throw createUsageError(
      'too-many-pages',
      message,
      `Raise --max-pages, which may be up to ${MAX_PAGES_LIMIT}, or name fewer pages.`,
    );
  }
  return {
    startUrls,
    sourcePaths: [],
    settings: resolveScanSettings(siteCrawlDefault, config, startUrls.length),
  };
}

/**
 * The config without pictures, where it does not ask for them and no output has them in it: there is no service that
 * the others' could be fetched from, and they take a third of the time of a scan.
 */
export function withoutUnseenPictures(config: ScanConfig, outputs: readonly RequestedOutput[]): ScanConfig {
  const seen = outputs.some(({ format }) => format === 'html');
  return seen ? config : { screenshots: 'none', ...config };
}
