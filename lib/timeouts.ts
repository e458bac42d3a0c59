import { Duration } from 'aws-cdk-lib';
import { browserTimeoutMs, REPORT_RESERVE_MS, START_TRIES_MS } from '../core/scans/pacing.ts';

/** Timeouts of the functions that handle queues; the visibility timeouts of the queues follow from these. */
export const timeouts = {
  planScan: Duration.minutes(1),
  scanPages: Duration.millis(browserTimeoutMs),
  dispatchChunk: Duration.millis(browserTimeoutMs + START_TRIES_MS + REPORT_RESERVE_MS),
  recordOutcomes: Duration.minutes(1),
  /**
   * 100,000 findings in every report format take about a minute of a whole core. The smallest memory setting has half a
   * core.
   */
  finishScan: Duration.minutes(10),
  settleDeadLetters: Duration.seconds(30),
  dispatchEvents: Duration.minutes(1),
  /** A request to an endpoint may take 15 seconds; those of a batch are sent at the same time. */
  deliverWebhooks: Duration.seconds(45),
  sendMail: Duration.seconds(30),
  recordMailEvents: Duration.seconds(30),
};
