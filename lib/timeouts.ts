import { Duration } from 'aws-cdk-lib';

/** How long each function that works off a queue may take; the queues' visibility timeouts follow from these. */
export const timeouts = {
  planScan: Duration.minutes(1),
  scanPages: Duration.minutes(5),
  recordOutcomes: Duration.minutes(1),
  /** 100,000 findings in ten forms take about a minute of a whole core, of which the least memory has half. */
  finishScan: Duration.minutes(10),
  settleDeadLetters: Duration.seconds(30),
};
