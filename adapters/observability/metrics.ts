import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SendOutcome } from '../../core/mail/mail.ts';
import { ALL_FUNCTIONS, metricNames } from '../../core/metrics/metrics.ts';
import type { PageOutcome } from '../../core/scans/page-outcome.ts';
import { memoize } from '../memoize.ts';

/**
 * Returns the metrics recorder of the function. It writes CloudWatch's embedded metric format to the log, so that
 * metrics need no network call. Namespace and service come from the POWERTOOLS_ variables, which are read at the first
 * call. Other modules count by the functions below, because each metric has a cost: alarms read every one of them.
 */
const metrics = memoize(() => new Metrics());

/** Returns the recorder of metrics over all functions. */
const totals = memoize(() => new Metrics({ serviceName: ALL_FUNCTIONS }));

/** Writes the recorded metrics to the log. Every handler calls it at its end. */
export function publishMetrics(): void {
  for (const recorder of [metrics(), totals()]) {
    if (recorder.hasStoredMetrics()) recorder.publishStoredMetrics();
  }
}

/** Counts a page that has ended, whichever function recorded it. */
export function countPageEnd(outcome: PageOutcome): void {
  totals().addMetric(metricNames.pagesEnded, MetricUnit.Count, 1);
  totals().addMetric(metricNames.pagesLost, MetricUnit.Count, outcome === 'service-fault' ? 1 : 0);
}

/** Counts a chunk whose browser failed for a reason that is no page's: for example, it could not be started. */
export function countBrowserFault(): void {
  totals().addMetric(metricNames.browserFaults, MetricUnit.Count, 1);
}

/** Counts a browser that reported what it must not report. */
export function countRefusedEvent(): void {
  totals().addMetric(metricNames.refusedEvents, MetricUnit.Count, 1);
}

/** Counts a call that a fault of the service answered with 500. */
export function countInternalError(): void {
  totals().addMetric(metricNames.internalErrors, MetricUnit.Count, 1);
}

/** Counts a call whose key was not checked, because too many wrong keys came from its source. */
export function countUncheckedKey(): void {
  totals().addMetric(metricNames.uncheckedKeys, MetricUnit.Count, 1);
}

/** Counts deliveries of messages that failed. It is also called with 0, because alarms add the metric to others. */
export function countMessageFaults(count: number): void {
  metrics().addMetric(metricNames.messageFaults, MetricUnit.Count, count);
}

/** Records the longest time in seconds that a message of a batch waited in its queue. */
export function recordMessageWait(queueName: string, seconds: number): void {
  const single = totals().singleMetric();
  single.addDimension('queue', queueName);
  single.addMetric(metricNames.messageWait, MetricUnit.Seconds, seconds);
}

/** Counts a run of a scheduled function that did all of its work. */
export function countCompletedRun(): void {
  metrics().addMetric(metricNames.runsCompleted, MetricUnit.Count, 1);
}

/** Counts an invitation that was refused, because as many were sent as a day allows. */
export function countRefusedInvitation(): void {
  totals().addMetric(metricNames.refusedInvitations, MetricUnit.Count, 1);
}

/** Counts a sign-in that was started and failed. */
export function countSignInFailure(): void {
  totals().addMetric(metricNames.signInFailures, MetricUnit.Count, 1);
}

/** Counts an attempt to send a mail. */
export function countMail(outcome: SendOutcome['kind']): void {
  totals().addMetric(metricNames.mailsAttempted, MetricUnit.Count, 1);
  totals().addMetric(metricNames.mailsNotAccepted, MetricUnit.Count, outcome === 'accepted' ? 0 : 1);
}

/** Counts a report of a bounce or a complaint that stops an address. */
export function countStop(): void {
  totals().addMetric(metricNames.addressesStopped, MetricUnit.Count, 1);
}
