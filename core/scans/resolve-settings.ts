import type { CrawlSettings } from '../crawl/crawl-settings.ts';
import { listStartUrls } from '../sites/listed-pages.ts';
import type { Site } from '../sites/site.ts';
import { resolveMaxPages, type SiteCrawl } from '../sites/site-crawl.ts';
import { type PageSettings, pageSettingsDefault, viewportSizes } from './page-settings.ts';
import type { ScanConfig } from './scan-config.ts';
import type { ScanSettings, ScanStart } from './scan-settings.ts';

/** Returns the start of a scan: its own settings, else those of the site, else the defaults. */
export function resolveScanStart(site: Site, config: ScanConfig): ScanStart {
  const startUrls = listStartUrls(site, config.url, config.hashRoutes ?? site.hashRoutes);
  return {
    startUrls,
    sourcePaths: site.sourcePaths,
    settings: {
      ...resolveScanSettings(site, config, startUrls.length),
      // Credentials are sent to their own origin only.
      signedIn: site.credentials?.origin === new URL(startUrls[0] ?? site.url).origin,
    },
  };
}

/**
 * Returns the settings of a scan without credentials.
 * @param site its crawl settings are used if the config has none
 * @param startUrls number of start URLs
 */
export function resolveScanSettings(site: SiteCrawl, config: ScanConfig, startUrls: number): ScanSettings {
  return {
    crawl: resolveCrawlSettings(site, config, startUrls),
    page: resolvePageSettings(config),
    expectStatus: config.expect?.status ?? null,
    expectLogin: config.expect?.login ?? false,
    signedIn: false,
  };
}

function resolveCrawlSettings(site: SiteCrawl, config: ScanConfig, startUrls: number): CrawlSettings {
  return {
    crawl: config.crawl ?? site.crawl,
    maxPages: resolveMaxPages(config.maxPages ?? site.maxPages, startUrls),
    // Null overrides the site's limit: only the limit of the service applies.
    maxDepth: config.maxDepth === undefined ? site.maxDepth : config.maxDepth,
    includeUrls: config.includeUrls ?? site.includeUrls,
    excludeUrls: config.excludeUrls ?? site.excludeUrls,
    hashRoutes: config.hashRoutes ?? site.hashRoutes,
    robots: config.robots ?? site.robots,
  };
}

function resolvePageSettings(config: ScanConfig): PageSettings {
  const { viewport } = config;
  const named = typeof viewport === 'string';
  return {
    viewport: named ? { ...viewportSizes[viewport] } : (viewport ?? pageSettingsDefault.viewport),
    mobile: viewport === 'mobile' || viewport === 'tablet',
    colorScheme: config.colorScheme ?? pageSettingsDefault.colorScheme,
    reducedMotion: config.reducedMotion ?? pageSettingsDefault.reducedMotion,
    locale: config.locale ?? pageSettingsDefault.locale,
    userAgentSuffix: config.userAgentSuffix ?? pageSettingsDefault.userAgentSuffix,
    includeSelectors: config.includeSelectors ?? pageSettingsDefault.includeSelectors,
    excludeSelectors: config.excludeSelectors ?? pageSettingsDefault.excludeSelectors,
    waitFor: config.waitFor ?? pageSettingsDefault.waitFor,
    screenshots: config.screenshots ?? pageSettingsDefault.screenshots,
    redactSelectors: config.redactSelectors ?? pageSettingsDefault.redactSelectors,
  };
}
