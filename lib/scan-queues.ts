import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { timeouts } from './timeouts.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Times a step is tried before its message is a dead letter. The pauses grow from 2 to 60 s, so that eight tries take
 * three minutes: a service that is away for a minute costs no scan, and the sweeper comes by before anything is
 * given up. Pages have limits of their own: `ATTEMPTS_MAX` and `SENDS_MAX` in `core/scans/pacing.ts`.
 */
export const TRIES = 8;
/** Outcomes are cheap to record and dear to lose: a busy table or a conflict is tried for longer. */
export const RECORD_TRIES = 10;

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
    // The ages: a backlog of pages is normal for a while, an unrecorded outcome is not.
    this.plan = new WorkQueue(this, 'Plan', {
      ...settled,
      workerTimeout: timeouts.planScan,
      oldestMessage: Duration.minutes(10),
    });
    this.scan = {
      high: new WorkQueue(this, 'ScanHigh', { ...scanning, oldestMessage: Duration.minutes(15) }),
      normal: new WorkQueue(this, 'ScanNormal', { ...scanning, oldestMessage: Duration.hours(1) }),
      low: new WorkQueue(this, 'ScanLow', { ...scanning, oldestMessage: Duration.hours(6) }),
    };
    // Its dead letters are outcomes that could not be recorded: an alarm reports them to a person, and the sweeper
    // ends the scan meanwhile.
    this.record = new WorkQueue(this, 'Record', {
      workerTimeout: timeouts.recordOutcomes,
      maxReceiveCount: RECORD_TRIES,
      oldestMessage: Duration.minutes(5),
    });
    this.finish = new WorkQueue(this, 'Finish', {
      ...settled,
      workerTimeout: timeouts.finishScan,
      oldestMessage: Duration.minutes(15),
    });
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
}
