import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type Mail, SENDER_NAME, type SendOutcome } from '../../core/mail/mail.ts';
import { mailClientOptions } from '../aws-client-options.ts';
import { logger } from '../observability/logger.ts';

/** How mails are sent. */
export interface MailSettings {
  /** Address of the sender, which is verified with Amazon SES. */
  sender: string;
  configurationSet: string;
  /** Region of Amazon SES; undefined for that of the function. */
  region: string | undefined;
}

const CHARSET = 'UTF-8';

/**
 * Errors that say that this mail is never accepted. Others may pass, or an operator can end them, such as
 * `MessageRejected` for a sender that is not verified.
 */
const permanentErrors = ['BadRequestException'];

/** Returns the function that sends mails with Amazon SES. It never throws for an error of SES. */
export function createMailSender({
  sender,
  configurationSet,
  region,
}: MailSettings): (mail: Mail) => Promise<SendOutcome> {
  const client = new SESv2Client({ ...mailClientOptions, ...(region !== undefined && { region }) });
  return async ({ to, subject, text, html, headers }) => {
    try {
      const { MessageId } = await client.send(
        new SendEmailCommand({
          FromEmailAddress: `"${SENDER_NAME}" <${sender}>`,
          Destination: { ToAddresses: [to] },
          ConfigurationSetName: configurationSet,
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: CHARSET },
              Body: { Text: { Data: text, Charset: CHARSET }, Html: { Data: html, Charset: CHARSET } },
              Headers: headers.map(({ name, value }) => ({ Name: name, Value: value })),
            },
          },
        }),
      );
      return { kind: 'accepted', messageId: MessageId ?? '' };
    } catch (error) {
      return toFailure(error);
    }
  };
}

function toFailure(error: unknown): SendOutcome {
  logger().warn('the mail service did not accept a mail', { error });
  if (!(error instanceof SESv2ServiceException)) {
    return { kind: 'deferred', failure: 'The mail service did not answer.' };
  }
  const { name, message } = error;
  if (permanentErrors.includes(name)) {
    return { kind: 'refused', failure: `The mail service refuses the mail: ${message}` };
  }
  // The message is for the operator: it may name resources of the service.
  return { kind: 'deferred', failure: `The mail service does not accept mail now: ${name}.` };
}
