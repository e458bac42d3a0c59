import { ArnFormat, type Stack } from 'aws-cdk-lib';
import type { StageSettings } from '../stage-settings.ts';

/**
 * Names of what the mails of a stage use in the region of Amazon SES. They are known before the resources exist,
 * because
 * these may be in another region than the functions that name them.
 */
export interface MailNames {
  readonly configurationSet: string;
  readonly configurationSetArn: string;
  /** ARN that stands for every identity of the account and region. */
  readonly identitiesArn: string;
  readonly topic: string;
  readonly topicArn: string;
}

/** @param stack a stack of the account */
export function getMailNames(stack: Stack, { stage, mail }: StageSettings): MailNames {
  const configurationSet = `a11y-scan-${stage}`;
  const topic = `a11y-scan-${stage}-mail-events`;
  const where = { ...(mail?.region !== undefined && { region: mail.region }) };
  return {
    configurationSet,
    configurationSetArn: stack.formatArn({
      ...where,
      service: 'ses',
      resource: 'configuration-set',
      resourceName: configurationSet,
    }),
    identitiesArn: stack.formatArn({ ...where, service: 'ses', resource: 'identity', resourceName: '*' }),
    topic,
    topicArn: stack.formatArn({
      ...where,
      service: 'sns',
      resource: topic,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    }),
  };
}
