import { describe, expect, it } from 'vitest';
import { listStopReports, mailEventMessageSchema } from '../../../core/mail/mail-event.ts';
import type { StopReport } from '../../../core/mail/stopped-address.ts';
import { recordMailEvent } from '../../../use-cases/record-mail-event.ts';

/**
 * Events as the documentation shows them:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html
 */
const mail = {
  timestamp: '2017-08-05T00:40:02.012Z',
  source: 'Sender Name <sender@example.com>',
  sourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/sender@example.com',
  sendingAccountId: '123456789012',
  messageId: 'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
  destination: ['recipient@example.com'],
  headersTruncated: false,
  headers: [{ name: 'From', value: 'Sender Name <sender@example.com>' }],
  commonHeaders: { subject: 'Message sent from Amazon SES' },
  tags: { 'ses:configuration-set': ['ConfigSet'] },
};
const bounce = {
  eventType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'recipient@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp: '2017-08-05T00:41:02.669Z',
    feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
    reportingMTA: 'dsn; mta.example.com',
  },
  mail,
};
const complaint = {
  eventType: 'Complaint',
  complaint: {
    complainedRecipients: [{ emailAddress: 'recipient@example.com' }],
    timestamp: '2017-08-05T00:41:02.669Z',
    feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
    userAgent: 'Amazon SES Mailbox Simulator',
    complaintFeedbackType: 'abuse',
    arrivalDate: '2017-08-05T00:41:02.669Z',
  },
  mail,
};
const report = {
  email: 'recipient@example.com',
  at: '2017-08-05T00:41:02.669Z',
  sentAt: '2017-08-05T00:40:02.012Z',
};
const list = (event: unknown) => listStopReports(JSON.stringify(event));
const bounceOf = (type: string) => ({ ...bounce, bounce: { ...bounce.bounce, bounceType: type } });

describe('a report of the mail service', () => {
  it('stops only addresses to which the mail was sent, whatever a mail server reported', () => {
    const recipients = ['victim@example.com', 'Recipient@example.com'].map((emailAddress) => ({
      emailAddress,
    }));
    const forged = { ...bounce, bounce: { ...bounce.bounce, bouncedRecipients: recipients } };
    expect(list(forged).map(({ email }) => email)).toEqual(['Recipient@example.com']);
  });

  it('stops the address of a permanent bounce, and that of a complaint', () => {
    expect(list(bounce)).toEqual([{ ...report, reason: 'bounce' }]);
    expect(list(complaint)).toEqual([{ ...report, reason: 'complaint' }]);
    const { complaintFeedbackType: _, ...unknownType } = complaint.complaint;
    expect(list({ ...complaint, complaint: unknownType })).toHaveLength(1);
  });

  it('stops no address if a later mail may arrive, or if a mail is reported as no spam', () => {
    expect(list(bounceOf('Transient'))).toEqual([]);
    expect(list(bounceOf('Undetermined'))).toEqual([]);
    const notSpam = { ...complaint.complaint, complaintFeedbackType: 'not-spam' };
    expect(list({ ...complaint, complaint: notSpam })).toEqual([]);
  });

  it('of another type, or without an event, stops no address', () => {
    expect(list({ eventType: 'Delivery', mail, delivery: {} })).toEqual([]);
    expect(listStopReports('Successfully validated SNS topic for Amazon SES event publishing.')).toEqual([]);
    for (const text of ['', 'null', '[]', '"Bounce"', '{}']) expect(listStopReports(text)).toEqual([]);
  });

  it('fails if a bounce is not as documented, so that it becomes a dead letter instead of being lost', () => {
    expect(() => list({ eventType: 'Bounce', mail })).toThrow();
    expect(() => list({ ...complaint, mail: { timestamp: 'yesterday' } })).toThrow();
  });

  it('is read from the message of the topic, and names no address in the log', async () => {
    const stopped: StopReport[] = [];
    const logged: unknown[] = [];
    const log = (...line: unknown[]) => void logged.push(line);
    let count = 0;
    const dependencies = {
      stopAddress: async (given: StopReport) => stopped.push(given) > 0,
      countStop: () => {
        count += 1;
      },
      log: { info: log, warn: log, error: log },
    };
    const body = { Type: 'Notification', MessageId: 'one', Message: JSON.stringify(bounce), TopicArn: 'arn' };
    const { event, correlationId } = mailEventMessageSchema.parse(body);
    await recordMailEvent(dependencies, event);
    expect(correlationId).toBe('one');
    expect(stopped).toEqual([{ ...report, reason: 'bounce' }]);
    expect(count).toBe(1);
    expect(JSON.stringify(logged)).not.toContain('recipient@');
  });
});
