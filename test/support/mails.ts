import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { insertDelivery } from '../../adapters/dynamodb/deliveries.ts';
import type { Store } from '../../adapters/dynamodb/store.ts';
import { buildDelivery } from '../../core/alerts/build-delivery.ts';
import type { Channel, Delivery, DeliveryContent } from '../../core/alerts/delivery.ts';
import { createId } from '../../core/ids.ts';
import type { Runtime } from '../../local/runtime.ts';
import { getClientOptions } from '../../local/stand-ins/provision.ts';
import { sampleMessages } from './sample-messages.ts';

type MailChannel = Extract<Channel, { kind: 'mail' }>;

/** A mail to deliver. An alert sends it, unless `alertId` is null. */
export interface MailToDeliver extends Pick<MailChannel, 'to'> {
  accountId: string;
  alertId?: string | null;
  type?: keyof typeof sampleMessages;
  siteId?: string | null;
  sealedLink?: Extract<DeliveryContent, { kind: 'message' }>['sealedLink'];
}

const alert = createId('alert', new Date());

/** Writes the delivery of a mail, as `dispatch-events` does. */
export async function insertMail(
  store: Store,
  { accountId, to, alertId = alert, type = 'issues.new', siteId = null, sealedLink }: MailToDeliver,
): Promise<Delivery> {
  const now = new Date();
  const content = { kind: 'message', eventId: createId('event', now), type } as const;
  const delivery = buildDelivery(
    {
      accountId,
      siteId,
      channel: { kind: 'mail', alertId, to },
      content: { ...content, message: sampleMessages[type], ...(sealedLink && { sealedLink }) },
      correlationId: 'run-1',
      at: now.toISOString(),
    },
    now,
  );
  if (!(await insertDelivery(store, delivery))) throw new Error('the delivery exists already');
  return delivery;
}

/** Returns the message that requests an attempt at a delivery. */
export function toMessage({ accountId, deliveryId, correlationId }: Delivery) {
  return { accountId, deliveryId, correlationId };
}

/** Returns a message of the topic to which SES reports, about a permanent bounce. */
export function buildBounce(email: string) {
  const timestamp = new Date().toISOString();
  const event = {
    eventType: 'Bounce',
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }], timestamp },
    mail: { timestamp, destination: [email] },
  };
  return { Type: 'Notification', MessageId: 'bounce', Message: JSON.stringify(event) };
}

/** Sends a message to a queue of a service on this machine. @param part a part of the logical id of the queue */
export async function sendToQueue(
  { endpoints, credentials, service }: Runtime,
  part: string,
  body: object,
): Promise<void> {
  const queue = service.queues.find(({ logicalId }) => logicalId.includes(part));
  if (queue === undefined) throw new Error(`there is no queue ${part}`);
  const sqs = new SQSClient(getClientOptions(endpoints.sqs, credentials));
  try {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${endpoints.sqs}/000000000000/${queue.name}`,
        MessageBody: JSON.stringify(body),
      }),
    );
  } finally {
    sqs.destroy();
  }
}

/** A mail as the local SES shows it. */
export interface ReceivedMail {
  from: string;
  destination: { to: string[]; cc: string[]; bcc: string[] };
  subject: string;
  body: { html: string; text: string };
  headers: { name: string; value: string }[];
}

/** Returns the mails to an address. @param url of the local SES */
export async function listMails(url: string, to: string): Promise<ReceivedMail[]> {
  const { emails } = (await (await fetch(new URL('/store', url))).json()) as { emails: ReceivedMail[] };
  return emails.filter(({ destination }) => destination.to.includes(to));
}

/** Returns the value of a header of a mail; an empty text if it has none. */
export function getHeader(mail: ReceivedMail | undefined, name: string): string {
  return mail?.headers.find((header) => header.name === name)?.value ?? '';
}
