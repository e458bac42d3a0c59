/** Texts of the deletion of a site. */
export const siteDeletionText = {
  title: 'Delete the site',
  text: 'Its scans, reports, pictures, suppressions and trend are deleted within minutes. Unfinished scans are cancelled. This cannot be undone.',
  label: 'Name of the site',
  field: (name: string) => `Type ${name} to confirm`,
  mismatch: (name: string) => `must be ${name}`,
  action: 'Delete this site',
  done: (name: string) => `${name} was deleted. Its data is removed in the next minutes.`,
};
