import type { Scan } from '../../client/index.ts';
import { CliError } from '../errors.ts';
import { formatDuration, suggestLongerTimeout } from '../settings/duration.ts';
import { formatProgress } from './progress-text.ts';
import { isEnded } from './wait-for-scan.ts';

/** Returns how to show a scan later. */
export function formatReportHint({ id }: Pick<Scan, 'id'>): string {
  return `To show its report when it is ready: a11y-scan report ${id}`;
}

/** Returns the error for a timeout. @param scan its latest known state; null if unknown */
export function createTimeoutError(timeoutMs: number, scan: Scan | null): CliError {
  const within = `within ${formatDuration(timeoutMs)}`;
  const longer = suggestLongerTimeout(timeoutMs);
  if (scan === null) {
    return new CliError('timeout', 'timeout', `The service did not start a scan ${within}.`, {
      hint: `Try again, or wait longer: ${longer}. If a scan was started, it continues.`,
    });
  }
  if (isEnded(scan)) {
    return new CliError('timeout', 'timeout', `The report of scan ${scan.id} was not ready ${within}.`, {
      hint: `${formatReportHint(scan)}\nTo wait longer: ${longer}`,
    });
  }
  const message = `Scan ${scan.id} did not end ${within}. Latest state: ${formatProgress(scan).toLowerCase()}.`;
  return new CliError('timeout', 'timeout', message, {
    hint: `The scan continues. ${formatReportHint(scan)}\nTo wait longer: ${longer}`,
  });
}

/** Adds to an error of the wait that the scan itself continues. */
export function toStillRunningError(error: CliError, scan: Scan): CliError {
  const hint = [
    ...(error.hint === undefined ? [] : [error.hint]),
    `Scan ${scan.id} continues. ${formatReportHint(scan)}`,
  ];
  return new CliError(error.exitStatus, error.code, error.message, {
    hint: hint.join('\n'),
    cause: error.cause,
  });
}

/** Returns the error for an interruption that did not cancel the scan. @param why the reason, a whole sentence */
export function createInterruptedError(scan: Scan | null, why: string): CliError {
  const hint = scan === null ? why : `${why} ${formatReportHint(scan)}`;
  return new CliError('interrupted', 'interrupted', 'Interrupted.', { hint });
}
