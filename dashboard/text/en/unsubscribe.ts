/** Texts of the screen that people open from the link in a mail. */
export const unsubscribeText = {
  title: 'Mail',
  kinds: {
    alerts: {
      title: 'Stop alerts by mail?',
      text: 'You then get no more alerts of this account by mail. Digests do not change.',
      action: 'Stop alerts by mail',
      stopped: 'You get no more alerts of this account by mail.',
    },
    digests: {
      title: 'Stop digests by mail?',
      text: 'You then get no more daily and weekly digests of this account by mail. Alerts do not change.',
      action: 'Stop digests by mail',
      stopped: 'You get no more digests of this account by mail.',
    },
  },
  again: 'You can close this page.',
  settings: 'Show which mails you get (needs a sign-in)',
  missing: {
    title: 'No mail in this address',
    text: 'Open the whole link at the end of the mail again.',
  },
  invalid: {
    title: 'The link is not valid',
    text: 'The link is not complete, or you have left the account and get no mail of it any more. Open the whole link at the end of the mail again.',
  },
};
