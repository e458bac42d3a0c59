import { Duration } from 'aws-cdk-lib';
import { PAGE_OVERHEAD_MS, PAGE_TIMEOUT_MS, RETURN_RESERVE_MS } from '../core/scans/pacing.ts';

/** Remaining time that an invocation needs to begin a page. With less time it begins no page. */
const PAGE_NEEDS_MS = PAGE_TIMEOUT_MS + PAGE_OVERHEAD_MS + RETURN_RESERVE_MS;

/** Timeouts of the functions that handle queues; the visibility timeouts of the queues follow from these. */
export const timeouts = {
  planScan: Duration.minutes(1),
  /** Five minutes, or longer if one page may take longer. */
  scanPages: Duration.minutes(Math.max(5, Math.ceil(PAGE_NEEDS_MS / 60_000))),
  recordOutcomes: Duration.minutes(1),
  /**
   * 100,000 findings in every report format take about a minute of a whole core. The smallest memory setting has half a
   * core.
   */
  finishScan: Duration.minutes(10),
  settleDeadLetters: Duration.seconds(30),
};
