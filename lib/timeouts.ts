import { Duration } from 'aws-cdk-lib';
import { PAGE_OVERHEAD_MS, PAGE_TIMEOUT_MS, RETURN_RESERVE_MS } from '../core/scans/pacing.ts';

/** What an invocation needs to begin one page; no page is begun if less time is left. */
const PAGE_NEEDS_MS = PAGE_TIMEOUT_MS + PAGE_OVERHEAD_MS + RETURN_RESERVE_MS;

/** How long each function that works off a queue may take; the queues' visibility timeouts follow from these. */
export const timeouts = {
  planScan: Duration.minutes(1),
  /** Five minutes, or longer if one page may take longer. */
  scanPages: Duration.minutes(Math.max(5, Math.ceil(PAGE_NEEDS_MS / 60_000))),
  recordOutcomes: Duration.minutes(1),
  /** 100,000 findings in every report format take about a minute of a whole core, of which the least memory has half. */
  finishScan: Duration.minutes(10),
  settleDeadLetters: Duration.seconds(30),
};
