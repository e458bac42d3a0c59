/** Texts of the audit log. */
export const auditText = {
  title: 'Audit log',
  intro:
    'Who did what, and when; newest first. Choose an actor or a target in the list to see only its entries. Entries cannot be changed or deleted.',
  caption: 'Entries of the audit log, newest first',
  empty: 'No entry matches the filters.',
  emptyPage: 'No entry of this part of the log matches. The next page searches earlier entries.',
  count: { one: 'entry', other: 'entries' },
  columns: {
    time: 'Time',
    action: 'Action',
    actor: 'Actor',
    target: 'Target',
    detail: 'Details',
  },
  fields: {
    from: 'From',
    to: 'To',
    action: 'Action',
    allActions: 'All actions',
    actor: 'Actor ID',
    target: 'Target ID',
  },
  onlyActor: (name: string) => `Only entries of ${name}`,
  onlyTarget: (target: string) => `Only entries about ${target}`,
  request: 'Request',
  export: {
    title: 'Export',
    text: 'A file with all entries that match the filters, on all pages.',
    csv: 'Export as CSV',
    jsonl: 'Export as JSON Lines',
    started: 'The export has begun.',
    progress: (count: string) => `Exported so far: ${count}.`,
    pages: { one: 'page of up to 1,000 entries', other: 'pages of up to 1,000 entries' },
    done: 'The export is complete. The browser saves the file.',
  },
};
