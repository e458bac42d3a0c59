import { listStopReports } from '../core/mail/mail-event.ts';
import type { StopReport } from '../core/mail/stopped-address.ts';
import type { Log } from './log.ts';

export interface RecordMailEventDependencies {
  /** Stops mail to an address. Returns false if the report is about a mail before the person started it again. */
  stopAddress(report: StopReport): Promise<boolean>;
  /** Counts a report that stops an address. */
  countStop(): void;
  log: Log;
}

/** Stops the addresses that a report of the mail service names. Repeated calls are safe. */
export async function recordMailEvent(
  { stopAddress, countStop, log }: RecordMailEventDependencies,
  event: string,
): Promise<void> {
  const reports = listStopReports(event);
  if (reports.length === 0) log.info('the event stops no address');
  for (const report of reports) {
    const isStopped = await stopAddress(report);
    countStop();
    // The address is personal data, and logs are kept for long.
    log.info('mail to an address stopped', { reason: report.reason, isStopped });
  }
}
