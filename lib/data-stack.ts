import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AlarmTopic } from './alarm-topic.ts';
import { AlertQueues } from './alert-queues.ts';
import { CredentialsKey } from './credentials-key.ts';
import { DashboardUserPool } from './dashboard/user-pool.ts';
import { MailReports } from './mail/mail-reports.ts';
import { ReportSubscription } from './mail/report-subscription.ts';
import { ReportBucket } from './report-bucket.ts';
import { ScanQueues } from './scan-queues.ts';
import type { SignInProvider, StageSettings } from './stage-settings.ts';
import { Store } from './store.ts';

/**
 * All resources with state: tables, bucket, keys, queues, the topic with the confirmed subscriptions, and the user
 * pool. The other stacks refer to this stack and can be replaced without changing it.
 */
export class DataStack extends Stack {
  readonly store: Store;
  readonly bucket: ReportBucket;
  readonly queues: ScanQueues;
  readonly alertQueues: AlertQueues;
  readonly credentialsKey: CredentialsKey;
  readonly alarmTopic: AlarmTopic;
  /** With which people sign in. The service knows them by issuer and subject. */
  readonly identityProvider: DashboardUserPool | SignInProvider;

  constructor(scope: Construct, id: string, settings: StageSettings, props: StackProps) {
    super(scope, id, { ...props, terminationProtection: settings.retention.keepData });
    this.store = new Store(this, 'Store', settings);
    this.bucket = new ReportBucket(this, 'ReportBucket', settings);
    this.queues = new ScanQueues(this, 'Queues');
    this.alertQueues = new AlertQueues(this, 'AlertQueues');
    this.credentialsKey = new CredentialsKey(this, 'CredentialsKey', settings);
    this.alarmTopic = new AlarmTopic(this, 'AlarmTopic', settings.alarmEmail);
    this.identityProvider = settings.signInProvider ?? new DashboardUserPool(this, 'UserPool', settings);
    if (settings.mail !== undefined) this.#receiveMailReports(settings);
  }

  /** Creates what exists only if the stage sends mail: not every region has Amazon SES. */
  #receiveMailReports(settings: StageSettings): void {
    // In another region, a stack of that region has them.
    const reports =
      settings.mail?.region === undefined ? new MailReports(this, 'MailReports', settings) : undefined;
    // The pool sends its mails with this configuration set.
    if (reports !== undefined && this.identityProvider instanceof DashboardUserPool)
      this.identityProvider.node.addDependency(reports);
    new ReportSubscription(this, 'MailReportSubscription', {
      queue: this.alertQueues.mailReports.queue,
      settings,
      ...(reports !== undefined && { after: reports }),
    });
  }
}
