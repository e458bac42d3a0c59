import { z } from 'zod';
import { createIdSchema } from '../ids.ts';

const time = z.iso.datetime();
const accountId = createIdSchema('acct').meta({ description: 'Id of the account.' });
const alerts = z
  .boolean()
  .meta({ description: 'Whether alerts of the account are sent to the person by mail.' });
const digests = z
  .boolean()
  .meta({ description: 'Whether daily and weekly digests of the account are sent to the person by mail.' });

/** Whether the service sends mail. */
export const mailStateSchema = z.enum(['on', 'off']).meta({
  description: 'Whether the service sends mail. `off`: its operator has not configured a sender.',
});
export type MailState = z.infer<typeof mailStateSchema>;

/** What the signed-in person hears by mail, as the API shows it. */
export const notificationsSchema = z
  .object({
    mail: mailStateSchema,
    email: z.string().meta({ description: 'The address that mail is sent to.' }),
    stopped: z
      .object({
        reason: z.enum(['bounce', 'complaint']).meta({
          description:
            '`bounce`: the mail server refused a mail for good. `complaint`: a mail was reported as spam.',
        }),
        at: time.meta({ description: 'Time of the report.' }),
      })
      .nullable()
      .meta({ description: 'Why the address gets no mail any more, of no account; null if it gets mail.' }),
    accounts: z
      .array(
        z.object({
          accountId,
          name: z.string().meta({ description: 'Name of the account.' }),
          alerts,
          digests,
        }),
      )
      .meta({ description: 'The accounts of which the person is a member.' }),
  })
  .meta({ id: 'Notifications', description: 'What the signed-in person hears by mail.' });
export type Notifications = z.infer<typeof notificationsSchema>;

/** Which mails of an account the person wants. */
export const setNotificationsSchema = z
  .strictObject({ accountId, alerts, digests })
  .meta({ id: 'SetNotifications', description: 'Which mails of an account the signed-in person wants.' });
export type NotificationChange = z.output<typeof setNotificationsSchema>;
