import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { EventSource } from '../template/service.ts';
import { buildSqsEvent, findProcessedMessages } from './event.ts';
import type { QueueSlots } from './fair-slots.ts';

/** SQS returns at most ten messages per call. */
const LARGEST_RECEIVE = 10;
const WAIT_SECONDS = 20;

export type PollerOptions = {
  client: SQSClient;
  queueUrl: string;
  queueName: string;
  /** The slots for messages of the queue, which the event sources of the function share. */
  slots: QueueSlots;
  waitUntilAvailable: (queueName: string, seconds: number) => Promise<void>;
  /** Gets the event and the trace headers of its messages. */
  invoke: (event: unknown, traceHeaders: readonly string[]) => Promise<unknown>;
  report: (line: string) => void;
  /** Called with the number of messages of each batch. */
  received?: (count: number) => void;
  /** Called for each batch. Returns whether the function gets it twice, in sequence or at the same time. */
  deliverTwice?: (() => boolean | 'together') | undefined;
};

/**
 * One event source mapping: receives messages from a queue, invokes the function with batches and deletes the
 * processed messages. The other messages become visible again after the queue's visibility timeout, or sooner if the
 * function itself shortened it.
 *
 * Receives messages only when a slot is free, so that their visibility timeout does not run while they wait here.
 */
export class Poller {
  private readonly source: EventSource;
  private readonly options: PollerOptions;
  private readonly inProgress = new Set<Promise<void>>();
  private readonly stopping = Promise.withResolvers<void>();
  private stopped = false;

  constructor(source: EventSource, options: PollerOptions) {
    this.source = source;
    this.options = options;
    void this.run();
  }

  /** Stops receiving messages. Batches in progress go on; `settled` waits for them. */
  stop(): void {
    this.stopped = true;
    this.stopping.resolve();
    this.options.slots.stop();
  }

  async settled(): Promise<void> {
    await Promise.all(this.inProgress);
  }

  private async run(): Promise<void> {
    const { waitUntilAvailable: untilAvailable, queueName, slots, report } = this.options;
    while (!this.stopped) {
      try {
        await Promise.race([untilAvailable(queueName, WAIT_SECONDS), this.stopping.promise]);
        if (this.stopped) return;
        const release = await slots.acquire();
        const messages = await this.receive().catch((error) => {
          release();
          throw error;
        });
        if (messages.length === 0) {
          release();
          continue;
        }
        this.options.received?.(messages.length);
        const work = this.process(messages).finally(() => {
          release();
          this.inProgress.delete(work);
        });
        this.inProgress.add(work);
      } catch (error) {
        if (this.stopped) return;
        report(`${queueName}: ${error}`);
        await Promise.race([new Promise((wake) => setTimeout(wake, 1_000)), this.stopping.promise]);
      }
    }
  }

  /** Returns up to one batch of messages. Waits for more only within the batching window of the event source. */
  private async receive(): Promise<Message[]> {
    const messages: Message[] = [];
    const deadline = Date.now() + this.source.windowSeconds * 1000;
    for (;;) {
      const wanted = Math.min(LARGEST_RECEIVE, this.source.batchSize - messages.length);
      const received = await this.receiveOnce(wanted);
      messages.push(...received);
      if (messages.length === 0 || messages.length >= this.source.batchSize || this.stopped) return messages;
      if (received.length === wanted) continue;
      const remaining = deadline - Date.now();
      if (remaining <= 0) return messages;
      await Promise.race([
        this.options.waitUntilAvailable(this.options.queueName, remaining / 1000),
        this.stopping.promise,
      ]);
    }
  }

  private async receiveOnce(maximum: number): Promise<Message[]> {
    if (this.stopped) return [];
    const { Messages = [] } = await this.options.client.send(
      new ReceiveMessageCommand({
        QueueUrl: this.options.queueUrl,
        MaxNumberOfMessages: maximum,
        WaitTimeSeconds: 0,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    );
    return Messages;
  }

  private async process(messages: Message[]): Promise<void> {
    const event = buildSqsEvent(messages, this.source.queueArn);
    try {
      const answer = await this.deliver(event, readTraceHeaders(messages));
      const done = findProcessedMessages(messages, this.source.reportsItemFailures, answer);
      for (let i = 0; i < done.length; i += LARGEST_RECEIVE) {
        const Entries = done
          .slice(i, i + LARGEST_RECEIVE)
          .map(({ ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle }));
        await this.options.client.send(
          new DeleteMessageBatchCommand({ QueueUrl: this.options.queueUrl, Entries }),
        );
      }
    } catch (error) {
      this.options.report(
        `${this.options.queueName}: ${messages.length} message(s) return to the queue: ${error}`,
      );
    }
  }

  private async deliver(event: unknown, traceHeaders: readonly string[]): Promise<unknown> {
    const invoke = (batch: unknown) => this.options.invoke(batch, traceHeaders);
    const deliverTwice = this.options.deliverTwice?.() ?? false;
    if (deliverTwice === 'together') return (await Promise.all([invoke(event), invoke(event)]))[1];
    if (deliverTwice) await invoke(event);
    return invoke(event);
  }
}

function readTraceHeaders(messages: readonly Message[]): string[] {
  return messages.flatMap(({ Attributes }) => Attributes?.AWSTraceHeader ?? []);
}
