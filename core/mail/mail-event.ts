import { z } from 'zod';
import type { StopReport } from './stopped-address.ts';

/**
 * What the mail service reports about mails: events of a configuration set of Amazon SES, as Amazon SNS delivers them
 * (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html). Only what is used.
 */

const time = z.string().transform((text, context) => {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  context.addIssue({ code: 'custom', message: 'must be a time' });
  return z.NEVER;
});
const recipients = z.array(z.object({ emailAddress: z.string() }));
const mail = z.object({ timestamp: time, destination: z.array(z.string()) });

const eventSchema = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients, timestamp: time }),
    mail,
  }),
  z.object({
    eventType: z.literal('Complaint'),
    complaint: z.object({
      complainedRecipients: recipients,
      complaintFeedbackType: z.string().nullish(),
      timestamp: time,
    }),
    mail,
  }),
]);

/** The message of Amazon SNS, as Amazon SQS delivers it. */
export const mailEventMessageSchema = z
  .object({ MessageId: z.string(), Message: z.string() })
  .transform(({ MessageId, Message }) => ({ correlationId: MessageId, event: Message }));
export type MailEventMessage = z.output<typeof mailEventMessageSchema>;

/**
 * Returns the addresses that an event stops: those of a permanent bounce or of a complaint to which the mail was sent,
 * because others may have written what a mail server reported. Mail that may arrive later stops no address, and neither
 * does the report that a mail is no spam. An event of another type stops none, nor does a
 * text without an event: SES sends one to check a new topic.
 * @throws ZodError if a bounce or a complaint has other members than documented
 */
export function listStopReports(message: string): StopReport[] {
  const given = parseObject(message);
  if (given?.eventType !== 'Bounce' && given?.eventType !== 'Complaint') return [];
  const event = eventSchema.parse(given);
  const { timestamp: sentAt, destination } = event.mail;
  const sentTo = new Set(destination.map((address) => address.toLowerCase()));
  const listStopped = (all: z.output<typeof recipients>) =>
    all.map(({ emailAddress }) => emailAddress).filter((email) => sentTo.has(email.toLowerCase()));
  if (event.eventType === 'Bounce') {
    const { bounceType, bouncedRecipients, timestamp: at } = event.bounce;
    if (bounceType !== 'Permanent') return [];
    return listStopped(bouncedRecipients).map((email) => ({ email, reason: 'bounce', at, sentAt }));
  }
  const { complainedRecipients, complaintFeedbackType, timestamp: at } = event.complaint;
  if (complaintFeedbackType === 'not-spam') return [];
  return listStopped(complainedRecipients).map((email) => ({ email, reason: 'complaint', at, sentAt }));
}

function parseObject(text: string): { eventType?: unknown } | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
