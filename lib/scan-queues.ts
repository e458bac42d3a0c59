import { Construct } from 'constructs';
import { timeouts } from './timeouts.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Times a step is tried before its message is a dead letter. The pauses grow from 2 to 60 s, so that eight tries take
 * three minutes: a service that is away for a minute costs no scan, and the sweeper comes by before anything is
 * given up.
 */
const TRIES = 8;
/** Outcomes are cheap to record and dear to lose: a busy table or a conflict is tried for longer. */
const RECORD_TRIES = 10;

/** The queues that a scan goes through, in its order. */
export class ScanQueues extends Construct {
  readonly plan: WorkQueue;
  /** One per priority, so that a high one never waits behind a backlog of low ones. */
  readonly scan: { readonly high: WorkQueue; readonly normal: WorkQueue; readonly low: WorkQueue };
  readonly record: WorkQueue;
  readonly finish: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const settled = { deadLetterWorkerTimeout: timeouts.settleDeadLetters, maxReceiveCount: TRIES };
    const scanning = { ...settled, workerTimeout: timeouts.scanPages };
    this.plan = new WorkQueue(this, 'Plan', { ...settled, workerTimeout: timeouts.planScan });
    this.scan = {
      high: new WorkQueue(this, 'ScanHigh', scanning),
      normal: new WorkQueue(this, 'ScanNormal', scanning),
      low: new WorkQueue(this, 'ScanLow', scanning),
    };
    // Its dead letters are outcomes that could not be recorded: a person looks at them, an alarm says so, and the
    // sweeper ends the scan meanwhile.
    this.record = new WorkQueue(this, 'Record', {
      workerTimeout: timeouts.recordOutcomes,
      maxReceiveCount: RECORD_TRIES,
    });
    this.finish = new WorkQueue(this, 'Finish', { ...settled, workerTimeout: timeouts.finishScan });
  }

  /** Every queue by the name that people use for it. */
  all(): Readonly<Record<string, WorkQueue>> {
    const { high, normal, low } = this.scan;
    return {
      plan: this.plan,
      'scan-high': high,
      'scan-normal': normal,
      'scan-low': low,
      record: this.record,
      finish: this.finish,
    };
  }

  /** URLs of the scan queues, as the functions that deal out pages read them. */
  scanQueueUrls() {
    return {
      SCAN_QUEUE_URL_HIGH: this.scan.high.queue.queueUrl,
      SCAN_QUEUE_URL_NORMAL: this.scan.normal.queue.queueUrl,
      SCAN_QUEUE_URL_LOW: this.scan.low.queue.queueUrl,
    };
  }
}
