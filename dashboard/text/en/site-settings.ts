import type { CrawlSettings } from '../../../core/crawl/crawl-settings.ts';

/** Texts of the settings of a site. */
export const siteSettingsText = {
  title: 'Settings',
  intro: 'They apply to scans that are started from now on. A scan can replace the settings of its pages.',
  save: 'Save settings',
  saved: 'The settings were saved.',
  groups: { site: 'Site', pages: 'Pages', files: 'Origins and source files' },
  fields: {
    name: 'Name',
    url: 'Start URL',
    urlHint: 'The page with which each scan begins.',
    urlHintCredentials: 'If you change scheme, host or port, the credentials of the site are removed.',
    labels: 'Labels',
    labelsHint:
      'One for each line, at most 5 with at most 24 characters. The overview can be filtered by them.',
    mainBranch: 'Main branch',
    mainBranchHint:
      'The overview and the trend show scans of this branch, such as main, and scans without a branch. Leave it empty to show all branches, except those that will be merged into another one.',
    crawl: 'Find further pages by',
    maxPages: 'Maximum number of pages',
    maxPagesHint:
      'From 1 to 1,000, with the start URL and the listed pages. Leave it empty for the default, 25.',
    maxDepth: 'Maximum number of links from the first pages',
    maxDepthHint: 'From 0 to 100. Leave it empty to follow links as far as possible.',
    pages: 'Listed pages',
    pagesHint: 'One for each line: paths such as /checkout, or URLs. Each scan includes them.',
    includeUrls: 'Only pages that match',
    includeUrlsHint:
      'One pattern for each line, such as /blog/**. * stands for any characters except /, ** for any characters. Leave it empty for all pages. The start URL and the listed pages are always scanned.',
    excludeUrls: 'No pages that match',
    excludeUrlsHint: 'One pattern for each line, such as /blog/archive/**.',
    hashRoutes: 'Addresses with another #/ or #!/ are other pages',
    hashRoutesHint: 'For applications that show their pages by the part of the address after #.',
    robots: 'Pages that robots.txt disallows',
    origins: 'Further origins',
    originsHint:
      'One for each line, such as https://staging.example.com or *.preview.example.com. A scan can begin on them instead of the start URL.',
    sourcePaths: 'Source files',
    sourcePathsHint:
      'One for each line: a pattern of pages, a space and the path of the file that they are built from, such as /blog/** src/blog.html. Reports for code hosts name these files. The first match applies.',
  },
  crawl: {
    both: 'Links and sitemap',
    links: 'Links of the pages',
    sitemap: 'Sitemap',
    none: 'Nothing: scan only the start URL and the listed pages',
  } satisfies Record<CrawlSettings['crawl'], string>,
  robots: {
    obey: 'Skip them',
    ignore: 'Scan them',
  } satisfies Record<CrawlSettings['robots'], string>,
};
