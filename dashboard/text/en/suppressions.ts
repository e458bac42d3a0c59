import type { Suppression } from '../../api/types.ts';

/** Texts of the suppressions of a site. */
export const suppressionsText = {
  title: 'Suppressions',
  intro:
    'A suppressed finding stays in the reports, with the reason, but does not count. Use it for faults that you cannot fix now, such as those of a widget of another company.',
  add: 'Add a suppression',
  list: {
    caption: 'Suppressions of this site',
    empty: 'Nothing is suppressed: every finding counts.',
    count: { one: 'suppression', other: 'suppressions' },
    columns: { match: 'Findings', reason: 'Reason', expires: 'Expires', created: 'Created' },
    edit: 'Change',
    editOf: (reason: string) => `Change ${reason}`,
    remove: 'Delete',
    removeOf: (reason: string) => `Delete ${reason}`,
  },
  expiredOn: (date: string) => `Expired on ${date}`,
  match: {
    fingerprint: 'Fingerprint',
    issueGroup: 'Issue group',
    rule: 'Rule',
    selector: 'Selector',
    page: 'Page',
  } satisfies Record<keyof Suppression['match'], string>,
  fields: {
    match: 'Findings',
    matchHint:
      'Fill in at least one of these fields. A finding is suppressed if it matches all that you fill in.',
    rule: 'Rule',
    ruleHint: 'The id of a rule as reports show it, such as color-contrast.',
    page: 'Page',
    pageHint:
      'A path such as /legacy/**. * stands for any characters except /, ** for any characters. Query and path are compared.',
    selector: 'Selector',
    selectorHint:
      'A CSS selector, such as #chat-widget. It includes the elements within, and takes effect with the next scan that is started.',
    fingerprint: 'Fingerprint',
    fingerprintHint: 'One finding, by the fingerprint that reports show.',
    issueGroup: 'Issue group',
    issueGroupHint: 'The findings of one issue group, by the id that reports show.',
    reason: 'Reason',
    reasonHint: 'Reports show it to everybody who reads them.',
    expires: 'Expires on',
    expiresHint: 'From this day (UTC) on, the findings count again. Leave it empty if it must not expire.',
  },
  create: {
    title: 'Add a suppression',
    submit: 'Add suppression',
    done: 'The suppression was added. It applies to scans that end from now on.',
  },
  dialog: {
    issueGroup: {
      title: 'Suppress this issue group',
      text: 'Its findings stay in the reports, with your reason, but no longer count. This also hides elements of the same group that are found in the future.',
    },
    fingerprint: {
      title: 'Suppress this finding',
      text: 'It stays in the reports, with your reason, but no longer counts. Other findings still count.',
    },
    effect: 'This report does not change: the suppression counts from the next scan on.',
    submit: 'Suppress',
  },
  edit: {
    title: 'Change a suppression',
    submit: 'Save',
    done: 'The suppression was changed.',
    gone: 'This suppression does not exist any more.',
  },
  remove: {
    title: 'Delete this suppression?',
    text: (reason: string) => `Its findings count again from the next scan on. Reason: ${reason}`,
    confirm: 'Delete',
    done: 'The suppression was deleted.',
  },
};
