import { Stack } from 'aws-cdk-lib';
import type { Env } from '../../functions/env.ts';
import { getSignInParameterName, grantReadSignInParameter } from '../dashboard/sign-in-parameter.ts';
import type { DataStack } from '../data-stack.ts';
import type { Grant } from '../function-row.ts';
import { getMailNames } from '../mail/mail-names.ts';
import type { StageSettings } from '../stage-settings.ts';
import { timeouts } from '../timeouts.ts';
import { checkRow } from './check-row.ts';

/** Returns the functions that send mails and record what the mail service reports about them. */
export function defineMailFunctions(
  settings: StageSettings,
  { store, alertQueues, credentialsKey }: DataStack,
) {
  const { concurrency, memory, mail } = settings;
  const stack = Stack.of(store);
  const table = { TABLE_NAME: store.table.tableName };
  return {
    'send-mail': checkRow<Env<'send-mail'>>({
      description: 'Sends mails to people',
      failure: 'a mail could not be attempted; it is attempted again later',
      environment: {
        ...table,
        MAIL_SENDER: mail?.address ?? '',
        MAIL_REGION: mail?.region ?? '',
        MAIL_CONFIGURATION_SET: mail === undefined ? '' : getMailNames(stack, settings).configurationSet,
        CREDENTIALS_KEY_ARN: credentialsKey.key.keyArn,
        SIGN_IN_PARAMETER: getSignInParameterName(settings.stage),
      },
      grants: [
        store.grantOnKeys(['delivery#*'], ['GetItem', 'PutItem']),
        store.grantOnKeys(['account#*', 'invite#*'], ['GetItem']),
        store.grantOnKeys(['address#*'], ['GetItem', 'UpdateItem']),
        // It writes the settings of a member who gets mail for the first time.
        store.grantOnKeys(['person#*'], ['GetItem', 'UpdateItem', 'ConditionCheckItem']),
        credentialsKey.grantDecryptText('invite'),
        grantReadSignInParameter(stack, settings.stage),
        ...(mail === undefined ? [] : [grantSendMail(stack, settings, mail.address)]),
      ],
      timeout: timeouts.sendMail,
      memory: memory.workflow,
      queues: [{ queue: alertQueues.mails.queue, batchSize: 1, maxConcurrency: concurrency.mails }],
    }),

    'record-mail-events': checkRow<Env<'record-mail-events'>>({
      description: 'Stops mail to addresses that bounced or complained',
      failure: 'a bounce or a complaint was not recorded; the queue tries again',
      environment: table,
      grants: [store.grantOnKeys(['address#*'], ['UpdateItem'])],
      timeout: timeouts.recordMailEvents,
      memory: memory.workflow,
      queues: [
        { queue: alertQueues.mailReports.queue, batchSize: 1, maxConcurrency: concurrency.mailReports },
      ],
    }),
  };
}

/**
 * Returns the permission to send mails from exactly one address. Which identity SES checks depends on what is verified:
 * the address, its domain, or a domain above. In the sandbox, SES also checks the identities of recipients.
 */
function grantSendMail(stack: Stack, settings: StageSettings, address: string): Grant {
  const { identitiesArn, configurationSetArn } = getMailNames(stack, settings);
  return {
    actions: ['ses:SendEmail'],
    resources: [identitiesArn, configurationSetArn],
    conditions: { StringEquals: { 'ses:FromAddress': address } },
    acknowledged: {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:${settings.mail?.region ?? '<AWS::Region>'}:<AWS::AccountId>:identity/*]`,
      reason:
        'The condition permits one sender only. The name of the identity that SES checks is not known here: it is the ' +
        'address, its domain or a domain above, and in the sandbox also that of a recipient.',
    },
  };
}
