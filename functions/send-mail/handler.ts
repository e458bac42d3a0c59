import { bindTo } from '../../adapters/bind-to.ts';
import { readAccount } from '../../adapters/dynamodb/access.ts';
import { findDelivery, replaceDelivery } from '../../adapters/dynamodb/deliveries.ts';
import { countInvitationMail } from '../../adapters/dynamodb/invitation-counts.ts';
import { findInvitation } from '../../adapters/dynamodb/invitations.ts';
import { ensureMailSettings } from '../../adapters/dynamodb/mail-settings.ts';
import { findMembership } from '../../adapters/dynamodb/memberships.ts';
import { findPerson } from '../../adapters/dynamodb/people.ts';
import { findStoppedAddress } from '../../adapters/dynamodb/stopped-addresses.ts';
import { openStore } from '../../adapters/dynamodb/store.ts';
import { readEnvironment } from '../../adapters/environment.ts';
import { createMailSender } from '../../adapters/mail/send-mail.ts';
import { logger } from '../../adapters/observability/logger.ts';
import { countMail } from '../../adapters/observability/metrics.ts';
import { createQueueHandler } from '../../adapters/queues/queue-handler.ts';
import { openSealing, unsealText } from '../../adapters/sealing/sealing.ts';
import { createOriginReader } from '../../adapters/sign-in/settings.ts';
import { deliveryMessageSchema } from '../../core/alerts/alert-messages.ts';
import { renderMail } from '../../formats/mail/render-mail.ts';
import { type SendMailDependencies, sendMail } from '../../use-cases/send-mail.ts';
import { schemas } from '../env.ts';

/** Attempts the deliveries of mails. */
export function createHandler(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(schemas['send-mail'], environment);
  const store = openStore({ table: env.TABLE_NAME });
  const dependencies: SendMailDependencies = {
    ...bindTo(store, {
      findAccount: readAccount,
      findDelivery,
      replaceDelivery,
      findPerson,
      findMembership,
      findInvitation,
      findStoppedAddress,
      countInvitationMail,
      ensureMailSettings,
    }),
    ...bindTo(openSealing(env.CREDENTIALS_KEY_ARN), { unsealLink: unsealText }),
    readOrigin: createOriginReader(env.SIGN_IN_PARAMETER),
    render: renderMail,
    send:
      env.MAIL_SENDER === ''
        ? null
        : createMailSender({
            sender: env.MAIL_SENDER,
            configurationSet: env.MAIL_CONFIGURATION_SET,
            region: env.MAIL_REGION || undefined,
          }),
    countMail,
    log: logger(),
  };
  return createQueueHandler(deliveryMessageSchema, async ({ message: { accountId, deliveryId } }) => {
    logger().appendKeys({ accountId, deliveryId });
    await sendMail(dependencies, deliveryId, new Date());
  });
}
