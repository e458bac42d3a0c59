import type { MailKind } from '../../core/mail/mail-settings.ts';

/** The link with which a person switches mails of this kind off. */
export interface UnsubscribeLink {
  kind: MailKind;
  url: string;
}

/** Maximum lengths in characters of what messages contain. */
export const lengths = { title: 150, paragraph: 2_000, heading: 200, fact: 300, remedy: 1_000 } as const;

/** The words of a mail that are not in its message. */
export const words = {
  remedy: 'How to fix it',
  reason: 'Why you get this mail',
  omitted: (count: number) => `And ${count} more.`,
  unsubscribe: {
    alerts: 'Stop alerts of this account by mail',
    digests: 'Stop digests of this account by mail',
  } satisfies Record<MailKind, string>,
};
