/** Texts of the list of a site's decisions. */
export const siteDecisionsText = {
  title: 'Decisions',
  intro:
    'What people decided about findings that the rules could not decide. To decide, open a scan and its section Needs review. A decision counts as long as the element and the rule stay as they were.',
  caption: 'Decisions of this site',
  empty: 'Nobody has decided about a finding yet.',
  noMatch: 'No decision matches the filter.',
  all: 'All decisions',
  columns: { finding: 'Finding', decision: 'Decision', reason: 'Reason', decided: 'Decided' },
  elements: { one: 'element', other: 'elements' },
  removeAction: 'Remove',
  removeOf: (reason: string) => `Remove the decision: ${reason}`,
  remove: {
    title: 'Remove this decision?',
    text: (reason: string) => `Its finding needs review again from the next scan on. Reason: ${reason}`,
    confirm: 'Remove',
    done: 'The decision was removed.',
  },
};
