/** Texts of the trend of a site. */
export const trendText = {
  caption: 'Completed scans, newest first',
  count: { one: 'completed scan', other: 'completed scans' },
  empty: 'No completed scan matches the filter.',
  none: 'The trend begins with the first completed scan of this site.',
  branch: 'Branch',
  groups: { one: 'issue group was open', other: 'issue groups were open' },
  last: (groups: string, time: string) => `${groups} when the site was last scanned, on ${time}.`,
  first: (groups: string, time: string) => `${groups} in the earliest scan that is shown, of ${time}.`,
  comparable: 'An issue group has one fix, so its number says how much is left to do.',
  broken:
    'A dashed line precedes each scan with other settings, rules or versions. Numbers on different sides of a line cannot be compared.',
  bar: (time: string, groups: string) => `${time}: ${groups}`,
  columns: {
    scan: 'Scan',
    branch: 'Branch and commit',
    issueGroups: 'Issue groups',
    new: 'New',
    fixed: 'Fixed',
    pages: 'Pages',
    change: 'Conditions',
  },
  unknown: '–',
  pages: (scanned: string, attempted: string) => `${scanned} of ${attempted}`,
  sameConditions: 'Unchanged',
  settings: 'Other settings or rule sets',
  engine: (engines: string) => `Other version: ${engines}`,
  gateCounts: {
    title: 'Results of the gate',
    gates: { one: 'scan with a gate', other: 'scans with a gate' },
    counts: (gates: string, passed: string, failed: string, inconclusive: string, share: string) =>
      `Last ${gates}, on all branches. Passed: ${passed}. Failed: ${failed}. Not decided: ${inconclusive} (${share}).`,
    caption: 'Why gates were not decided',
    columns: { reason: 'Reason', scans: 'Scans', share: 'Share' },
    repeated: 'The last three gates were not decided for the same reason',
    whatToDo: (resolution: string) => `What to do – ${resolution}`,
  },
};
