import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/**
 * The topic for alarms, encrypted and TLS only. It has its own key, because CloudWatch may not use the AWS managed key
 * of SNS, and alarms would be lost silently.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  /** @param email address to subscribe, if any */
  constructor(scope: Construct, id: string, email: string | undefined) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
    const ofThisAccount = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const key = new Key(this, 'Key', { description: 'Encrypts alarm messages', enableKeyRotation: true });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'], // in a key policy: this key
        conditions: ofThisAccount,
      }),
    );
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: ofThisAccount,
      }),
    );
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }
}
