import type { OverviewOrder } from '../../../core/overview/overview.ts';
import type { Impact } from '../../../core/scans/page-result.ts';

/** Texts of the overview of an account. */
export const overviewText = {
  title: 'Overview',
  intro: 'Your sites, with the results of the newest scan of each.',
  add: 'Add a site',
  caption: 'Sites',
  count: { one: 'site', other: 'sites' },
  shown: (shown: string, total: string) => `${shown} of ${total}`,
  empty: 'No site matches the filters.',
  noSites: 'You have access to no site yet. A manager of the account can add one.',
  columns: {
    name: 'Site',
    new: 'New problems',
    issueGroups: 'Open issue groups',
    gate: 'Gate',
    notJudged: 'Pages not tested in full',
    last: 'Last scan',
  },
  fields: {
    label: 'Label',
    allLabels: 'All labels',
    text: 'Name or host contains',
    sort: 'Order',
  },
  orders: {
    new: 'New problems first',
    name: 'Name',
    last: 'Last scan first',
  } satisfies Record<OverviewOrder, string>,
  impacts: {
    critical: (number: string) => `${number} critical`,
    serious: (number: string) => `${number} serious`,
    moderate: (number: string) => `${number} moderate`,
    minor: (number: string) => `${number} minor`,
  } satisfies Record<Impact, (number: string) => string>,
  showNew: (count: string, site: string) => `${count}: show new problems of ${site}`,
  noBaseline: 'No earlier scan to compare with',
  neverScanned: 'Not scanned yet',
  noResult: '–',
  running: {
    title: 'Running scans',
    progress: (done: string, known: string) => `${done} of ${known} pages`,
    more: 'All running scans',
  },
  words: {
    title: 'What the columns say',
    new: 'New problems: elements that break a rule in the newest scan and did not in the scan that it was compared with.',
    issueGroups:
      'Open issue groups: problems that one fix removes together, such as a fault of a template. Critical ones block people, minor ones annoy them.',
    gate: 'Gate: whether the scan kept within the limits that were set for it. Not decided: too little could be tested to say so.',
    notJudged:
      'Pages not tested in full: pages that could not be opened, or only in part. They may have problems that are not counted.',
  },
};
