import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { timeouts } from './timeouts.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Number of receives of a message before it is a dead letter. An entry of the outbox and a delivery are also items that
 * the sweeper finds, so a dead letter loses nothing; an alarm notifies the operator.
 */
export const ALERT_ATTEMPTS = 5;

/** The queues of events and of their deliveries. */
export class AlertQueues extends Construct {
  readonly events: WorkQueue;
  readonly deliveries: WorkQueue;
  /** For endpoints that answer slowly, so that they do not delay the others. */
  readonly slowDeliveries: WorkQueue;
  readonly mails: WorkQueue;
  /** Reports of the mail service about bounces and complaints. */
  readonly mailReports: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const maxReceiveCount = ALERT_ATTEMPTS;
    const delivering = { maxReceiveCount, workerTimeout: timeouts.deliverWebhooks };
    this.events = new WorkQueue(this, 'Events', {
      maxReceiveCount,
      workerTimeout: timeouts.dispatchEvents,
      longestWait: Duration.minutes(5),
    });
    // A message waits for up to 15 minutes until the next attempt at its delivery is due.
    this.deliveries = new WorkQueue(this, 'Deliveries', { ...delivering, longestWait: Duration.minutes(20) });
    this.slowDeliveries = new WorkQueue(this, 'SlowDeliveries', {
      ...delivering,
      longestWait: Duration.hours(1),
    });
    this.mails = new WorkQueue(this, 'Mails', {
      maxReceiveCount,
      workerTimeout: timeouts.sendMail,
      longestWait: Duration.minutes(10),
    });
    this.mailReports = new WorkQueue(this, 'MailReports', {
      maxReceiveCount,
      workerTimeout: timeouts.recordMailEvents,
      longestWait: Duration.hours(1),
    });
  }

  /** Returns all queues by the names in alarms and documents. */
  all(): Readonly<Record<string, WorkQueue>> {
    return {
      events: this.events,
      deliveries: this.deliveries,
      'slow-deliveries': this.slowDeliveries,
      mails: this.mails,
      'mail-reports': this.mailReports,
    };
  }
}
