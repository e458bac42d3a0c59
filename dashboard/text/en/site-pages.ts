/** Texts of the pages of a site, as the newest completed scan saw them. */
export const sitePagesText = {
  intro:
    'The pages of the newest completed scan. A page that was not scanned may have problems that nobody knows.',
  of: 'Of the scan of',
  caption: 'Pages of the newest completed scan',
  empty: 'No page matches the filters.',
  noScan: 'No scan of this site was completed yet. Start a scan to see its pages.',
  count: { one: 'page', other: 'pages' },
  columns: {
    page: 'Page',
    outcome: 'Outcome',
    violations: 'Violations',
    new: 'New',
    needsReview: 'Needs review',
  },
  unknown: '–',
  noScanOfBranch: 'No scan of this branch was completed yet.',
  fields: {
    text: 'URL or title contains',
    outcome: 'Outcome',
    allOutcomes: 'All outcomes',
    branch: 'Branch',
  },
};
