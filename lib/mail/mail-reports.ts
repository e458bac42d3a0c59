import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  CfnConfigurationSetEventDestination,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';
import { getMailNames } from './mail-names.ts';

/**
 * The configuration set with which mails are sent, and the topic to which Amazon SES reports bounces and complaints.
 * The
 * service itself remembers which addresses get no mail, so that people can see and end it. So the suppression list of
 * the account does not apply.
 */
export class MailReports extends Construct {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const stack = Stack.of(this);
    const names = getMailNames(stack, settings);
    const topic = new Topic(this, 'Topic', { topicName: names.topic, enforceSSL: true });
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: {
            'aws:SourceAccount': stack.account,
            'aws:SourceArn': names.configurationSetArn,
          },
        },
      }),
    );
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: names.configurationSet,
      // The link of an invitation is a secret.
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      disableSuppressionList: true,
    });
    const destination = new CfnConfigurationSetEventDestination(this, 'Reports', {
      configurationSetName: configurationSet.configurationSetName,
      eventDestination: {
        name: 'reports',
        enabled: true,
        matchingEventTypes: ['bounce', 'complaint'],
        snsDestination: { topicArn: topic.topicArn },
      },
    });
    // SES publishes to the topic when the destination is created.
    destination.node.addDependency(topic);
  }
}
