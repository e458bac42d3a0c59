import type { Scan } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import { formatDuration, suggestLongerTimeout } from '../settings/duration.ts';
import { formatProgress } from './progress-text.ts';
import { isEnded } from './wait-for-scan.ts';

/** How to see a scan later. */
export function formatReportHint({ id }: Pick<Scan, 'id'>): string {
  return `Its report, as soon as it is there: a11y-scan report ${id}`;
}

/** The time is over. @param scan its latest known state; null where none is known */
export function createTimeoutError(timeoutMs: number, scan: Scan | null): CliError {
  const within = `within ${formatDuration(timeoutMs)}`;
  const longer = suggestLongerTimeout(timeoutMs);
  if (scan === null) {
    return new CliError('timeout', 'timeout', `The service did not get as far as a scan ${within}.`, {
      hint: `Try again, or wait longer: ${longer}. Should a scan have been started, it goes on.`,
    });
  }
  if (isEnded(scan)) {
    return new CliError('timeout', 'timeout', `The report of scan ${scan.id} did not come ${within}.`, {
      hint: `${formatReportHint(scan)}\nTo wait longer: ${longer}`,
    });
  }
  const message = `Scan ${scan.id} did not end ${within}. Latest state: ${formatProgress(scan).toLowerCase()}.`;
  return new CliError('timeout', 'timeout', message, {
    hint: `The scan goes on. ${formatReportHint(scan)}\nTo wait longer: ${longer}`,
  });
}

/** An error that ends the wait for a scan, but not the scan. */
export function toStillRunningError(error: CliError, scan: Scan): CliError {
  const hint = [
    ...(error.hint === undefined ? [] : [error.hint]),
    `Scan ${scan.id} goes on. ${formatReportHint(scan)}`,
  ];
  return new CliError(error.exitStatus, error.code, error.message, {
    hint: hint.join('\n'),
    cause: error.cause,
  });
}

/** A person interrupted, and nothing was done about the scan. @param why it goes on, a whole sentence */
export function createInterruptedError(scan: Scan | null, why: string): CliError {
  const hint = scan === null ? why : `${why} ${formatReportHint(scan)}`;
  return new CliError('interrupted', 'interrupted', 'Interrupted.', { hint });
}
