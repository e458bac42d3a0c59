import { Duration } from 'aws-cdk-lib';

/** How long each function that works off a queue may take; the queues' visibility timeouts follow from these. */
export const timeouts = {
  planScan: Duration.minutes(1),
  scanPages: Duration.minutes(5),
  recordOutcomes: Duration.minutes(1),
  finishScan: Duration.minutes(2),
  settleDeadLetters: Duration.seconds(30),
};
