import { tmpdir } from 'node:os';
import {
  type ChromiumUnavailableCode,
  ChromiumUnavailableError,
} from '../../scanner/chromium-pack/chromium-unavailable.ts';
import { CliError } from '../errors.ts';
import { formatDuration, suggestLongerTimeout } from '../settings/duration.ts';
import { escapeLogLine } from '../terminal/log-text.ts';
import type { WaitLimits } from '../wait-limits.ts';
import { PauseTooLongError } from './pause.ts';
import { createWorkFolderError } from './work-folder.ts';

/** Errors of the package or of this machine. All others are errors of the browser that was, or was not, named. */
const ownErrors: ReadonlySet<ChromiumUnavailableCode> = new Set([
  'pack-missing',
  'pack-damaged',
  'cache-unusable',
  'disk-full',
]);

/**
 * Converts the error that ended a scan.
 * @param error what the scan threw
 * @param ended what ended it from outside; null for nothing
 * @param timeoutMs the timeout of the scan
 */
export function toScanError(error: unknown, ended: WaitLimits['ended'], timeoutMs: number): CliError {
  if (error instanceof CliError) return error;
  if (ended === 'interrupted')
    return new CliError('interrupted', 'interrupted', 'Interrupted. No output was written.');
  const moreTimeHint = `Allow more time: ${suggestLongerTimeout(timeoutMs)}; or scan fewer pages: --max-pages.`;
  if (ended === 'timeout') {
    const message = `The scan did not end within ${formatDuration(timeoutMs)}.`;
    return new CliError('timeout', 'timeout', message, { hint: moreTimeHint });
  }
  if (error instanceof PauseTooLongError) {
    const message = `The server asks for a pause of ${error.seconds} s, which is longer than the remaining time of the scan.`;
    return new CliError('timeout', 'timeout', message, { hint: moreTimeHint });
  }
  if (error instanceof ChromiumUnavailableError) {
    const { code, message, hint, cause } = error;
    return new CliError(ownErrors.has(code) ? 'service' : 'usage', code, message, { hint, cause });
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return createWorkFolderError(tmpdir(), error);
  const reason = escapeLogLine(error instanceof Error ? error.message : String(error), 1_000);
  return new CliError('service', 'scan-failed', `The scan failed: ${reason}`, { cause: error });
}
