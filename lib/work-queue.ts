import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MESSAGE_BYTES_MAX } from '../core/scans/messages.ts';
import type { Grant } from './function-row.ts';

/**
 * AWS recommends a visibility timeout of six times the function's timeout, so that a batch in a retry is not delivered
 * twice.
 */
const VISIBILITY_FACTOR = 6;
/**
 * How long a message of a scan stays hidden after its function has timed out. If the function is killed, the scan waits
 * for the message, so this is short. A second delivery does no harm: each step expects it.
 */
const hiddenAfterTimeout = Duration.seconds(30);

export interface WorkQueueProps {
  /** Timeout of the function that handles the queue. */
  readonly workerTimeout: Duration;
  /** Timeout of the function that settles its dead letters, if such a function exists. */
  readonly deadLetterWorkerTimeout?: Duration;
  /** True if a scan waits for each message, which is alone in its batch. */
  readonly isScanStep?: boolean;
  /** Number of deliveries of a message before it becomes a dead letter. */
  readonly maxReceiveCount: number;
  /** Time for which a message may wait before an alarm is raised. */
  readonly longestWait: Duration;
}

/**
 * A queue with its dead-letter queue, both encrypted and TLS only. A dead letter keeps the age of its message, so the
 * retention period of the dead-letter queue is longer.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly longestWait: Duration;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.longestWait = props.longestWait;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      maxMessageSizeBytes: MESSAGE_BYTES_MAX,
      visibilityTimeout: times(props.deadLetterWorkerTimeout ?? Duration.seconds(30), VISIBILITY_FACTOR),
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(7),
      maxMessageSizeBytes: MESSAGE_BYTES_MAX,
      visibilityTimeout: props.isScanStep
        ? props.workerTimeout.plus(hiddenAfterTimeout)
        : times(props.workerTimeout, VISIBILITY_FACTOR),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
  }

  /** Permission to send to this queue, and nothing else. */
  get sendGrant(): Grant {
    return { actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] };
  }
}

function times(duration: Duration, factor: number): Duration {
  return Duration.seconds(duration.toSeconds() * factor);
}
