import { buildTestMessage } from '../core/alerts/account-messages.ts';
import { explainAlert } from '../core/alerts/alert-reason.ts';
import type { Delivery } from '../core/alerts/delivery.ts';
import { buildMessageId } from '../core/alerts/event-draft.ts';
import { buildAlertLinks } from '../core/alerts/event-links.ts';
import type { MailState } from '../core/mail/notifications.ts';
import { type FindAudience, findRecipients, type WriteDelivery, writeDelivery } from './deliver-events.ts';
import { type FindRecipientDependencies, findMailRecipient } from './find-mail-recipient.ts';
import { type FindAlert, requireAlert } from './manage-alerts.ts';
import type { RequestContext } from './request-context.ts';

export interface TestAlertDependencies
  extends FindAlert,
    FindAudience,
    FindRecipientDependencies,
    WriteDelivery {
  mail: MailState;
}

/** A second test within this time sends nothing, so that nobody gets many. */
const ONCE_PER_MS = 60_000;

/**
 * Sends a message that says that it is a test to everyone who hears of an alert.
 * @returns the number of people or channels to which it is sent now: not to those who get no mail, and none again
 *   within a minute
 * @throws Problem alert-not-found
 */
export async function testAlert(
  dependencies: TestAlertDependencies,
  { principal, requestId, now, alertId }: RequestContext<'member'> & { alertId: string },
): Promise<number> {
  const alert = await requireAlert(dependencies, principal, alertId);
  const { accountId, name } = alert;
  const at = { origin: await dependencies.readOrigin(), accountId };
  const minute = new Date(Math.floor(now.getTime() / ONCE_PER_MS) * ONCE_PER_MS).toISOString();
  const eventId = buildMessageId({ entryId: `${alertId} test`, at: minute });
  const recipients = alert.disabled === undefined ? await findRecipients(dependencies, alert, []) : [];
  let sent = 0;
  for (const { channel, membership } of recipients) {
    const message = buildTestMessage(
      name,
      { text: 'Show the alert', url: buildAlertLinks(at, alertId).dashboard },
      explainAlert(alert, membership, at),
    );
    const content = { kind: 'message', eventId, type: TEST_TYPE, message } as const;
    const given = { siteId: null, channel, content };
    if (!(await canReach(dependencies, { accountId, ...given }, now))) continue;
    const entry = { accountId, at: minute, correlationId: requestId };
    if (await writeDelivery(dependencies, { entry, ...given }, now)) sent += 1;
  }
  return sent;
}

/** False if a mail would be dropped, for example because its recipient switched mails off. */
async function canReach(
  dependencies: TestAlertDependencies,
  delivery: Pick<Delivery, 'accountId' | 'siteId' | 'channel' | 'content'>,
  now: Date,
): Promise<boolean> {
  const { channel } = delivery;
  if (channel.kind !== 'mail') return true;
  if (dependencies.mail === 'off') return false;
  return 'recipient' in (await findMailRecipient(dependencies, delivery, channel, now));
}

const TEST_TYPE = 'alert.test';
