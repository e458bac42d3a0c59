import type { Notifications } from '../../api/types.ts';

/** Texts of the mails that a person gets. */
export const notificationsText = {
  title: 'Notifications',
  intro:
    'Which mails you get from your accounts. Who hears of what is set by the alerts of each account. Mails about invitations, expiring keys, webhooks and disabled alerts are sent in any case.',
  address: (email: string) => `Mails are sent to ${email}, the address that you sign in with.`,
  mailOff: {
    title: 'This service sends no mail',
    text: 'Its operator has not configured a sender. What you set here counts as soon as it sends mail.',
  },
  stopped: {
    title: 'You get no mails',
    reasons: {
      bounce: (email: string) => `The mail server of ${email} refused a mail for good.`,
      complaint: (email: string) => `A mail to ${email} was reported as spam.`,
    } satisfies Record<NonNullable<Notifications['stopped']>['reason'], (email: string) => string>,
    since: 'So no account sends mails to it since',
    how: 'If the address works, sign in again, so that it is confirmed, and then start the mails again.',
    start: 'Start mails again',
    started: 'Mails are sent to you again.',
  },
  none: 'You are not a member of an account.',
  alerts: 'Alerts',
  alertsHint: 'A mail for each event, at once.',
  digests: 'Digests',
  digestsHint: 'A mail each day or week with all events.',
  save: (account: string) => `Save for ${account}`,
  saved: 'Your choice was saved.',
};
