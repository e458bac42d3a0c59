import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Grant } from './function-row.ts';

/** AWS asks for a visibility timeout of six times the function's, so that a retried batch is not handed out twice. */
export const VISIBILITY_FACTOR = 6;

export interface WorkQueueProps {
  /** Timeout of the function that works the queue off. */
  readonly workerTimeout: Duration;
  /** Timeout of the function that settles its dead letters, if one does. */
  readonly deadLetterWorkerTimeout?: Duration;
  /** Times a message is handed out before it is a dead letter. */
  readonly maxReceiveCount: number;
  /** Age of the oldest message that an alarm reports. */
  readonly oldestMessage: Duration;
}

/**
 * A queue with its dead-letter queue, both encrypted and TLS only. A dead letter keeps the age of its message, so
 * the dead-letter queue keeps messages longer than the queue does.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly oldestMessage: Duration;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.oldestMessage = props.oldestMessage;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: times(props.deadLetterWorkerTimeout ?? Duration.seconds(30), VISIBILITY_FACTOR),
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(7),
      visibilityTimeout: times(props.workerTimeout, VISIBILITY_FACTOR),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.maxReceiveCount },
    });
  }

  /** Sending to this queue, and nothing else. */
  get sending(): Grant {
    return { actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] };
  }
}

function times(duration: Duration, factor: number): Duration {
  return Duration.seconds(duration.toSeconds() * factor);
}
