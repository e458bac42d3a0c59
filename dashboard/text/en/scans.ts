/** Texts of the list of all scans of an account. */
export const scansText = {
  title: 'Scans',
  intro: 'The scans of all your sites, newest first.',
  none: 'No site was scanned yet. Open a site, and start a scan.',
  limited: (site: string, key: string) =>
    ['Only scans', site === '' ? '' : `of the site ${site}`, key === '' ? '' : `started by ${key}`]
      .filter((part) => part !== '')
      .join(' '),
  showAll: 'Show all scans',
  fields: {
    gate: 'Gate',
    allGates: 'All results',
    from: 'From (day in UTC)',
    to: 'To (day in UTC)',
  },
};
