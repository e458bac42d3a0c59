import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { MailStack } from './mail/mail-stack.ts';
import type { FunctionDefaults } from './node-function.ts';
import { ScansStack } from './scans-stack.ts';

/** The stacks of a stage. Each stack refers only to earlier ones. */
export interface Stacks {
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly scans: ScansStack;
}

/**
 * Creates the stacks of a stage in an app. Their construct ids, and so all logical ids, are the same for every stage.
 */
export function createStacks(app: App, defaults: FunctionDefaults): Stacks {
  const { settings } = defaults;
  const buildProps = (part: string, content: string) => ({
    stackName: `A11yScan-${settings.stage}-${part}`,
    description: `Accessibility scanning service (${settings.stage}): ${content}`,
  });
  const data = new DataStack(app, 'Data', settings, buildProps('Data', 'data and queues'));
  if (settings.mail?.region !== undefined) {
    const env = { region: settings.mail.region };
    const mail = new MailStack(app, 'Mail', settings, { ...buildProps('Mail', 'reports about mails'), env });
    data.addStackDependency(mail, 'it subscribes to a topic of this stack');
  }
  const api = new ApiStack(app, 'Api', defaults, { ...buildProps('Api', 'API'), data });
  const ofScans = buildProps('Scans', 'scans, retention and alarms');
  return { data, api, scans: new ScansStack(app, 'Scans', defaults, { ...ofScans, data, api }) };
}

/**
 * Checks every synthesis with cdk-nag's AwsSolutions rules. Accepted findings are acknowledged at the construct that
 * they concern, with the reason.
 */
export function checkWithNag(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
