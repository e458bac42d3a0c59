import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { timeouts } from './timeouts.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Number of attempts of a step before its message is a dead letter. The pauses grow from 2 to 60 s, so that eight
 * attempts take three minutes. So an outage of one minute does not fail a scan, and the sweeper runs before the last
 * attempt. Pages have their own limits: `ATTEMPTS_MAX` and `SENDS_MAX` in `core/scans/pacing.ts`.
 */
export const ATTEMPTS = 8;
/**
 * Number of attempts to record outcomes. It is higher because recording is cheap and a lost outcome is expensive: the
 * table may be busy or writes may conflict for a while.
 */
export const RECORD_ATTEMPTS = 10;

/** The queues of the scan workflow, in its order. */
export class ScanQueues extends Construct {
  readonly plan: WorkQueue;
  /** One queue per priority, so that scans with high priority never wait behind a backlog of low priority. */
  readonly scan: { readonly high: WorkQueue; readonly normal: WorkQueue; readonly low: WorkQueue };
  readonly record: WorkQueue;
  readonly finish: WorkQueue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const step = {
      isScanStep: true,
      deadLetterWorkerTimeout: timeouts.settleDeadLetters,
      maxReceiveCount: ATTEMPTS,
    };
    const scanning = { ...step, workerTimeout: timeouts.dispatchChunk };
    // The times differ because a backlog of pages is normal for a while, but an unrecorded outcome is not.
    this.plan = new WorkQueue(this, 'Plan', {
      ...step,
      workerTimeout: timeouts.planScan,
      longestWait: Duration.minutes(10),
    });
    this.scan = {
      high: new WorkQueue(this, 'ScanHigh', { ...scanning, longestWait: Duration.minutes(15) }),
      normal: new WorkQueue(this, 'ScanNormal', { ...scanning, longestWait: Duration.hours(1) }),
      low: new WorkQueue(this, 'ScanLow', { ...scanning, longestWait: Duration.hours(6) }),
    };
    // Its dead letters are outcomes that could not be recorded. An alarm notifies the operator, and the sweeper ends
    // the scan meanwhile.
    this.record = new WorkQueue(this, 'Record', {
      workerTimeout: timeouts.recordOutcomes,
      maxReceiveCount: RECORD_ATTEMPTS,
      longestWait: Duration.minutes(5),
    });
    this.finish = new WorkQueue(this, 'Finish', {
      ...step,
      workerTimeout: timeouts.finishScan,
      longestWait: Duration.minutes(15),
    });
  }

  /** Returns all queues by the names in alarms and documents. */
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
