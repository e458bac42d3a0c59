/** Texts of the screen of one site, without those of its tabs. */
export const siteText = {
  title: 'Site',
  parts: 'Parts of the site',
  start: 'Start scan',
  tabs: {
    groups: 'Issue groups',
    pages: 'Pages',
    scans: 'Scans',
    trend: 'Trend',
    suppressions: 'Suppressions',
    schedule: 'Schedule',
    decisions: 'Decisions',
    settings: 'Settings',
  },
};
