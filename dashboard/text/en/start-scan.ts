import type { Impact } from '../../../core/scans/page-result.ts';
import type { Priority } from '../../../core/scans/priority.ts';

/** Texts of the screen that starts a scan. */
export const startScanText = {
  title: 'Start scan',
  titleOf: (site: string) => `Scan ${site}`,
  intro: 'You see the progress on the next screen.',
  prefilled: 'Rule sets and gate are those of the last scan, so that the two can be compared.',
  submit: 'Start scan',
  fields: {
    rules: 'Rule sets',
    rulesHint: 'What is tested. Choose wcag-aa if you are not sure.',
    moreRules: 'More rule sets',
    url: 'Scan another address',
    urlHint: (url: string) =>
      `Such as a preview of the site. Leave it empty to scan ${url}. The origin must be that of the site or one of its further origins.`,
    priority: 'Priority',
    maxPages: 'Maximum number of pages',
    maxPagesHint: (pages: string) => `From 1 to 1,000. Leave it empty for the setting of the site, ${pages}.`,
    build: 'What is scanned',
    buildHint: 'With a branch, the scan is compared with the latest one of the same or the target branch.',
    branch: 'Branch',
    targetBranch: 'Target branch',
    targetBranchHint: 'The branch that it will be merged into.',
    commit: 'Commit',
    commitHint: 'A hash of 7 to 64 hexadecimal digits.',
    gate: 'Gate',
    gateHint: 'The scan fails its gate if it finds more than you allow. Without a threshold it has no gate.',
    new: 'Fails on new violations',
    any: 'Fails on any violations',
    total: 'Fails on more violations than',
    review: 'Findings that need review count like violations',
    keepOthers: 'Use the other settings of the last scan too',
    keepOthersHint: (names: string) => `They are: ${names}.`,
  },
  noThreshold: 'Never',
  impacts: {
    critical: 'Critical',
    serious: 'Serious and above',
    moderate: 'Moderate and above',
    minor: 'Of every impact',
  } satisfies Record<Impact, string>,
  priorities: {
    high: 'High: before all other scans, for a few at a time',
    normal: 'Normal',
    low: 'Low: after all other scans',
  } satisfies Record<Priority, string>,
};
