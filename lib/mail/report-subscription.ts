import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IDependable } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { getMailNames } from './mail-names.ts';

/** Delivers the reports of Amazon SES to a queue, from the topic of the stage. */
export class ReportSubscription extends Construct {
  /** @param after what must exist before: the topic, if it is in the same stack */
  constructor(
    scope: Construct,
    id: string,
    { queue, settings, after }: { queue: Queue; settings: StageSettings; after?: IDependable },
  ) {
    super(scope, id);
    const { topicArn } = getMailNames(Stack.of(this), settings);
    queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('sns.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': topicArn } },
      }),
    );
    const subscription = new CfnSubscription(this, 'Subscription', {
      protocol: 'sqs',
      topicArn,
      endpoint: queue.queueArn,
      ...(settings.mail?.region !== undefined && { region: settings.mail.region }),
    });
    if (after !== undefined) subscription.node.addDependency(after);
  }
}
