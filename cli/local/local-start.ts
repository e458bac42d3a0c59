import { MAX_PAGES_LIMIT } from '../../core/crawl/crawl-settings.ts';
import { resolveScanSettings } from '../../core/scans/resolve-settings.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { ScanStart } from '../../core/scans/scan-settings.ts';
import { dedupePageUrls, findMaxPagesFault } from '../../core/sites/listed-pages.ts';
import { siteCrawlDefault } from '../../core/sites/site-crawl.ts';
import { createUsageError } from '../errors.ts';
import type { RequestedOutput } from '../settings/settings.ts';

/**
 * Builds the start of a scan. The first URL is the start URL. The others are listed pages, on any origin. Missing
 * settings are those of a new site on the service.
 * @throws CliError usage `too-many-pages`
 */
export function buildLocalStart(urls: readonly URL[], config: ScanConfig): ScanStart {
  const startUrls = dedupePageUrls(urls, config.hashRoutes ?? siteCrawlDefault.hashRoutes);
  const max = config.maxPages ?? MAX_PAGES_LIMIT;
  if (findMaxPagesFault(max, startUrls.length) !== null) {
    const message = `There are ${startUrls.length} URLs, and the scan is limited to ${max} pages.`;
    throw createUsageError(
      'too-many-pages',
      message,
      `Raise --max-pages (at most ${MAX_PAGES_LIMIT}), or use fewer URLs.`,
    );
  }
  return {
    startUrls,
    sourcePaths: [],
    settings: resolveScanSettings(siteCrawlDefault, config, startUrls.length),
  };
}

/**
 * Turns pictures off if the config does not set them and no output shows them. Outputs other than HTML link to pictures
 * on the service, which a local scan does not have. Pictures take a third of the time of a scan.
 */
export function withoutUnseenPictures(config: ScanConfig, outputs: readonly RequestedOutput[]): ScanConfig {
  const hasPictures = outputs.some(({ format }) => format === 'html');
  return hasPictures ? config : { screenshots: 'none', ...config };
}
